import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import { StoredDescription, listingState } from './listings.ts'

export const isOwnListing = (agent: Pick<Agent, 'id'>, id: string) => and(eq(listing.id, id), eq(listing.userId, agent.id))

/** One listing with everything its agent edits. */
export async function findListing(db: Db, agent: Agent, id: string) {
  const [found] = await db.select().from(listing).where(isOwnListing(agent, id))
  if (!found) throw notFound()
  return describeListing(found)
}

export function describeListing(row: typeof listing.$inferSelect) {
  const {
    id,
    title,
    subtitle,
    description,
    slug,
    version,
    coverFileId,
    publishedAt,
    archivedAt,
    createdAt,
    updatedAt,
  } = row
  return {
    id,
    title,
    subtitle,
    description: StoredDescription.parse(description),
    slug,
    version,
    coverFileId,
    publishedAt,
    createdAt,
    updatedAt,
    state: listingState({ publishedAt, archivedAt }),
  }
}
