import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import { notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'

type Owner = Pick<Agent, 'id'>

const isOwnListing = (agent: Owner, id: string) => and(eq(listing.id, id), eq(listing.userId, agent.id))
export const isOwnFile = (agent: Owner, ids: string[]) =>
  and(inArray(file.id, ids), eq(file.userId, agent.id), isNull(file.erasedAt))

export async function requireFile(db: Db, agent: Owner, id: string) {
  const [found] = await db
    .select()
    .from(file)
    .where(isOwnFile(agent, [id]))
  if (!found) throw notFound()
  return found
}

/**
 * All of them, or not found: half a deed helps nobody. First the listings they lie in, and the one they go to, then the files,
 * each in the order of their ids: whoever locks in one order cannot wait for somebody who waits for them.
 */
export async function lockFilesAndListings(tx: Db, agent: Owner, ids: string[], target?: string | null) {
  const wanted = await listListingIds(tx, agent, ids, target)
  if (target) await requireOwnListing(tx, agent, target)
  await tx
    .select({ id: listing.id })
    .from(listing)
    .where(inArray(listing.id, wanted))
    .orderBy(listing.id)
    .for('no key update')
  return lockFiles(tx, agent, ids)
}

/** The listings that these files are in, and the one they go to. */
export async function listListingIds(db: Db, agent: Owner, ids: string[], target?: string | null) {
  const current = await db.select({ id: file.listingId }).from(file).where(isOwnFile(agent, ids))
  return [...current.map(({ id }) => id), target].filter((id) => typeof id === 'string')
}

/** For deeds that have locked the listing already. */
export async function lockFiles(tx: Db, agent: Owner, ids: string[]) {
  const found = await tx.select().from(file).where(isOwnFile(agent, ids)).orderBy(file.id).for('update')
  if (found.length !== new Set(ids).size) throw notFound()
  return found
}

export async function requireOwnListing(db: Db, agent: Owner, id: string) {
  const [found] = await db.select({ id: listing.id }).from(listing).where(isOwnListing(agent, id))
  if (!found) throw notFound()
}

/** Locked, so that what is done around its files happens one thing after another. */
export async function lockListing(tx: Db, agent: Owner, id: string) {
  const [found] = await tx.select().from(listing).where(isOwnListing(agent, id)).for('no key update')
  if (!found) throw notFound()
  return found
}
