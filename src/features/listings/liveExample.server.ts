import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import type { Env } from '#platform/env.server.ts'
import { publicPath } from './publicLink.ts'

/** Where visitors who wonder what they get can see it: the listing that LIVE_EXAMPLE names, while everybody may look at it. */
export async function findLiveExample(db: Db, { LIVE_EXAMPLE: slug }: Pick<Env, 'LIVE_EXAMPLE'>) {
  if (!slug) return null
  const [found] = await db
    .select({ slug: listing.slug })
    .from(listing)
    .where(and(eq(listing.slug, slug), isNotNull(listing.publishedAt), isNull(listing.archivedAt)))
  return found ? publicPath(found.slug) : null
}
