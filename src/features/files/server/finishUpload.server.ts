import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, upload } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { lockLeadAgent, requireStillMember } from '#platform/auth/lockMembers.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound, unacceptable, unavailable } from '#platform/errors.ts'
import { type FileType, fileTypeInfo } from '#platform/media/fileTypes.ts'
import type { ClaimedType, DetectedType } from '#platform/media/inspectFile.media.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { inspectUploadTask } from '#platform/media/mediaTasks.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { guessDocumentType } from '../naming/guessDocumentType.ts'
import { tidyName } from '../naming/tidyName.ts'
import { toOwnFile } from '../ownFile.ts'
import { cancelUpload, requireUpload, requireUploader } from './beginUpload.server.ts'
import { copyFileEdgesToDisk, copyWholeFileToDisk } from './copyToLocalDisk.server.ts'
import { insertInReadingOrder, lockFiles, lockListing, requireFile } from './files.server.ts'
import { prepareFileJob } from './prepareFile.server.ts'
import { auditFiles } from './recordFiles.server.ts'
import { removeContentJob } from './removeContent.server.ts'
import { addVersion, startNextVersion } from './versions/versionRows.server.ts'

type Upload = typeof upload.$inferSelect

/** Turns a complete upload into a file, if its bytes are what they claim to be. May be repeated. */
export async function finishUpload(services: Services, agent: Agent, id: string) {
  const { database, storage } = services
  const found = await requireUpload(database.db, agent, id)
  if (found.fileId) return describeStoredFile(database.db, found.fileId)
  const uploader = await requireUploader(database.db, agent, found)
  const { path: key, storageUploadId, contentType, contentLength } = found
  await storage.finishUpload({ key, uploadId: storageUploadId ?? undefined, contentType, contentLength })
  const type = await detectTypeOrDiscard(services, uploader, found)
  const finished = await database.db.transaction(async (tx) => {
    await requireStillMember(tx, uploader)
    const [locked] = await tx.select().from(upload).where(eq(upload.id, id)).for('update')
    // Cancelled or swept in the meantime, so its bytes are deleted.
    if (!locked) throw notFound()
    if (locked.fileId) return describeStoredFile(tx, locked.fileId)
    const fileId = found.replacesFileId
      ? await replaceContent(services, tx, uploader, found, type)
      : await addFile(tx, uploader, found, type)
    await tx.update(upload).set({ fileId, finishedAt: new Date() }).where(eq(upload.id, id))
    await services.jobs.enqueue(tx, prepareFileJob, { fileId, path: key })
    return describeStoredFile(tx, fileId)
  })
  meters.uploads.inc({ step: 'finished' })
  meters.uploadedBytes.inc(contentLength)
  return finished
}

const OLD_OFFICE_TYPES = new Set<FileType>([
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
])

/** Bytes that are not what they claim to be are deleted at once. */
async function detectTypeOrDiscard(services: Services, agent: Agent, found: Upload) {
  const { storage } = services
  const claim = { name: found.name, contentType: found.contentType }
  const stored = await storage.stat(found.path)
  const sniffed = await withTemporaryFolder(services.env.DATA_DIR, async (folder) => {
    const path = join(folder, 'upload')
    if (stored?.size !== found.contentLength)
      return { accepted: false as const, why: 'The file arrived with a different size. Please upload it again.' }
    await copyFileEdgesToDisk(storage, found.path, stored.size, path)
    const first = await inspect(services, agent, path, claim)
    if (first.accepted && !OLD_OFFICE_TYPES.has(first.type)) return first
    // Old Office formats can have their type and macros anywhere in the file.
    await copyWholeFileToDisk(storage, found.path, stored.size, path)
    return inspect(services, agent, path, claim)
  })
  const why = sniffed.accepted ? await whyNotReplaceable(services, agent, found, sniffed.type) : sniffed.why
  if (sniffed.accepted && !why) return sniffed.type
  await cancelUpload(services, agent, found.id)
  meters.uploads.inc({ step: 'refused' })
  throw unacceptable(why ?? '')
}

