import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { lead, leadEmail, leadNote, leadSortName, needsReply } from '#db/schema/leads.ts'
import { channel, listing } from '#db/schema/listings.ts'
import { isBounced, isUnsubscribed } from '#db/schema/messages.ts'
import { person } from '#db/schema/people.ts'
import { containsAllWords, lowercaseContainsAllWords } from '#db/wordSearch.ts'
import { type HeatLevel, HOT_HEAT, WARM_HEAT } from '#features/analytics/heatLevels.ts'
import { addDocumentCountsToLeads } from '#features/analytics/server/listEvents.server.ts'
import { writeAudit, writeAudits, writeRepeatedAudit } from '#features/audit/writeAudit.server.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { isWithinReach, leadsWithinReach, matchesWhose } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import { phoneSearch } from '#platform/input/phone.schema.ts'
import { phoneForCaller } from '#platform/input/phone.server.ts'
import type { ChannelKind } from '#values/channelKinds.ts'
import type { SetLeadsStatusInput } from '../followUp/followUp.schema.ts'
import type { CountLeadsInput, LeadFilter, LeadsWhose, ListLeadsInput, UpdateLeadInput } from '../leads.schema.ts'
import type { LeadSort, LeadStatus, LeadStatusFilter } from '../leadsSearch.ts'
import { announceChangedLeads } from './announceChangedLeads.server.ts'
import { hasAnswer, listAnswers } from './answers/answers.server.ts'
import { addBriefsAndCounts, describeLead } from './heat/describeLeads.server.ts'
import { listFurtherNotes } from './intake/furtherNotes.server.ts'
import { listInviteesWithReading } from './invitees/invitees.server.ts'
import { cameToAnyOpenHome, cameToThisOpenHome, listOpenHomeVisits } from './openHomeVisits.server.ts'

/** A page of an agent's leads, over all listings, with how many documents each has read. */
export async function listLeads(db: Db, agent: Agent, input: ListLeadsInput & LeadChoice) {
  const { query, paging } = buildListLeadsQuery(db, agent, input)
  const { limit } = input
  const rows = await query
  const page = rows
    .slice(0, limit)
    .map(({ key: _, country, ...row }) => ({ ...row, phoneText: phoneForCaller(row.phone, country) }))
  const described = await addBriefsAndCounts(db, agent, page)
  const leads = described.map(({ lead, ...activity }) => ({ ...lead, ...activity }))
  return { leads, next: paging.next(rows, limit) }
}

/** Without the agency, which the planner would take for a second condition: it would expect few rows, and sort them all. */
const isListingOfLead = eq(listing.id, lead.listingId)

