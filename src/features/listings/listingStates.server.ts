import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import { isOwn } from './findListing.server.ts'
import { stateOf } from './listings.ts'

type Change = Partial<Record<'publishedAt' | 'archivedAt' | 'updatedAt', unknown>>

/** The smallest step that the trigger takes for one of ours: what is put away and had back is in its old place again. */
const barelyMoved = { updatedAt: sql`${listing.updatedAt} + interval '1 microsecond'` }

/** What was published keeps its date when it is published again without a pause. */
export const publishListing = (db: Db, agent: Agent, id: string) =>
  change(db, agent, id, { publishedAt: sql`coalesce(${listing.publishedAt}, now())` })
export const unpublishListing = (db: Db, agent: Agent, id: string) => change(db, agent, id, { publishedAt: null })
export const archiveListing = (db: Db, agent: Agent, id: string) =>
  change(db, agent, id, { archivedAt: sql`coalesce(${listing.archivedAt}, now())`, ...barelyMoved })
export const restoreListing = (db: Db, agent: Agent, id: string) =>
  change(db, agent, id, { archivedAt: null, ...barelyMoved })

const isPublic = (one: Parameters<typeof stateOf>[0]) => stateOf(one) === 'published'

async function change(db: Db, agent: Agent, id: string, values: Change) {
  const changed = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(listing).where(isOwn(agent, id)).for('no key update')
    if (!before) throw notFound()
    const [after = before] = await tx
      .update(listing)
      .set(values as Partial<typeof listing.$inferInsert>)
      .where(isOwn(agent, id))
      .returning()
    if (isPublic(before) !== isPublic(after))
      await writeAudit(tx, agent.id, isPublic(after) ? 'listing_published' : 'listing_taken_down', { listingId: id })
    return after
  })
  return { id, state: stateOf(changed), publishedAt: changed.publishedAt }
}
