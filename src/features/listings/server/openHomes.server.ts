import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { isOfListing, type ListingKey, openHome } from '#db/schema/listings.ts'
import { invalidInput } from '#platform/errors.ts'
import type { ListingFacts, StoredOpenHome } from '../facts/facts.schema.ts'

/** The open homes of a listing that were not cancelled, the first one first. */
export const listOpenHomes = (db: Db, listing: ListingKey): Promise<StoredOpenHome[]> =>
  db
    .select({
      id: openHome.id,
      startsAt: openHome.startsAt,
      endsAt: openHome.endsAt,
      note: openHome.note,
      sequence: openHome.sequence,
    })
    .from(openHome)
    .where(and(isOfListing(openHome, listing), isNull(openHome.cancelledAt)))
    .orderBy(asc(openHome.startsAt), asc(openHome.id))

/**
 * Makes the stored open homes the given ones. One that changes keeps its id, so calendars update their entry; one that is left out is
 * cancelled.
 */
export async function saveOpenHomes(tx: Db, listing: ListingKey, wanted: ListingFacts['openHomes']) {
  const stored = new Map((await listOpenHomes(tx, listing)).map((one) => [one.id, one]))
  for (const { id, startsAt, endsAt, note } of wanted) {
    const before = id === undefined ? undefined : stored.get(id)
    if (id !== undefined && !before) throw invalidInput({ openHomes: 'One of these open homes was removed elsewhere' })
    if (!before) await tx.insert(openHome).values({ listingId: listing.id, startsAt, endsAt, note })
    else if (!isSame(before, { startsAt, endsAt, note }))
      await tx
        .update(openHome)
        .set({ startsAt, endsAt, note, sequence: before.sequence + 1 })
        .where(and(isOfListing(openHome, listing), eq(openHome.id, before.id)))
    if (before) stored.delete(before.id)
  }
  const cancelled = [...stored.keys()]
  if (cancelled.length > 0)
    await tx
      .update(openHome)
      .set({ cancelledAt: new Date() })
      .where(and(isOfListing(openHome, listing), inArray(openHome.id, cancelled)))
}

/** It stays as long as it was. False for one that was cancelled meanwhile. */
export async function moveOpenHome(tx: Db, listing: ListingKey, id: string, startsAt: Date) {
  const before = (await listOpenHomes(tx, listing)).find((one) => one.id === id)
  if (!before) return false
  const endsAt = new Date(startsAt.getTime() + before.endsAt.getTime() - before.startsAt.getTime())
  if (!isSame(before, { startsAt, endsAt, note: before.note }))
    await tx
      .update(openHome)
      .set({ startsAt, endsAt, sequence: before.sequence + 1 })
      .where(and(isOfListing(openHome, listing), eq(openHome.id, id)))
  return true
}

export async function insertOpenHome(tx: Db, listingId: string, times: { startsAt: Date; endsAt: Date }) {
  const [added] = await tx
    .insert(openHome)
    .values({ listingId, ...times })
    .returning({ id: openHome.id, startsAt: openHome.startsAt, endsAt: openHome.endsAt })
  if (!added) throw new Error('The open home was not stored.')
  return added
}

/** False for one that was cancelled meanwhile. */
export async function cancelOpenHome(tx: Db, listing: ListingKey, id: string) {
  const cancelled = await tx
    .update(openHome)
    .set({ cancelledAt: new Date() })
    .where(and(isOfListing(openHome, listing), eq(openHome.id, id), isNull(openHome.cancelledAt)))
    .returning({ id: openHome.id })
  return cancelled.length > 0
}

const isSame = (one: Omit<StoredOpenHome, 'id' | 'sequence'>, other: Omit<StoredOpenHome, 'id' | 'sequence'>) =>
  one.startsAt.getTime() === other.startsAt.getTime() &&
  one.endsAt.getTime() === other.endsAt.getTime() &&
  one.note === other.note
