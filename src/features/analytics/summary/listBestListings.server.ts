import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { listing } from '#db/schema/listing.ts'
import type { BestListing } from '../analytics.ts'
import type { Inquiry } from '../inquiry.server.ts'
import { wantedEvents } from '../rawEvents.server.ts'

const MOST = 5

/** The listings that were looked at most. */
export async function listBestListings(db: Db, inquiry: Inquiry): Promise<BestListing[]> {
  const rows = await db.execute<BestListing & Record<string, unknown>>(sql`
    select ${listing.id}, ${listing.title}, views, visitors, leads from (
      select "listingId", (count(*) filter (where event = 'listing_view'))::int as views,
        (count(*) filter (where event = 'listing_view' and "isUnique"))::int as visitors,
        (count(*) filter (where event = 'lead_created'))::int as leads
      from ${event} where ${wantedEvents(inquiry, inquiry.span)} group by 1
    ) counts join ${listing} on ${listing.id} = counts."listingId"
    where views > 0 order by views desc, visitors desc, ${listing.id} limit ${MOST}`)
  return [...rows]
}
