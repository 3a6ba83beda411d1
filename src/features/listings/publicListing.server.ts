import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import { notFound } from '#platform/errors.ts'
import { type PublicListing, StoredDescription } from './listings.ts'

/** Draft, archived and missing look the same to the public. */
export async function findPublicListing(db: Db, idOrSlug: string): Promise<PublicListing> {
  const { id, title, subtitle, description, slug } = listing
  const [found] = await db
    .select({ id, title, subtitle, description, slug, coverFileId: file.id })
    .from(listing)
    .leftJoin(
      file,
      and(eq(file.id, listing.coverFileId), eq(file.listingId, id), eq(file.state, 'ready'), isNull(file.archivedAt)),
    )
    .where(and(or(eq(id, idOrSlug), eq(slug, idOrSlug)), isNotNull(listing.publishedAt), isNull(listing.archivedAt)))
    .limit(1)
  if (!found) throw notFound()
  return { ...found, description: StoredDescription.parse(found.description) }
}
