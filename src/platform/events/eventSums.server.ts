import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { eventDay, listingMove } from '#db/schema/events.ts'
import { may } from '../auth/permissions.ts'
import type { Agent, Membership } from '../auth/sessions.server.ts'

export type SumFacet = (typeof eventDay.facet.enumValues)[number]

export interface SumFilter {
  /** Whose sums: `sumOwner` of agents, or the id of an agency. */
  owners: string[]
  facet: SumFacet
  /** The first and the last local day. */
  from: string | SQL
  to: string | SQL
  /** All listings by default. */
  listingIds?: string[]
}

/**
 * Under which id the sums of an agent's listings in an agency are. The same as `sum_owner` in the database: the agent's own id in the agency
 * that was made for them, so that what was stored before there were agencies stays where it is.
 */
export const sumOwner = (userId: string, agencyId: string) =>
  agencyId.slice('agcy_'.length) === userId.slice('usr_'.length) ? userId : `${userId} ${agencyId}`

/** Under which ids the sums of some listings are: of their lead agents, and of those before whose sums have not moved yet. */
export async function findSumOwners(db: Db, agencyId: string, listings: { id: string; userId: string }[]) {
  const listingIds = listings.map(({ id }) => id)
  const moving = await db
    .selectDistinct({ owner: listingMove.fromOwner })
    .from(listingMove)
    .where(sql`${listingMove.listingId} = any (${sql.param(listingIds)})`)
  const current = listings.map(({ userId }) => sumOwner(userId, agencyId))
  return [...new Set([...current, ...moving.map(({ owner }) => owner)])]
}

/** A subquery for `from`, under the table's own name. For given listings, each day is looked up in the index. */
export const selectSums = (...filters: SumFilter[]): SQL =>
  sql`(${sql.join(filters.map(selectSum), sql` union all `)}) as ${eventDay}`

function selectSum({ owners, facet, from, to, listingIds }: SumFilter) {
  const days = listingIds
    ? sql`${eventDay.day} = any (array(select generate_series((${from})::date, (${to})::date, interval '1 day')::date))
        and ${eventDay.listingId} = any (${sql.param(listingIds)})`
    : sql`${eventDay.day} between (${from})::date and (${to})::date`
  return sql`select * from ${eventDay} where ${belongsTo(owners, facet)} and ${days}`
}

/** The first columns of the key. The facet is a literal, so that the planner reads one partition only. */
function belongsTo(owners: string[], facet: SumFacet) {
  const [owner] = owners
  const isTheirs =
    owners.length === 1 ? sql`${eventDay.userId} = ${owner}` : sql`${eventDay.userId} = any (${sql.param(owners)})`
  return sql`${isTheirs} and ${eventDay.cut} = 0 and ${eventDay.facet} = ${sql.raw(`'${facet}'`)}`
}

/** Time zones are at most 26 hours apart. */
const MAX_DAYS_AHEAD = 2

/**
 * Today for a member. After a change to a time zone further west, or with colleagues further east, events may be dated later than the
 * member's calendar: the last day with events is then still today, so that nothing disappears from the pages.
 */
export function agentToday(member: Pick<Agent, 'id'> & Membership) {
  const owners = member.actsFor.map((id) => sumOwner(id, member.agencyId))
  const lastDays = [...owners, ...(may(member, 'seeWholeAgency') ? [member.agencyId] : [])].map(
    (owner) => sql`(select max(${eventDay.day}) from ${eventDay}
      where ${belongsTo([owner], 'device')} and ${eventDay.day} <= calendar.day + ${MAX_DAYS_AHEAD}::int)`,
  )
  return sql`(
    select greatest(${sql.join([sql`calendar.day`, ...lastDays], sql`, `)})
    from (select (now() at time zone ${agentTimeZone(member.id)})::date as day) calendar)`
}

interface ListingCounts extends Record<string, unknown> {
  id: string
  views: number
  leads: number
}

interface ListingOfAgent {
  id: string
  userId: string
}

/** Views and leads of some listings over the last days, today included, as the member's calendar has it. */
export async function countRecentViewsAndLeads(db: Db, member: Agent, listings: ListingOfAgent[], days: number) {
  if (listings.length === 0) return []
  const today = agentToday(member)
  const listingIds = listings.map(({ id }) => id)
  const owners = await findSumOwners(db, member.agencyId, listings)
  const countEvents = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<ListingCounts>(sql`
    select ${eventDay.listingId} as id, ${countEvents('listing_view')} as views, ${countEvents('lead_created')} as leads
    from ${selectSums({ owners, facet: 'listing', from: sql`${today} - ${days - 1}::int`, to: today, listingIds })} group by 1`)
  return rows
}
