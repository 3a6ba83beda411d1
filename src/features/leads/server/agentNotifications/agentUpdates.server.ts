import { and, count, desc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { isResponsibleFor, lead, needsReply } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import type { EmailKind } from '#features/accounts/accounts.schema.ts'
import { unsubscribeUrl } from '#features/accounts/server/emailChoice.server.ts'
import { AnalyticsInput } from '#features/analytics/analytics.schema.ts'
import { HOT_HEAT } from '#features/analytics/heatLevels.ts'
import { readEngagement } from '#features/analytics/server/viewsAndEngagement.server.ts'
import { pushToAgent } from '#features/notifications/agentPush.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import { type Agent, findMember, listMemberships } from '#platform/auth/sessions.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { addDays } from '#ui/format/dates.ts'
import { formatCount, fullName, nameOrEmail } from '#ui/format/format.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import {
  assignedLeadsEmail,
  atAgency,
  hotLeadEmail,
  type LeadToRing,
  MAX_LEADS_TO_RING,
  morningListEmail,
  reminderEmail,
  weeklySummaryEmail,
} from '../../agentUpdates.emails.tsx'
import { addBriefs } from '../heat/describeLeads.server.ts'
import { listHotReaders } from '../heat/updateHeat.server.ts'
import { findNotifiedAgents } from './leadAudience.server.ts'

const NoData = z.object({})

/** Tells agents that a hot lead is reading, at most once for each lead and local day. */
export const notifyOfHotReadersJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'notify_of_hot_readers',
  data: NoData,
  schedule: '* * * * *',
  work: (services) => notifyOfHotReaders(services),
}

export async function notifyOfHotReaders(services: Services) {
  const { db } = services.database
  for (const { leadId, today } of await listHotReaders(db)) {
    await db.transaction(async (tx) => {
      const isFirst = or(isNull(lead.hotNotifiedOn), ne(lead.hotNotifiedOn, today))
      const [marked] = await tx
        .update(lead)
        .set({ hotNotifiedOn: today })
        .where(and(eq(lead.id, leadId), isFirst))
        .returning({ listingId: lead.listingId, assigneeId: lead.assigneeId })
      if (!marked) return
      for (const agent of await listHearingAgents(tx, marked)) {
        const [reader] = await listLeadsToRing(tx, agent.row, eq(lead.id, leadId))
        if (reader) await tellOfHotReader(services, tx, agent, reader)
      }
    })
  }
}

/** Those who run the listing, and the one who looks after the lead. */
async function listHearingAgents(tx: Db, { listingId, assigneeId }: { listingId: string; assigneeId: string | null }) {
  const [found] = await tx.select().from(listing).where(eq(listing.id, listingId))
  if (!found) return []
  const { agents } = await findNotifiedAgents(tx, found)
  const ids = new Set([...agents.map(({ id }) => id), ...(assigneeId ? [assigneeId] : [])])
  const hearing: FoundAgent[] = []
  for (const id of ids) {
    const agent = await findAgent(tx, id, found.agencyId)
    if (agent) hearing.push(agent)
  }
  return hearing
}

async function tellOfHotReader(services: Services, tx: Db, agent: FoundAgent, reader: LeadToRing) {
  await emailAgent(services, tx, agent, 'hot_lead', [reader.id], hotLeadEmail(services.env.APP_URL, reader))
  await pushToAgent(services, tx, agent.row.id, {
    kind: 'hot_lead',
    leadId: reader.id,
    title: `${fullName(reader)} is reading now`,
    body: `${reader.listingTitle}. ${reader.brief}`,
    path: `/portal/leads?lead=${reader.id}`,
    tag: `hot ${reader.id}`,
  })
}

export interface DueAction {
  /** The lead's. */
  id: string
  agencyId: string
  agentId: string
  nextAction: string
}

/** The agent planned to do something with this lead, and the time has come. */
export async function sendDueActionReminder(
  services: Services,
  tx: Db,
  { id, agencyId, agentId, nextAction }: DueAction,
) {
  const agent = await findAgent(tx, agentId, agencyId)
  const [due] = agent ? await listLeadsToRing(tx, agent.row, eq(lead.id, id)) : []
  if (!agent || !due) return
  const what = nextAction || 'Follow up'
  await emailAgent(services, tx, agent, 'reminder', [id], reminderEmail(services.env.APP_URL, due, what))
  await pushToAgent(services, tx, agentId, {
    kind: 'reminder',
    leadId: id,
    title: `${what}: ${fullName(due)}`,
    body: due.listingTitle,
    path: `/portal/leads?lead=${id}`,
    tag: `reminder ${id}`,
  })
}

