import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { file, fileOrder, fileVersion } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { type DocumentType, sortDocuments } from '#features/listings/documentTypes.ts'
import { isReachableListing } from '#features/listings/server/listings.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent, Membership } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { cleanFileName, type UpdateFileInput } from '../files.schema.ts'
import { toOwnFile } from '../ownFile.ts'
import { prepareFileJob } from './prepareFile.server.ts'
import { auditFiles, recordMoves, recordVisibility } from './recordFiles.server.ts'
import { isVersion } from './versions/versionRows.server.ts'

/** Changes a file's name or type, or the date on a document. */
export const updateFile = (db: Db, agent: Agent, { id, name, kind, issuedOn }: UpdateFileInput) =>
  db.transaction(async (tx) => {
    const clean = name === undefined ? undefined : cleanFileName(name)
    if (clean === null) throw invalidInput({ name: 'We can’t use this name' })
    if (issuedOn) await refuseFutureDay(tx, agent, issuedOn)
    const [changed] = await tx
      .update(file)
      .set({
        name: clean ?? sql`${file.name}`,
        kind: kind ?? sql`${file.kind}`,
        ...(issuedOn !== undefined && { issuedOn, suggestedIssuedOn: null }),
      })
      .where(isReachableFile(agent, [id]))
      .returning()
    if (!changed) throw notFound()
    if (issuedOn !== undefined)
      await tx
        .update(fileVersion)
        .set({ issuedOn })
        .where(isVersion(changed.agencyId, changed.id, changed.version))
    return toOwnFile(changed)
  })

async function refuseFutureDay(tx: Db, agent: Agent, day: string) {
  const {
    rows: [row],
  } = await tx.execute<{ isFuture: boolean }>(
    sql`select ${day}::date > (now() at time zone ${agentTimeZone(agent.id)})::date as "isFuture"`,
  )
  if (row?.isFuture) throw invalidInput({ issuedOn: 'This date is in the future' })
}

/** Orders a listing's photos or documents. The ids must be all of them. */
export const orderFiles = (db: Db, agent: Agent, listingId: string, ids: string[]) =>
  db.transaction(async (tx) => {
    await lockListing(tx, agent, listingId)
    const chosen = await lockFiles(tx, agent, ids)
    const [first] = chosen
    const alike = chosen.every((one) => one.listingId === listingId && one.type === first?.type && !one.archivedAt)
    if (!alike) throw notFound()
    const total = await tx.$count(
      file,
      and(
        eq(file.agencyId, agent.agencyId),
        eq(file.listingId, listingId),
        eq(file.type, first?.type ?? 'file'),
        isNull(file.archivedAt),
      ),
    )
    if (total !== ids.length)
      throw conflict('The files have changed since you opened this page. Reload it and try again.')
    await writeOrder(tx, agent.agencyId, ids)
  })

/** Moves files to another listing, or to none. */
export const moveFiles = (db: Db, agent: Agent, ids: string[], listingId: string | null) =>
  db.transaction(async (tx) => {
    const moved = await lockFilesAndListings(tx, agent, ids, listingId)
    await tx.update(file).set({ listingId, rank: null }).where(isFileOfAgency(agent, ids))
    if (listingId) for (const one of moved) await insertInReadingOrder(tx, { ...one, listingId })
    await replaceMissingCovers(tx, agent, ids)
    await recordMoves(tx, agent.agencyId, moved, listingId)
    const others = moved.filter((one) => one.listingId !== listingId)
    await auditFiles(tx, agent, 'files_removed', others)
    await auditFiles(
      tx,
      agent,
      'files_added',
      others.map(() => ({ listingId })),
    )
  })

export const archiveFiles = (db: Db, agent: Agent, ids: string[]) =>
  db.transaction(async (tx) => {
    const before = await lockFilesAndListings(tx, agent, ids)
    await tx
      .update(file)
      .set({ archivedAt: sql`coalesce(${file.archivedAt}, now())` })
      .where(isFileOfAgency(agent, ids))
    await replaceMissingCovers(tx, agent, ids)
    const removed = before.filter(({ archivedAt }) => !archivedAt)
    await recordVisibility(tx, agent.agencyId, removed, 'removed')
    await auditFiles(tx, agent, 'files_removed', removed)
  })

export const restoreFiles = (db: Db, agent: Agent, ids: string[]) =>
  db.transaction(async (tx) => {
    const before = await lockFilesAndListings(tx, agent, ids)
    await tx.update(file).set({ archivedAt: null, deletedAt: null }).where(isFileOfAgency(agent, ids))
    const restored = before.filter(({ archivedAt }) => archivedAt)
    await recordVisibility(tx, agent.agencyId, restored, 'restored')
    await auditFiles(tx, agent, 'files_restored', restored)
  })

/** A listing that has lost its cover gets its first photo instead. */
async function replaceMissingCovers(tx: Db, { agencyId }: Owner, ids: string[]) {
  const isElsewhere = sql`${file.listingId} is distinct from ${listing.id}`
  const lost = tx
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.agencyId, agencyId), inArray(file.id, ids), or(isElsewhere, isNotNull(file.archivedAt))))
  const firstPhoto = tx
    .select({ id: file.id })
    .from(file)
    .where(
      and(eq(file.agencyId, agencyId), eq(file.listingId, listing.id), eq(file.type, 'image'), isNull(file.archivedAt)),
    )
    .orderBy(...fileOrder)
    .limit(1)
  await tx
    .update(listing)
    .set({ coverFileId: sql`(${firstPhoto})` })
    .where(and(eq(listing.agencyId, agencyId), inArray(listing.coverFileId, lost)))
}

