import { and, asc, count, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { publicPath } from './publicLink.ts'

const isPublishedListing = and(isNotNull(listing.publishedAt), isNull(listing.archivedAt))

export async function countPublicPages(db: Db) {
  const [counted] = await db.select({ listings: count() }).from(listing).where(isPublishedListing)
  return counted?.listings ?? 0
}

/** Where everybody can look at a listing, and when it last changed. */
export async function listPublicPages(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db
    .select({ slug: listing.slug, changedAt: listing.updatedAt })
    .from(listing)
    .where(isPublishedListing)
    .orderBy(asc(listing.createdAt), asc(listing.id))
    .offset(offset)
    .limit(limit)
  return rows.map(({ slug, changedAt }) => ({ path: publicPath(slug), changedAt }))
}