interface AssignedLeads {
  by: Agent
  /** The colleague who looks after them now. */
  to: string
  leadIds: string[]
}

/** A colleague gave these leads to an agent: one email and one message on each device, however many they are. */
export async function sendAssignedLeadsUpdate(services: Services, tx: Db, { by, to, leadIds }: AssignedLeads) {
  const agent = await findAgent(tx, to, by.agencyId)
  if (!agent) return
  const leads = await listLeadsToRing(tx, agent.row, inArray(lead.id, leadIds))
  const [first] = leads
  if (!first) return
  const colleague = nameOrEmail(by)
  const email = assignedLeadsEmail(services.env.APP_URL, colleague, leads, leadIds.length)
  await emailAgent(services, tx, agent, 'new_lead', leadIds, email)
  await pushToAgent(services, tx, to, {
    kind: 'new_lead',
    leadId: first.id,
    title: `${colleague} assigned you ${leadIds.length === 1 ? fullName(first) : formatCount(leadIds.length, 'lead')}`,
    body: first.listingTitle,
    path: leadIds.length === 1 ? `/portal/leads?lead=${first.id}` : '/portal/leads?whose=assigned',
    tag: `assigned ${first.id}`,
  })
}

/** The list goes out from this local time on. A process that starts later in the morning still sends it. */
const MORNING_FROM = '07:30'
const MORNING_UNTIL = '11:00'
const MONDAY = 1
const MAX_NAMES_ON_DEVICE = 3
const AGENTS_PER_BATCH = 200

/** Every quarter of an hour, because not all time zones differ by whole hours. */
export const sendMorningEmailsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'send_morning_emails',
  data: NoData,
  schedule: '*/15 * * * *',
  queue: { expireInSeconds: 15 * 60 },
  async work(services) {
    await sendMorningLists(services)
    await sendWeeklySummaries(services)
  },
}

/** Whom to ring today: those who need a reply and the hot ones, the hottest first. Nothing is sent when there is no one. */
export const sendMorningLists = (services: Services, at = new Date()) =>
  forEachAgentInTheMorning(services, { at, sentOn: 'morningListSentOn' }, async (tx, agent) => {
    const isTheirs = and(isResponsibleFor(agent.row.id), shouldRing)
    const leads = await listLeadsToRing(tx, agent.row, isTheirs)
    if (leads.length === 0) return
    const waiting = await countLeads(tx, agent.row, isTheirs)
    const about = leads.map(({ id }) => id)
    await emailAgent(
      services,
      tx,
      agent,
      'morning_list',
      about,
      morningListEmail(services.env.APP_URL, leads, waiting, agent.agencyName),
    )
    await pushToAgent(services, tx, agent.row.id, {
      kind: 'morning_list',
      title: `${formatCount(waiting, 'lead')} to ring today${atAgency(agent.agencyName)}`,
      body: leads.slice(0, MAX_NAMES_ON_DEVICE).map(fullName).join(', '),
      path: '/portal/leads?status=needs_reply&sort=heat',
      tag: `morning list ${agent.row.agencyId}`,
    })
  })

/** On Mondays: last week beside the week before. Nothing is sent to agents whose listings nobody visited in either. */
export const sendWeeklySummaries = (services: Services, at = new Date()) =>
  forEachAgentInTheMorning(
    services,
    { at, sentOn: 'weeklySummarySentOn', weekday: MONDAY },
    async (tx, agent, today) => {
      const week = { range: 'custom', from: addDays(today, -7), to: addDays(today, -1) } as const
      // Not in the transaction: a connection runs one query at a time, and these figures are read with several.
      const { visitors, leads, filesOpened, downloads } = await readEngagement(
        services.database.db,
        agent.row,
        AnalyticsInput.parse(week),
      )
      const figures = [
        { label: 'Visitors', ...visitors },
        { label: 'New leads', ...leads },
        { label: 'Documents opened', ...filesOpened },
        { label: 'Downloads', ...downloads },
      ]
      if (figures.every(({ now, before }) => now === 0 && before === 0)) return
      const waiting = await countLeads(tx, agent.row, and(isResponsibleFor(agent.row.id), needsReply))
      const email = weeklySummaryEmail(services.env.APP_URL, figures, waiting, agent.agencyName)
      await emailAgent(services, tx, agent, 'weekly_summary', [], email)
    },
  )

