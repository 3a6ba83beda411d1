import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { lead, leadEmail } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { person } from '#db/schema/people.ts'
import { lowercaseContainsAllWords } from '#db/wordSearch.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { arePeopleWithinReach, isPersonOrMergedWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import { phoneSearch } from '#platform/input/phone.schema.ts'
import { phoneForCaller } from '#platform/input/phone.server.ts'
import type { ListPeopleInput, PersonTimelineInput } from '../../people/people.schema.ts'
import type { PeopleSort } from '../../people/peopleSearch.ts'
import { listAnswers } from '../answers/answers.server.ts'
import { addBriefs } from '../heat/describeLeads.server.ts'
import { listFurtherNotes } from '../intake/furtherNotes.server.ts'
import { listInvitees } from '../invitees/invitees.server.ts'
import { listBuyerEvents } from '../leadTimeline.server.ts'
import { listReadings } from '../reading/readReadings.server.ts'

/** A page of the people who asked about any of an agent's listings. */
export async function listPeople(db: Db, agent: Agent, input: ListPeopleInput) {
  const { query, paging } = buildListPeopleQuery(db, agent, input)
  const rows = await query
  const people = rows
    .slice(0, input.limit)
    .map(({ key: _, ...row }) => ({ ...row, phoneText: phoneForCaller(row.phone) }))
  return { people, next: paging.next(rows, input.limit) }
}

