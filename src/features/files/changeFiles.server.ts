import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { describeFile } from './describeFile.ts'
import { cleanFileName } from './fileNames.ts'
import type { ChangeFileInput } from './files.ts'
import { isOwnFile, lockFiles, lockFilesAndListings, lockListing } from './ownFiles.server.ts'
import { placeFile, writeOrder } from './placeFile.server.ts'
import { prepareFile } from './prepareFile.server.ts'

/** Another name or another kind. */
export async function changeFile(db: Db, agent: Agent, { id, name, kind }: ChangeFileInput) {
  const clean = name === undefined ? undefined : cleanFileName(name)
  if (clean === null) throw invalidInput({ name: 'We can’t use this name' })
  const [changed] = await db
    .update(file)
    .set({ name: clean ?? sql`${file.name}`, kind: kind ?? sql`${file.kind}` })
    .where(isOwnFile(agent, [id]))
    .returning()
  if (!changed) throw notFound()
  return describeFile(changed)
}

/** Photos or documents of a listing in the order of these ids, which must be all of them. */
export const orderFiles = (db: Db, agent: Agent, listingId: string, ids: string[]) =>
  db.transaction(async (tx) => {
    await lockListing(tx, agent, listingId)
    const chosen = await lockFiles(tx, agent, ids)
    const [first] = chosen
    const alike = chosen.every((one) => one.listingId === listingId && one.type === first?.type && !one.archivedAt)
    if (!alike) throw notFound()
    const all = await tx
      .select({ id: file.id })
      .from(file)
      .where(and(eq(file.listingId, listingId), eq(file.type, first?.type ?? 'file'), isNull(file.archivedAt)))
    if (all.length !== ids.length)
      throw conflict('The files have changed since you opened this page. Reload it and try again.')
    await writeOrder(tx, ids)
  })

/** To another listing, or to none. */
export const moveFiles = (db: Db, agent: Agent, ids: string[], listingId: string | null) =>
  db.transaction(async (tx) => {
    const moved = await lockFilesAndListings(tx, agent, ids, listingId)
    await tx.update(file).set({ listingId, rank: null }).where(inArray(file.id, ids))
    if (listingId) for (const one of moved) await placeFile(tx, { ...one, listingId })
    await replaceMissingCovers(tx, ids)
  })

export const archiveFiles = (db: Db, agent: Agent, ids: string[]) =>
  db.transaction(async (tx) => {
    await lockFilesAndListings(tx, agent, ids)
    await tx
      .update(file)
      .set({ archivedAt: sql`coalesce(${file.archivedAt}, now())` })
      .where(inArray(file.id, ids))
    await replaceMissingCovers(tx, ids)
  })

export const restoreFiles = (db: Db, agent: Agent, ids: string[]) =>
  db.transaction(async (tx) => {
    await lockFilesAndListings(tx, agent, ids)
    await tx.update(file).set({ archivedAt: null, deletedAt: null }).where(inArray(file.id, ids))
  })

/** A listing whose cover is gone gets its first photo instead. */
async function replaceMissingCovers(tx: Db, ids: string[]) {
  const uncovered = await tx
    .select({ id: listing.id, cover: listing.coverFileId, home: file.listingId, archivedAt: file.archivedAt })
    .from(listing)
    .innerJoin(file, eq(file.id, listing.coverFileId))
    .where(inArray(listing.coverFileId, ids))
  for (const { id, home, archivedAt } of uncovered) {
    if (home === id && !archivedAt) continue
    const [next] = await tx
      .select({ id: file.id })
      .from(file)
      .where(and(eq(file.listingId, id), eq(file.type, 'image'), isNull(file.archivedAt)))
      .orderBy(sql`${file.rank} asc nulls last`, asc(file.createdAt))
      .limit(1)
    await tx
      .update(listing)
      .set({ coverFileId: next?.id ?? null })
      .where(eq(listing.id, id))
  }
}

export const chooseCover = (db: Db, agent: Agent, listingId: string, fileId: string | null) =>
  db.transaction(async (tx) => {
    await lockListing(tx, agent, listingId)
    const [photo] = fileId ? await lockFiles(tx, agent, [fileId]) : []
    if (fileId && (photo?.listingId !== listingId || photo.type !== 'image' || photo.archivedAt)) throw notFound()
    await tx.update(listing).set({ coverFileId: fileId }).where(eq(listing.id, listingId))
  })

/** Once more, for a file that could not be prepared. */
export const retryFile = ({ database: { db }, jobs }: Services, agent: Agent, id: string) =>
  db.transaction(async (tx) => {
    const [found] = await lockFiles(tx, agent, [id])
    if (found?.state !== 'failed') return
    await tx.update(file).set({ state: 'processing', failure: null, preparationJobId: null }).where(eq(file.id, id))
    await jobs.enqueue(tx, prepareFile, { fileId: id, path: found.path })
  })
