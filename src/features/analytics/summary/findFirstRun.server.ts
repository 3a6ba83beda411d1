import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import { user } from '#db/schema/user.ts'
import type { Agent } from '#platform/session.server.ts'
import type { DashboardSummary } from '../analytics.ts'

/** The first steps of a new agent that are done. What was archived since was done all the same. */
export async function findFirstRun(db: Db, agent: Agent): Promise<DashboardSummary['firstRun']> {
  const one = { one: sql`1` }
  const listings = (condition?: SQL) =>
    sql<boolean>`exists (${db
      .select(one)
      .from(listing)
      .where(and(eq(listing.userId, agent.id), condition))})`
  const [steps] = await db
    .select({
      hasListing: listings(),
      isPublished: listings(isNotNull(listing.publishedAt)),
      hasFiles: sql<boolean>`exists (${db
        .select(one)
        .from(file)
        .where(and(eq(file.userId, agent.id), isNotNull(file.listingId)))})`,
      isSeen: sql<boolean>`exists (${db
        .select(one)
        .from(event)
        .where(and(eq(event.userId, agent.id), eq(event.event, 'listing_view')))})`,
    })
    .from(user)
    .where(eq(user.id, agent.id))
  return steps ?? { hasListing: false, hasFiles: false, isPublished: false, isSeen: false }
}