/** The query itself, so that tests can look at its plan. */
export function buildListLeadsQuery(db: Db, agent: Agent, input: ListLeadsInput & LeadChoice) {
  const { sort, limit, cursor } = input
  const paging = keysetPage(sort, leadOrders[sort], lead.id, cursor)
  const query = db
    .select({ ...listedColumns, key: paging.key })
    .from(leadsWithinReach(db, agent))
    .innerJoin(listing, isListingOfLead)
    .where(and(matchesLeadFilter(agent, input), paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  return { query, paging }
}

/** The buyer has used the emailed link or code. */
const isVerified = sql<boolean>`(${lead.provenAt} is not null and ${leadEmail} <> '')`

/** Besides the lead agent, owners and managers, whom it can be assigned to. */
const coAgentIds = sql<string[]>`array(select ${coAgent.userId} from ${coAgent}
  where ${coAgent.listingId} = ${lead.listingId} and ${coAgent.agencyId} = ${lead.agencyId})`

/** The link by which the buyer came. */
const ofChannel = (column: SQLWrapper) =>
  sql`(select ${column} from ${channel} where ${channel.id} = ${lead.channelId} and ${channel.agencyId} = ${lead.agencyId})`
const channelKind = sql<ChannelKind | null>`${ofChannel(channel.kind)}`
const channelName = sql<string | null>`${ofChannel(channel.name)}`

const listedColumns = {
  id: lead.id,
  /** The lead agent of the listing. */
  userId: lead.userId,
  assigneeId: lead.assigneeId,
  coAgentIds,
  firstName: lead.firstName,
  lastName: lead.lastName,
  email: leadEmail,
  phone: lead.phone,
  note: lead.note,
  agentNote: lead.agentNote,
  status: lead.status,
  heat: lead.heat,
  readingDeclinedAt: lead.readingDeclinedAt,
  nextAction: lead.nextAction,
  nextActionAt: lead.nextActionAt,
  personId: lead.personId,
  listingId: lead.listingId,
  listingTitle: listing.title,
  country: listing.country,
  source: lead.source,
  channelId: lead.channelId,
  channelKind,
  channelName,
  isVerified,
  createdAt: lead.createdAt,
  lastSeenAt: lead.lastSeenAt,
  withdrawnAt: lead.withdrawnAt,
  archivedAt: lead.archivedAt,
}

const leadOrders: Record<LeadSort, KeysetOrder> = {
  newest: { key: lead.createdAt, of: 'moments', direction: 'desc' },
  oldest: { key: lead.createdAt, of: 'moments', direction: 'asc' },
  name: { key: leadSortName(lead), of: 'text', direction: 'asc' },
  seen: { key: lead.lastSeenAt, of: 'moments', direction: 'desc' },
  heat: { key: lead.heat, of: 'numbers', direction: 'desc' },
}

/** How many leads there are in each status, and how many need a reply: the sidebar, the bell, the list and the dashboard show that number. */
export async function countLeads(
  db: Db,
  agent: Agent,
  filter: CountLeadsInput = {},
): Promise<Record<LeadStatusFilter, number>> {
  const isArchived = sql<boolean>`${lead.archivedAt} is not null`
  const rows = await db
    .select({
      status: lead.status,
      isArchived,
      n: sql<number>`count(*)`.mapWith(Number),
      toReply: sql<number>`count(*) filter (where ${needsReply})`.mapWith(Number),
    })
    .from(lead)
    .where(and(isWithinReach(agent, lead), isCountedLead(agent, filter)))
    .groupBy(lead.status, isArchived)
  const counts = { new: 0, contacted: 0, viewing: 0, offer: 0, closed: 0, archived: 0, needs_reply: 0 }
  for (const { status, isArchived, n, toReply } of rows) {
    counts[isArchived ? 'archived' : status] += n
    counts.needs_reply += toReply
  }
  return counts
}

/** With ids: these leads, archived or not. */
type LeadChoice = LeadFilter & { ids?: string[] }

const matchesLeadFilter = (agent: Agent, { status, ids, ...filter }: LeadChoice) =>
  and(
    isWithinReach(agent, lead),
    ids ? inArray(lead.id, ids) : status === 'archived' ? isNotNull(lead.archivedAt) : isNull(lead.archivedAt),
    status === 'needs_reply' ? needsReply : status && status !== 'archived' ? eq(lead.status, status) : undefined,
    isCountedLead(agent, filter),
  )

/** What narrows the list and the count of each status alike. */
const isCountedLead = (
  agent: Agent,
  { search, listingId, heat, openHome, from, to, question, answer, whose }: CountLeadsInput,
) =>
  and(
    isLeadOf(agent, whose),
    listingId ? eq(lead.listingId, listingId) : undefined,
    heat ? hasHeat(heat) : undefined,
    question ? hasAnswer(question, answer) : undefined,
    openHome === 'any' ? cameToAnyOpenHome : openHome ? cameToThisOpenHome(agent.agencyId, openHome) : undefined,
    from ? sql`${lead.createdAt} >= ${startOfDay(sql`${from}::date`, agent)}` : undefined,
    to ? sql`${lead.createdAt} < ${startOfDay(sql`${to}::date + 1`, agent)}` : undefined,
    search
      ? or(lowercaseContainsAllWords(phoneSearch(search), lead.searchText), matchesNote(agent, phoneSearch(search)))
      : undefined,
  )

const isLeadOf = (agent: Agent, whose: LeadsWhose | undefined) =>
  whose === 'assigned' ? inArray(lead.assigneeId, agent.actsFor) : matchesWhose(agent, whose, lead)

const hasHeat = (level: HeatLevel) =>
  and(
    level === 'hot' ? gte(lead.heat, HOT_HEAT) : level === 'warm' ? gte(lead.heat, WARM_HEAT) : undefined,
    level === 'warm' ? lt(lead.heat, HOT_HEAT) : level === 'cold' ? lt(lead.heat, WARM_HEAT) : undefined,
  )

/** An array, because the planner would expect half of all leads to match a subquery. */
const matchesNote = ({ agencyId }: Agent, search: string) =>
  sql`${lead.id} = any (array(select ${leadNote.leadId} from ${leadNote} join ${lead} noted on noted.id = ${leadNote.leadId}
    where ${leadNote.agencyId} = ${agencyId} and noted."agencyId" = ${agencyId} and ${containsAllWords(search, [leadNote.body, leadNote.phone])}))`

/** Midnight in the agent's time zone. */
const startOfDay = (day: SQLWrapper, agent: Agent) => sql`((${day})::timestamp at time zone ${agentTimeZone(agent.id)})`

/** One lead with everything that its agent may see. */
export async function requireLead(db: Db, agent: Agent, id: string) {
  const rows = await db
    .select({
      lead,
      email: leadEmail,
      listingTitle: listing.title,
      listingSlug: listing.slug,
      country: listing.country,
      isVerified,
      channelKind,
      channelName,
      personLeadCount: person.leadCount,
      coAgentIds,
      /** The two that leave them out of the agency's messages. */
      isEmailBounced: isBounced,
      isUnsubscribedFromMessages: isUnsubscribed,
    })
    .from(lead)
    .innerJoin(listing, and(isListingOfLead, eq(listing.agencyId, lead.agencyId)))
    .innerJoin(person, and(eq(person.id, lead.personId), eq(person.agencyId, lead.agencyId)))
    .where(and(eq(lead.id, id), isWithinReach(agent, lead)))
  const [found] = await addDocumentCountsToLeads(
    db,
    agent.agencyId,
    rows.map(({ lead: row, ...shown }) => {
      const { searchText: _, lastVisitAt: __, submissionKey: ___, ...known } = row
      return { ...known, ...shown }
    }),
  )
  if (!found) throw notFound()
  const furtherNotes = (await listFurtherNotes(db, agent.agencyId, [id])).map(({ leadId: _, ...note }) => ({
    ...note,
    phoneText: note.phone && phoneForCaller(note.phone, found.country),
  }))
  const answers = (await listAnswers(db, agent.agencyId, [id])).map(({ question, answer }) => ({ question, answer }))
  const { provenAt: _, heatPoints: __, isHeatDue: ___, ...shown } = found
  return {
    ...shown,
    ...(await describeLead(db, agent, found)),
    phoneText: phoneForCaller(found.phone, found.country),
    furtherNotes,
    answers,
    invitees: await listInviteesWithReading(db, agent.agencyId, id),
    openHomeVisits: (await listOpenHomeVisits(db, agent.agencyId, [id])).get(id) ?? [],
  }
}

type LeadColumns = Partial<
  Pick<
    typeof lead.$inferInsert,
    'status' | 'agentNote' | 'withdrawnAt' | 'archivedAt' | 'nextAction' | 'nextActionAt' | 'remindedAt' | 'assigneeId'
  >
>

export const updateLead = (db: Db, agent: Agent, { id, status, agentNote }: UpdateLeadInput) =>
  db.transaction(async (tx) => {
    const before = await updateLeads(tx, agent, [id], { status, agentNote })
    if (status) await auditStatus(tx, agent, before, status)
    if (agentNote !== undefined && before.some((one) => one.agentNote !== agentNote))
      await writeRepeatedAudit(tx, agent, 'lead_note_changed', { leadId: id }, id)
  })

export const setLeadsStatus = (db: Db, agent: Agent, { ids, status }: SetLeadsStatusInput) =>
  db.transaction(async (tx) => auditStatus(tx, agent, await updateLeads(tx, agent, ids, { status }), status))

const auditStatus = (tx: Db, agent: Agent, before: (typeof lead.$inferSelect)[], status: LeadStatus) =>
  writeAudits(
    tx,
    agent,
    'lead_status_changed',
    before.filter((one) => one.status !== status).map(({ id }) => ({ objectId: id, details: { leadId: id, status } })),
  )

/** Hides leads from the list. The buyer notices nothing. */
export const archiveLeads = (db: Db, agent: Agent, ids: string[]) =>
  updateLeads(db, agent, ids, { archivedAt: new Date() })
export const restoreLeads = (db: Db, agent: Agent, ids: string[]) => updateLeads(db, agent, ids, { archivedAt: null })

/** Applies from the buyer's next click. */
export const withdrawAccess = (db: Db, agent: Agent, id: string) => changeAccess(db, agent, id, new Date())
export const restoreAccess = (db: Db, agent: Agent, id: string) => changeAccess(db, agent, id, null)

const changeAccess = (db: Db, agent: Agent, id: string, withdrawnAt: Date | null) =>
  db.transaction(async (tx) => {
    const [before] = await updateLeads(tx, agent, [id], { withdrawnAt })
    if (!before || (before.withdrawnAt === null) === (withdrawnAt === null)) return
    const person = { leadId: id }
    await addToRecord(tx, before, [
      withdrawnAt
        ? { kind: 'access_withdrawn', person }
        : { kind: 'access_given', person, details: { isRestored: true } },
    ])
    await writeAudit(tx, agent, withdrawnAt ? 'lead_access_removed' : 'lead_access_restored', { leadId: id }, id)
  })

/** All leads, or not found. Returns them as they were. */
export const updateLeads = (db: Db, agent: Agent, ids: string[], columns: LeadColumns) =>
  db.transaction(async (tx) => {
    const found = await lockLeads(tx, agent, ids)
    if (Object.values(columns).some((value) => value !== undefined))
      await tx.update(lead).set(columns).where(isOwnLead(agent, ids))
    await announceChangedLeads(
      tx,
      found.filter((before) => isChanged(before, columns)),
    )
    return found
  })

const isOwnLead = (agent: Agent, ids: string[]) => and(inArray(lead.id, ids), isWithinReach(agent, lead))

export async function lockLeads(tx: Db, agent: Agent, ids: string[]) {
  // Consistent lock order prevents deadlocks.
  const found = await tx.select().from(lead).where(isOwnLead(agent, ids)).orderBy(lead.id).for('no key update')
  if (found.length !== new Set(ids).size) throw notFound()
  return found
}

/** That a lead was reminded of is nothing that other systems know. */
function isChanged(before: typeof lead.$inferSelect, { remindedAt: _, ...columns }: LeadColumns) {
  const old = new Map<string, unknown>(Object.entries(before))
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)
  return Object.entries(columns).some(
    ([name, value]) => value !== undefined && comparable(value) !== comparable(old.get(name)),
  )
}
