import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { eventDay } from '#db/schema/eventDay.ts'
import { listing } from '#db/schema/listing.ts'
import { sumsIn } from '#platform/events/sumsIn.server.ts'
import type { BestListing } from '../analytics.ts'
import type { Inquiry } from '../inquiry.server.ts'
import { wholePeriods } from '../ranges.ts'

const MOST = 5

/** The listings that were looked at most. */
export async function listBestListings(db: Db, { agentId, span }: Inquiry): Promise<BestListing[]> {
  const { whole: months, rest } = wholePeriods('month', span)
  const sums = sumsIn(
    ...rest.map((days) => ({ agentId, facet: 'listing' as const, ...days })),
    ...(months ? [{ agentId, facet: 'listing month' as const, ...months }] : []),
  )
  const sumOf = (what: 'events' | 'uniques', name: string) =>
    sql`coalesce(sum(${eventDay[what]}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<BestListing & Record<string, unknown>>(sql`
    select ${listing.id}, ${listing.title}, views, visitors, leads from (
      select ${eventDay.listingId}, ${sumOf('events', 'listing_view')} as views, ${sumOf('uniques', 'listing_view')} as visitors,
        ${sumOf('events', 'lead_created')} as leads
      from ${sums} where ${eventDay.event} in ('listing_view', 'lead_created') group by 1
    ) counts join ${listing} on ${listing.id} = counts."listingId"
    where views > 0 order by views desc, visitors desc, ${listing.id} limit ${MOST}`)
  return rows
}
