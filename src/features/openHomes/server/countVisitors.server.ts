import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { openHome } from '#db/schema/listings.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { isVisit } from '#features/leads/server/openHomeVisits.server.ts'

export interface OpenHomeVisitors {
  openHomeId: string
  listingId: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
  /** People who left their details, each once however often they checked in. */
  named: number
  /** Those who were only counted, or whose details were erased. */
  counted: number
  total: number
}

/**
 * How many came to each open home, cancelled and moved ones included, the first one first. The one definition: the vendor report, the week, the
 * exports and the page of the open home show these numbers. The caller has checked whose open homes they are.
 *
 *     countOpenHomeVisitors(db, listing.agencyId, eq(openHome.listingId, listing.id))
 */
export async function countOpenHomeVisitors(db: Db, agencyId: string, which: SQL): Promise<OpenHomeVisitors[]> {
  const rows = await db
    .select({
      openHomeId: openHome.id,
      listingId: openHome.listingId,
      startsAt: openHome.startsAt,
      endsAt: openHome.endsAt,
      isCancelled: sql<boolean>`${openHome.cancelledAt} is not null`,
      named: sql<number>`count(distinct ${checkIn.leadId})::int`,
      // More may have been taken back than were counted: two devices, one of them late.
      counted: sql<number>`greatest(0, coalesce(sum(${checkIn.visitors}) filter (where ${checkIn.leadId} is null), 0))::int`,
    })
    .from(openHome)
    .leftJoin(checkIn, and(eq(checkIn.openHomeId, openHome.id), eq(checkIn.agencyId, openHome.agencyId), isVisit))
    .where(and(eq(openHome.agencyId, agencyId), which))
    .groupBy(openHome.id)
    .orderBy(asc(openHome.startsAt), asc(openHome.id))
  return rows.map((row) => ({ ...row, total: row.named + row.counted }))
}
