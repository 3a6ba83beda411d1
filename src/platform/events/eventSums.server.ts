import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { eventDay } from '#db/schema/events.ts'

export type SumFacet = (typeof eventDay.facet.enumValues)[number]

export interface SumFilter {
  /** The lead agents of the listings. */
  agentId: string | string[]
  facet: SumFacet
  /** The first and the last local day. */
  from: string | SQL
  to: string | SQL
  /** All listings by default. */
  listingIds?: string[]
}

/** A subquery for `from`, under the table's own name. For given listings, each day is looked up in the index. */
export const selectSums = (...filters: SumFilter[]): SQL =>
  sql`(${sql.join(filters.map(selectSum), sql` union all `)}) as ${eventDay}`

function selectSum({ agentId, facet, from, to, listingIds }: SumFilter) {
  const days = listingIds
    ? sql`${eventDay.day} = any (array(select generate_series((${from})::date, (${to})::date, interval '1 day')::date))
        and ${eventDay.listingId} = any (${sql.param(listingIds)})`
    : sql`${eventDay.day} between (${from})::date and (${to})::date`
  return sql`select * from ${eventDay} where ${belongsTo(agentId, facet)} and ${days}`
}

/** The first columns of the key. The facet is a literal, so that the planner reads one partition only. */
const belongsTo = (agentId: string | string[], facet: SumFacet) =>
  sql`${eventDay.userId} = ${typeof agentId === 'string' ? agentId : sql`any (${sql.param(agentId)})`} and ${eventDay.cut} = 0 and ${eventDay.facet} = ${sql.raw(`'${facet}'`)}`

/** Time zones are at most 26 hours apart. */
const MAX_DAYS_AHEAD = 2

/**
 * Today for an agent. After a change to a time zone further west, events may be dated later than its calendar:
 * the last day with events is then still today, so that nothing disappears from the pages.
 */
export const agentToday = (agentId: string) => sql`(
  select greatest(calendar.day, (
    select max(${eventDay.day}) from ${eventDay}
    where ${belongsTo(agentId, 'device')} and ${eventDay.day} <= calendar.day + ${MAX_DAYS_AHEAD}::int))
  from (select (now() at time zone ${agentTimeZone(agentId)})::date as day) calendar)`

interface ListingCounts extends Record<string, unknown> {
  id: string
  views: number
  leads: number
}

interface ListingOfAgent {
  id: string
  userId: string
}

/** Views and leads of some listings over the last days, today included, as the viewer's calendar has it. */
export async function countRecentViewsAndLeads(db: Db, viewerId: string, listings: ListingOfAgent[], days: number) {
  if (listings.length === 0) return []
  const today = agentToday(viewerId)
  const listingIds = listings.map(({ id }) => id)
  const agentId = [...new Set(listings.map(({ userId }) => userId))]
  const countEvents = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<ListingCounts>(sql`
    select ${eventDay.listingId} as id, ${countEvents('listing_view')} as views, ${countEvents('lead_created')} as leads
    from ${selectSums({ agentId, facet: 'listing', from: sql`${today} - ${days - 1}::int`, to: today, listingIds })} group by 1`)
  return rows
}