const shouldRing = or(needsReply, and(isNull(lead.archivedAt), ne(lead.status, 'closed'), gte(lead.heat, HOT_HEAT)))

interface MorningEmail {
  at: Date
  /** The column that remembers the local day of the last one. */
  sentOn: 'morningListSentOn' | 'weeklySummarySentOn'
  /** 1 is Monday. Without one: every day. */
  weekday?: number
}

/** Agents for whom it is morning and who have not had this email today, each in a transaction that remembers it. One for each of their agencies. */
async function forEachAgentInTheMorning(
  { database: { db } }: Services,
  { at, sentOn, weekday }: MorningEmail,
  work: (tx: Db, agent: AgentInAgency, today: string) => Promise<void>,
) {
  const local = sql`(${at.toISOString()}::timestamptz at time zone coalesce(${profile.timeZone}, ${DEFAULT_TIME_ZONE}))`
  const sent = profile[sentOn]
  const listDue = () =>
    db
      .select({ agentId: user.id, today: sql<string>`to_char(${local}, 'YYYY-MM-DD')` })
      .from(user)
      .leftJoin(profile, eq(profile.userId, user.id))
      .where(
        and(
          sql`${local}::time >= ${MORNING_FROM}::time and ${local}::time < ${MORNING_UNTIL}::time`,
          weekday ? sql`extract(isodow from ${local}) = ${weekday}` : undefined,
          or(isNull(sent), sql`${sent} < ${local}::date`),
          isNull(user.archivedAt),
          or(
            sql`exists (select from ${listing} where ${listing.userId} = ${user.id})`,
            sql`exists (select from ${lead} where ${lead.assigneeId} = ${user.id})`,
          ),
        ),
      )
      .limit(AGENTS_PER_BATCH)
  for (let due = await listDue(); due.length > 0; due = await listDue())
    for (const { agentId, today } of due)
      await db.transaction(async (tx) => {
        const marked = await tx
          .insert(profile)
          .values({ userId: agentId, [sentOn]: today })
          // Another process may have been faster.
          .onConflictDoUpdate({
            target: profile.userId,
            set: { [sentOn]: today },
            setWhere: sql`${sent} is distinct from ${today}`,
          })
          .returning({ userId: profile.userId })
        if (marked.length === 0) return
        const muted = await readMuted(tx, agentId)
        for (const { agent, agencyName } of await listMemberships(tx, agentId))
          await work(tx, { row: agent, agencyName, muted }, today)
      })
}

interface FoundAgent {
  row: Agent
  muted: string[]
}

interface AgentInAgency extends FoundAgent {
  /** Only for someone who works in several. */
  agencyName: string
}

/** As a member of this agency. */
async function findAgent(tx: Db, id: string, agencyId: string): Promise<FoundAgent | undefined> {
  const row = await findMember(tx, id, agencyId)
  return row && { row, muted: await readMuted(tx, id) }
}

async function readMuted(tx: Db, userId: string) {
  const [settings] = await tx.select({ muted: profile.mutedEmails }).from(profile).where(eq(profile.userId, userId))
  return settings?.muted ?? []
}

type RingFilter = ReturnType<typeof and>

async function listLeadsToRing(tx: Db, agent: Agent, which: RingFilter): Promise<LeadToRing[]> {
  const rows = await tx
    .select({
      id: lead.id,
      firstName: lead.firstName,
      lastName: lead.lastName,
      phone: lead.phone,
      listingTitle: listing.title,
      country: listing.country,
      heat: lead.heat,
      readingDeclinedAt: lead.readingDeclinedAt,
    })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(and(isWithinReach(agent, lead), which))
    .orderBy(desc(lead.heat), desc(lead.lastSeenAt), lead.id)
    .limit(MAX_LEADS_TO_RING)
  return addBriefs(tx, agent, rows)
}

async function countLeads(tx: Db, agent: Agent, which: RingFilter) {
  const [found] = await tx
    .select({ n: count() })
    .from(lead)
    .where(and(isWithinReach(agent, lead), which))
  return found?.n ?? 0
}

type EmailContent = Pick<Parameters<Services['mailer']['post']>[1], 'subject' | 'body'>

/** Unless the agent has switched this type of email off. `about` are the leads that it names. */
async function emailAgent(
  { mailer, env }: Services,
  tx: Db,
  { row, muted }: FoundAgent,
  kind: EmailKind,
  about: string[],
  content: EmailContent,
) {
  if (muted.includes(kind)) return
  await mailer.post(tx, { to: row.email, about, unsubscribeUrl: unsubscribeUrl(env, row.id, kind), ...content })
}
