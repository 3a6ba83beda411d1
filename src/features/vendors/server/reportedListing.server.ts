import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { isListing, type ListingKey, listing } from '#db/schema/listings.ts'
import { vendorReport } from '#db/schema/vendors.ts'
import { DEFAULT_TIME_ZONE } from '#values/defaultTimeZone.ts'
import type { PausedFor } from '../vendorSettings.schema.ts'

const payer = alias(user, 'payer')

/** The lead agent's time zone decides when the weekly email goes out. */
export const leadAgentTimeZone = sql<string>`coalesce(${profile.timeZone}, ${DEFAULT_TIME_ZONE})`

/** A listing with its lead agent and what was set up for its vendors. The caller has checked who may see it. */
export async function findReportedListing(db: Db, about: ListingKey) {
  const [found] = await db
    .select({
      listing,
      agent: user,
      report: vendorReport,
      timeZone: leadAgentTimeZone,
      isSubscribed: sql<boolean>`coalesce(${payer.subscriptionActive}, false)`,
    })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .innerJoin(agency, eq(agency.id, listing.agencyId))
    .leftJoin(payer, eq(payer.id, agency.payerId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .leftJoin(vendorReport, and(eq(vendorReport.listingId, listing.id), eq(vendorReport.agencyId, listing.agencyId)))
    .where(isListing(about))
  return found
}

export type ReportedListing = NonNullable<Awaited<ReturnType<typeof findReportedListing>>>

/**
 * Why vendors get no weekly email at the moment. It starts again by itself when the reason is gone. After a sale there is one last report. The
 * vendors' page is not affected.
 */
export function pausedFor({ listing: { archivedAt, publishedAt, status }, report, isSubscribed }: ReportedListing) {
  const reasons: [boolean, PausedFor][] = [
    [archivedAt !== null, 'archived'],
    [publishedAt === null, 'draft'],
    [status === 'withdrawn', 'withdrawn'],
    [status === 'sold' && Boolean(report?.finalEmailAt), 'sold'],
    [!isSubscribed, 'subscription'],
  ]
  return reasons.find(([applies]) => applies)?.[1] ?? null
}
