import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { eventDay } from '#db/schema/events.ts'
import { lead, needsReply } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { may } from '#platform/auth/permissions.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type CsvColumns, csvDownload, csvLines } from '#platform/downloads/csvDownload.server.ts'
import { forbidden, invalidInput, notSignedIn } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { type AgentFigures, AgentFiguresInput } from '../analytics.schema.ts'
import type { DaySpan } from '../dateRanges.ts'
import { sumEventsOfListings } from './countSources.server.ts'
import { type AnalyticsQuery, resolveQuery } from './resolveQuery.server.ts'

/** The agency's agents side by side. A listing and its leads count for its lead agent, also what happened before they took it over. */
export async function readFiguresByAgent(db: Db, agent: Agent, input: AgentFiguresInput): Promise<AgentFigures[]> {
  return (await findFigures(db, agent, input)).figures
}

async function findFigures(db: Db, agent: Agent, input: AgentFiguresInput) {
  if (!may(agent, 'seeWholeAgency'))
    throw forbidden('Only owners and managers can compare agents. Ask one of them for these numbers.')
  const query = await resolveQuery(db, agent, input)
  const [members, listings, views, waiting, replies] = await Promise.all([
    listMembers(db, agent),
    countListings(db, agent),
    countViewsAndLeads(db, agent, query),
    countWaitingLeads(db, agent),
    findMedianReplyTimes(db, agent, query.span),
  ])
  const numbers = [byUser(listings), byUser(views), byUser(waiting), byUser(replies)]
  const figures = members
    // An assistant works on the listings of others.
    .filter(({ id, role }) => role !== 'assistant' || numbers.some((of) => of.has(id)))
    .map(({ role: _, ...person }): AgentFigures => {
      const none = { listings: 0, views: 0, leads: 0, needsReply: 0, medianReplySeconds: null }
      return Object.assign({ ...person, ...none }, ...numbers.map((of) => of.get(person.id)))
    })
  return { figures, timeZone: query.timeZone }
}

type Numbers = Partial<Omit<AgentFigures, 'id' | 'firstName' | 'lastName' | 'email'>>

const byUser = (rows: (Numbers & { userId: string })[]) =>
  new Map(rows.map(({ userId, ...numbers }): [string, Numbers] => [userId, numbers]))

const listMembers = (db: Db, { agencyId }: Agent) =>
  db
    .select({
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      role: member.role,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.agencyId, agencyId))
    .orderBy(sql`lower(${user.firstName} || ' ' || ${user.lastName})`, user.id)

/** Published ones, as they are now. */
const countListings = (db: Db, { agencyId }: Agent) =>
  db
    .select({ userId: listing.userId, listings: count() })
    .from(listing)
    .where(and(eq(listing.agencyId, agencyId), isPublicListing))
    .groupBy(listing.userId)

async function countViewsAndLeads(db: Db, { agencyId }: Agent, query: AnalyticsQuery) {
  const countEvents = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)`
  const { rows } = await db.execute<{ userId: string; views: number; leads: number }>(sql`
    select ${listing.userId}, sum(views)::int as views, sum(leads)::int as leads from (
      select ${eventDay.listingId}, ${countEvents('listing_view')} as views, ${countEvents('lead_created')} as leads
      from ${sumEventsOfListings(query)} where ${eventDay.event} in ('listing_view', 'lead_created') group by 1
    ) counts join ${listing} on ${listing.id} = counts."listingId" and ${listing.agencyId} = ${agencyId} group by 1`)
  return rows
}

const countWaitingLeads = (db: Db, { agencyId }: Agent) =>
  db
    .select({ userId: lead.userId, needsReply: count() })
    .from(lead)
    .where(and(eq(lead.agencyId, agencyId), needsReply))
    .groupBy(lead.userId)

/**
 * From a buyer's enquiry to the first change of the lead's status: the middle one of all enquiries of the range that were replied to. Leads
 * that an agent typed in or imported are not waiting for a reply.
 */
const findMedianReplyTimes = (db: Db, { agencyId }: Agent, { from, to }: DaySpan) =>
  db
    .select({
      userId: lead.userId,
      medianReplySeconds:
        sql<number>`percentile_cont(0.5) within group (order by date_part('epoch', ${lead.firstReplyAt} - ${lead.createdAt}))`.mapWith(
          Number,
        ),
    })
    .from(lead)
    .where(
      and(
        eq(lead.agencyId, agencyId),
        eq(lead.source, 'form'),
        isNotNull(lead.firstReplyAt),
        sql`${lead.createdOn} between ${from}::date and ${to}::date`,
      ),
    )
    .groupBy(lead.userId)

/** Responds with the same figures as a CSV file. */
export async function serveAgentsCsv(url: string) {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const input = AgentFiguresInput.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (!input.success) throw invalidInput({}, 'We don’t recognise these filters. Open Analytics and export again.')
  const { db } = useServices().database
  const { figures, timeZone } = await findFigures(db, visitor.agent, input.data)
  await writeAudit(db, visitor.agent, 'downloaded', { what: 'agents' })
  return csvDownload(agentsCsv(figures), 'agents', timeZone)
}

export const agentsCsv = (figures: AgentFigures[]) => csvLines(csvColumns, async () => ({ rows: figures, next: null }))

const csvColumns: CsvColumns<AgentFigures> = {
  Agent: (agent) => fullName(agent) || agent.email,
  Email: ({ email }) => email,
  'Published listings': ({ listings }) => listings,
  Views: ({ views }) => views,
  Leads: ({ leads }) => leads,
  'Needs reply': ({ needsReply }) => needsReply,
  'Median minutes to first reply': ({ medianReplySeconds }) =>
    medianReplySeconds === null ? '' : Math.round(medianReplySeconds / 60),
}