/** In the media process, which has a lane for work that someone is waiting for. */
async function inspect({ media }: Services, agent: Agent, path: string, claim: ClaimedType): Promise<DetectedType> {
  try {
    return await media.run(inspectUploadTask, { path, claim }, agent.id)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    // The upload is kept, so finishing can be tried again.
    if (error.retryable) throw unavailable()
    return { accepted: false, why: error.message }
  }
}

async function whyNotReplaceable({ database }: Services, agent: Agent, { replacesFileId }: Upload, type: FileType) {
  if (!replacesFileId) return undefined
  const { type: before } = await requireFile(database.db, agent, replacesFileId)
  return before === fileTypeOf(type)
    ? undefined
    : 'You can only replace a photo with a photo, and a document with a document.'
}

const fileTypeOf = (type: FileType) => (fileTypeInfo(type).family === 'image' ? ('image' as const) : ('file' as const))

/** Content that is in the storage and has been inspected. */
type NewFile = Pick<Upload, 'path' | 'name' | 'listingId' | 'contentLength'> & {
  /** Instead of the one that we make from the name of the file. */
  givenName?: string
}

/** The caller enqueues its preparation. */
export async function addFile(tx: Db, agent: Agent, found: NewFile, contentType: FileType) {
  const type = fileTypeOf(contentType)
  const userId = await lockLeadAgent(tx, agent)
  if (found.listingId) await lockListing(tx, agent, found.listingId)
  const kind = type === 'file' ? guessDocumentType(found.name) : null
  const [added] = await tx
    .insert(file)
    .values({
      path: found.path,
      name: found.givenName ?? (kind ? tidyName(found.name, kind) : found.name),
      originalName: found.name,
      userId,
      agencyId: agent.agencyId,
      listingId: found.listingId,
      type,
      contentType,
      size: found.contentLength,
      kind,
      state: 'processing',
    })
    .returning()
  if (!added) throw new Error('We couldn’t store the file.')
  if (type === 'file') await addVersion(tx, added, { uploadedById: agent.id })
  if (found.listingId) await insertInReadingOrder(tx, added)
  if (found.listingId && type === 'image') await setCoverIfNone(tx, added.agencyId, found.listingId, added.id)
  await auditFiles(tx, agent, 'files_added', [found])
  return added.id
}

/** The first photo is the cover until the agent chooses another. */
async function setCoverIfNone(tx: Db, agencyId: string, listingId: string, fileId: string) {
  const isListing = and(eq(listing.agencyId, agencyId), eq(listing.id, listingId))
  const [found] = await tx.select({ cover: listing.coverFileId }).from(listing).where(isListing)
  if (found && !found.cover) await tx.update(listing).set({ coverFileId: fileId }).where(isListing)
}

/** Keeps the file's name, type, position and link. The old content of a document is kept as an earlier version. */
async function replaceContent(services: Services, tx: Db, agent: Agent, found: Upload, contentType: FileType) {
  const [old] = await lockFiles(tx, agent, [found.replacesFileId ?? ''])
  if (!old) throw notFound()
  const { path, name: originalName, contentLength: size, note } = found
  // Another report has another date.
  const next = await startNextVersion(tx, old, { path, originalName, contentType, size, issuedOn: null })
  if (old.type === 'file') await addVersion(tx, next, { note, uploadedById: agent.id })
  else await services.jobs.enqueue(tx, removeContentJob, { path: old.path })
  await auditFiles(tx, agent, 'files_replaced', [old])
  return old.id
}

async function describeStoredFile(db: Db, id: string) {
  const [found] = await db.select().from(file).where(eq(file.id, id))
  if (!found) throw new Error('The file no longer exists.')
  return toOwnFile(found)
}