export const chooseCover = (db: Db, agent: Agent, listingId: string, fileId: string | null) =>
  db.transaction(async (tx) => {
    await lockListing(tx, agent, listingId)
    const [photo] = fileId ? await lockFiles(tx, agent, [fileId]) : []
    if (fileId && (photo?.listingId !== listingId || photo.type !== 'image' || photo.archivedAt)) throw notFound()
    await tx.update(listing).set({ coverFileId: fileId }).where(isReachableListing(agent, listingId))
  })

/** Prepares a file again after a failure. */
export const retryFile = ({ database: { db }, jobs }: Services, agent: Agent, id: string) =>
  db.transaction(async (tx) => {
    const [found] = await lockFiles(tx, agent, [id])
    if (found?.state !== 'failed') return
    await tx
      .update(file)
      .set({ state: 'processing', failure: null, preparationJobId: null })
      .where(isFileOfAgency(agent, [id]))
    await jobs.enqueue(tx, prepareFileJob, { fileId: id, path: found.path })
  })

type FileRow = typeof file.$inferSelect

/**
 * A new photo goes last. A new document goes where buyers look for its type: before the first that they read later. The agent's
 * own order is kept. The caller has locked the listing.
 */
export async function insertInReadingOrder(tx: Db, added: FileRow) {
  const others = await listOtherFiles(tx, added)
  const at = others.findIndex((other) => added.type === 'file' && isReadBefore(added, other))
  const order = at < 0 ? [...others, added] : others.toSpliced(at, 0, added)
  await writeOrder(
    tx,
    added.agencyId,
    order.map(({ id }) => id),
  )
}

const isReadBefore = (a: FileRow, b: FileRow) => sortDocuments([toDocument(b), toDocument(a)])[0]?.id === a.id
const toDocument = ({ id, kind, name }: FileRow) => ({ id, kind: (kind ?? 'other') as DocumentType, name })

async function listOtherFiles(tx: Db, added: FileRow) {
  const rows = await tx
    .select()
    .from(file)
    .where(
      and(
        eq(file.agencyId, added.agencyId),
        eq(file.listingId, added.listingId ?? ''),
        eq(file.type, added.type),
        isNull(file.archivedAt),
      ),
    )
    .orderBy(...fileOrder)
  return rows.filter(({ id }) => id !== added.id)
}

async function writeOrder(tx: Db, agencyId: string, ids: string[]) {
  await tx.execute(sql`
    update ${file} set rank = place.rank from unnest(${sql.param(ids)}::text[]) with ordinality as place (id, rank)
    where ${file.agencyId} = ${agencyId} and ${file.id} = place.id and ${file.rank} is distinct from place.rank`)
}

type Owner = Membership

/** Files that were found within reach before. */
export const isFileOfAgency = ({ agencyId }: Owner, ids: string[]) =>
  and(eq(file.agencyId, agencyId), inArray(file.id, ids))

const isReachableFile = (agent: Owner, ids: string[]) =>
  and(inArray(file.id, ids), isWithinReach(agent, file), isNull(file.erasedAt))

export async function requireFile(db: Db, agent: Owner, id: string) {
  const [found] = await db
    .select()
    .from(file)
    .where(isReachableFile(agent, [id]))
  if (!found) throw notFound()
  return found
}

/**
 * All files, or not found. Locks their listings and the target listing first, then the files, each by id: consistent lock order
 * prevents deadlocks.
 */
export async function lockFilesAndListings(tx: Db, agent: Owner, ids: string[], target?: string | null) {
  const wanted = await findAffectedListingIds(tx, agent, ids, target)
  if (target) await requireOwnListing(tx, agent, target)
  await tx
    .select({ id: listing.id })
    .from(listing)
    .where(and(eq(listing.agencyId, agent.agencyId), inArray(listing.id, wanted)))
    .orderBy(listing.id)
    .for('no key update')
  return lockFiles(tx, agent, ids)
}

/** The listings that these files belong to, and the one they move to. */
export async function findAffectedListingIds(db: Db, agent: Owner, ids: string[], target?: string | null) {
  const current = await db.select({ id: file.listingId }).from(file).where(isReachableFile(agent, ids))
  return [...current.map(({ id }) => id), target].filter((id) => typeof id === 'string')
}

/** All files, or not found. The caller has locked the listing. */
export async function lockFiles(tx: Db, agent: Owner, ids: string[]) {
  const found = await tx.select().from(file).where(isReachableFile(agent, ids)).orderBy(file.id).for('update')
  if (found.length !== new Set(ids).size) throw notFound()
  return found
}

export async function requireOwnListing(db: Db, agent: Owner, id: string) {
  const [found] = await db.select({ id: listing.id }).from(listing).where(isReachableListing(agent, id))
  if (!found) throw notFound()
}

/** Serialises changes to a listing's files. */
export async function lockListing(tx: Db, agent: Owner, id: string) {
  const [found] = await tx.select().from(listing).where(isReachableListing(agent, id)).for('no key update')
  if (!found) throw notFound()
  return found
}