/** The query itself, so that tests can look at its plan. */
export function buildListPeopleQuery(db: Db, agent: Agent, { sort, limit, cursor, search, whose }: ListPeopleInput) {
  const paging = keysetPage(sort, peopleOrders[sort], person.id, cursor)
  const query = db
    .select({ ...listedColumns, key: paging.key })
    .from(person)
    .where(
      and(
        arePeopleWithinReach(agent, whose),
        isNull(person.mergedIntoId),
        search ? lowercaseContainsAllWords(phoneSearch(search), person.searchText) : undefined,
        paging.after,
      ),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  return { query, paging }
}

const listedColumns = {
  id: person.id,
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  phone: person.phone,
  leadCount: person.leadCount,
  heat: person.heat,
  lastSeenAt: person.lastSeenAt,
}

const peopleOrders: Record<PeopleSort, KeysetOrder> = {
  seen: { key: person.lastSeenAt, of: 'moments', direction: 'desc' },
  hottest: { key: person.heat, of: 'numbers', direction: 'desc' },
  name: { key: person.sortName, of: 'text', direction: 'asc' },
}

/** One person with their enquiries. The id of someone who was merged finds the person they were merged into. */
export async function requirePerson(db: Db, agent: Agent, id: string) {
  const found = await findMergeTarget(db, agent, id)
  const [enquiries, merged] = await Promise.all([
    listEnquiries(db, agent, found.id),
    db
      .select({ id: person.id, firstName: person.firstName, lastName: person.lastName, email: person.email })
      .from(person)
      .where(and(eq(person.agencyId, agent.agencyId), eq(person.mergedIntoId, found.id)))
      .orderBy(asc(person.sortName), asc(person.id)),
  ])
  const { firstName, lastName, email, phone, note, heat, lastSeenAt } = found
  return {
    ...{ id: found.id, firstName, lastName, email, phone, phoneText: phoneForCaller(phone), note, heat, lastSeenAt },
    enquiries,
    merged,
  }
}

export type Person = typeof person.$inferSelect

/** Merges make no circles, because only two people who are not merged can be merged. */
async function findMergeTarget(db: Db, agent: Agent, id: string): Promise<Person> {
  const [found] = await db
    .select()
    .from(person)
    .where(and(eq(person.id, id), isPersonOrMergedWithinReach(agent)))
  if (!found) throw notFound()
  return found.mergedIntoId ? findMergeTarget(db, agent, found.mergedIntoId) : found
}

/** Of a person who also enquired with colleagues, what is within reach. */
const isEnquiryWithinReach = (agent: Agent, personId: string) =>
  and(eq(lead.personId, personId), isWithinReach(agent, lead))

/** What is done to a person is done to all their enquiries: an agent who does not reach all of them is refused. */
export async function requireAllEnquiries(tx: Db, agent: Agent, personIds: string[]) {
  const enquiries = await tx
    .select({ id: lead.id, isReached: sql<boolean>`${isWithinReach(agent, lead)}` })
    .from(lead)
    .where(and(eq(lead.agencyId, agent.agencyId), inArray(lead.personId, personIds)))
  if (enquiries.some(({ isReached }) => !isReached))
    throw forbidden('This person has enquired with your colleagues too. Ask a manager to do this.')
  return enquiries.map(({ id }) => id)
}

/** The leads of a person, the latest first, with what they answered and read. */
async function listEnquiries(db: Db, agent: Agent, personId: string) {
  const rows = await db
    .select({
      id: lead.id,
      firstName: lead.firstName,
      lastName: lead.lastName,
      email: leadEmail,
      phone: lead.phone,
      note: lead.note,
      agentNote: lead.agentNote,
      status: lead.status,
      nextAction: lead.nextAction,
      nextActionAt: lead.nextActionAt,
      source: lead.source,
      consent: lead.consent,
      listingId: lead.listingId,
      listingTitle: listing.title,
      createdAt: lead.createdAt,
      lastSeenAt: lead.lastSeenAt,
      provenAt: lead.provenAt,
      readingDeclinedAt: lead.readingDeclinedAt,
      withdrawnAt: lead.withdrawnAt,
      archivedAt: lead.archivedAt,
    })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(isEnquiryWithinReach(agent, personId))
    .orderBy(desc(lead.createdAt), asc(lead.id))
  const ids = rows.map(({ id }) => id)
  const notes = Map.groupBy(await listFurtherNotes(db, agent.agencyId, ids), ({ leadId }) => leadId)
  const answers = Map.groupBy(await listAnswers(db, agent.agencyId, ids), ({ leadId }) => leadId)
  return (await addBriefs(db, agent, rows)).map((row) => ({
    ...row,
    furtherNotes: (notes.get(row.id) ?? []).map(({ leadId: _, ...note }) => note),
    answers: (answers.get(row.id) ?? []).map(({ question, answer }) => ({ question, answer })),
  }))
}

/** What a person did on all listings, the latest first. */
export async function listPersonEvents(db: Db, agent: Agent, { id, ...page }: PersonTimelineInput) {
  const { id: personId } = await findMergeTarget(db, agent, id)
  const leads = db.select({ id: lead.id }).from(lead).where(isEnquiryWithinReach(agent, personId))
  return listBuyerEvents(db, agent.agencyId, inArray(event.leadId, leads), page)
}

/** Everything that is stored about one person, for the agent to download. */
export async function exportPerson(db: Db, agent: Agent, id: string) {
  const { phoneText: _, enquiries, ...found } = await requirePerson(db, agent, id)
  const leadIds = enquiries.map((one) => one.id)
  const activity = await db
    .select({ leadId: event.leadId, what: event.event, document: file.name, at: event.createdAt })
    .from(event)
    .leftJoin(file, and(eq(file.id, event.fileId), eq(file.agencyId, event.agencyId)))
    .where(and(eq(event.agencyId, agent.agencyId), inArray(event.leadId, leadIds)))
    .orderBy(desc(event.createdAt), asc(event.id))
  await writeAudit(db, agent, 'downloaded', { what: 'person' })
  const readings = await listReadings(db, [agent.agencyId], leadIds)
  const invitees = await listInvitees(db, agent.agencyId, leadIds)
  return {
    ...found,
    enquiries: enquiries.map((one) => ({ ...one, ...readings.get(one.id), sharedWith: invitees.get(one.id) ?? [] })),
    activity,
  }
}
