import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { eventDay } from '#db/schema/events.ts'
import { DEFAULT_TIME_ZONE } from '#defaultTimeZone.ts'

export type SumFacet = (typeof eventDay.facet.enumValues)[number]

export interface SumFilter {
  agentId: string
  facet: SumFacet
  /** The first and the last local day. */
  from: string | SQL
  to: string | SQL
  /** Without them: all that the facet has. */
  listingIds?: string[]
}

/** A subquery for `from`, under the table's own name. Where few listings are wanted each day is looked up by itself. */
export const selectSums = (...filters: SumFilter[]): SQL =>
  sql`(${sql.join(filters.map(selectSum), sql` union all `)}) as ${eventDay}`

function selectSum({ agentId, facet, from, to, listingIds }: SumFilter) {
  const days = listingIds
    ? sql`${eventDay.day} = any (array(select generate_series((${from})::date, (${to})::date, interval '1 day')::date))
        and ${eventDay.listingId} = any (${sql.param(listingIds)})`
    : sql`${eventDay.day} between (${from})::date and (${to})::date`
  return sql`select * from ${eventDay} where ${belongsTo(agentId, facet)} and ${days}`
}

/** The first columns of the key. The facet is a literal, so that the planner knows which partition is meant. */
const belongsTo = (agentId: string, facet: SumFacet) =>
  sql`${eventDay.userId} = ${agentId} and ${eventDay.cut} = 0 and ${eventDay.facet} = ${sql.raw(`'${facet}'`)}`

export const agentTimeZone = (agentId: string) =>
  sql<string>`coalesce((select ${profile.timeZone} from ${profile} where ${profile.userId} = ${agentId}), ${DEFAULT_TIME_ZONE})`

/** Time zones are at most 26 hours apart. */
const MAX_DAYS_AHEAD = 2

/**
 * Today for an agent. After a move to the west, events of the day before the move may be dated later than the calendar of the new time zone:
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

/** Views and leads of some of an agent's listings over the last days, today included. */
export async function countRecentViews(db: Db, agentId: string, listingIds: string[], days: number) {
  if (listingIds.length === 0) return []
  const today = agentToday(agentId)
  const countEvents = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<ListingCounts>(sql`
    select ${eventDay.listingId} as id, ${countEvents('listing_view')} as views, ${countEvents('lead_created')} as leads
    from ${selectSums({ agentId, facet: 'listing', from: sql`${today} - ${days - 1}::int`, to: today, listingIds })} group by 1`)
  return rows
}
