import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { eventDay } from '#db/schema/eventDay.ts'
import { HOME_TIME_ZONE, profile } from '#db/schema/profile.ts'
import { daysTimeZone } from './calendar.server.ts'
import { sumsIn } from './sumsIn.server.ts'

interface Counts extends Record<string, unknown> {
  id: string
  views: number
  leads: number
}

/** Views and leads of some of an agent's listings over the last days, today included, as the agent's calendar has them. */
export async function countRecent(db: Db, agentId: string, listingIds: string[], days: number) {
  if (listingIds.length === 0) return []
  const timeZone = sql`coalesce((select ${daysTimeZone} from ${profile} where ${profile.userId} = ${agentId}), ${HOME_TIME_ZONE})`
  const today = sql`(now() at time zone ${timeZone})::date`
  const sumOf = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<Counts>(sql`
    select ${eventDay.listingId} as id, ${sumOf('listing_view')} as views, ${sumOf('lead_created')} as leads
    from ${sumsIn({ agentId, facet: 'listing', from: sql`${today} - ${days - 1}::int`, to: today, listingIds })} group by 1`)
  return rows
}
