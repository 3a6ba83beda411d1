import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import { isOwnListing } from './findListing.server.ts'
import { listingState } from './listings.ts'

type StateChange = Partial<Record<'publishedAt' | 'archivedAt' | 'updatedAt', unknown>>

/** The smallest step that the trigger takes for one of ours: what is put away and had back is in its old place again. */
const keepPlace = { updatedAt: sql`${listing.updatedAt} + interval '1 microsecond'` }

/** What was published keeps its date when it is published again without a pause. */
export const publishListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, { publishedAt: sql`coalesce(${listing.publishedAt}, now())` })
export const unpublishListing = (db: Db, agent: Agent, id: string) => changeState(db, agent, id, { publishedAt: null })
export const archiveListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, { archivedAt: sql`coalesce(${listing.archivedAt}, now())`, ...keepPlace })
export const restoreListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, { archivedAt: null, ...keepPlace })

const isPublished = (one: Parameters<typeof listingState>[0]) => listingState(one) === 'published'

async function changeState(db: Db, agent: Agent, id: string, values: StateChange) {
  const changed = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(listing).where(isOwnListing(agent, id)).for('no key update')
    if (!before) throw notFound()
    const [after = before] = await tx
      .update(listing)
      .set(values as Partial<typeof listing.$inferInsert>)
      .where(isOwnListing(agent, id))
      .returning()
    if (isPublished(before) !== isPublished(after))
      await writeAudit(tx, agent.id, isPublished(after) ? 'listing_published' : 'listing_taken_down', { listingId: id })
    return after
  })
  return { id, state: listingState(changed), publishedAt: changed.publishedAt }
}
