import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { redrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { preparePdfTask, preparePhotoTask } from '#platform/media/mediaTasks.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import { isStorageUnavailable } from '#platform/storage/storage.ts'
import { variantKey } from '#platform/storage/storageKeys.server.ts'
import { announce } from '#platform/webhooks/announce.server.ts'
import { todayIn } from '#ui/format/dates.ts'
import { DEFAULT_TIME_ZONE } from '#values/defaultTimeZone.ts'
import { findIssueDate } from '../naming/findIssueDate.ts'
import { guessDocumentType } from '../naming/guessDocumentType.ts'
import { tidyName } from '../naming/tidyName.ts'
import { copyWholeFileToDisk } from './copyToLocalDisk.server.ts'
import { storePageContents } from './pageContents.server.ts'
import { recordVersion } from './recordFiles.server.ts'
import { addVersion, isVersion } from './versions/versionRows.server.ts'

const PrepareFileData = z.strictObject({ fileId: z.string(), path: z.string() })
type Row = typeof file.$inferSelect
type FileColumns = Partial<typeof file.$inferInsert>

const RETRY_SECONDS = 60

/**
 * Photos get three widths, documents a thumbnail of their first page. Each job prepares the next file in line, which need not be
 * the file that it was enqueued for, so that agents take turns and no one waits behind an agent with many uploads.
 */
export const prepareFileJob: Job<z.infer<typeof PrepareFileData>, Services> = {
  name: 'prepare_file',
  data: PrepareFileData,
  queue: { retryLimit: 3, retryDelay: 10, expireInSeconds: 900 },
  async work(services, _asked, { id: jobId }) {
    const { db } = services.database
    const found = await claimNextFile(db, jobId)
    if (!found) return
    const isSame = isSameVersion(found)
    try {
      const { guess, suggestedIssuedOn, sha256, ...facts } = await prepare(services, found)
      await db.transaction(async (tx) => {
        const done = { ...facts, state: 'ready' as const, failure: null, preparationJobId: null }
        const [ready] = await tx.update(file).set(done).where(isSame).returning()
        if (guess)
          await tx
            .update(file)
            .set(guess)
            .where(and(isSame, eq(file.kind, 'other'), eq(file.name, found.name)))
        if (suggestedIssuedOn)
          await tx
            .update(file)
            .set({ suggestedIssuedOn })
            .where(and(isSame, isNull(file.issuedOn)))
        if (ready?.type === 'file') await storeHash(tx, ready, sha256)
        // After its hash, which the entry has.
        if (ready) await recordVersion(tx, ready)
        if (ready) await announceReady(tx, ready)
        if (ready?.type === 'image' && ready.listingId)
          await redrawSharePictures(tx, services.jobs, ready.agencyId, [ready.listingId])
      })
    } catch (error) {
      if (isStorageUnavailable(error)) return waitForStorage(services, found, error)
      const failure = error instanceof MediaError ? error.message : INTERRUPTED_MESSAGE
      const isHopeless = error instanceof MediaError && !error.retryable
      // The next attempt of this job continues with the same file.
      await db
        .update(file)
        .set({ state: 'failed', failure, preparationJobId: isHopeless ? null : jobId })
        .where(isSame)
      if (!isHopeless) throw error
    }
  },
}

const announceReady = (tx: Db, { id, agencyId, listingId, type, version }: Row) =>
  announce(tx, {
    ...{ agencyId, type: 'file.ready', objectId: id },
    data: { fileId: id, listingId, fileType: type === 'image' ? 'photo' : 'document', version },
  })

/** Not if its content was replaced meanwhile. */
const isSameVersion = ({ id, version }: Row) => and(eq(file.id, id), eq(file.version, version))

async function storeHash(tx: Db, ready: Row, sha256: string) {
  await addVersion(tx, ready)
  await tx
    .update(fileVersion)
    .set({ sha256, pageCount: ready.pageCount })
    .where(isVersion(ready.agencyId, ready.id, ready.version))
}

/** An arbitrary advisory lock id. Files are claimed one at a time. */
const CLAIM_LOCK_ID = 7_250_004

/** The file that an earlier attempt of this job left, else the next: of the agent who was served longest ago, photos first. */
const claimNextFile = (db: Db, jobId: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK_ID})`)
    const [left] = await tx.select({ id: file.id }).from(file).where(eq(file.preparationJobId, jobId))
    const next = left ?? (await findNextFile(tx))
    if (!next) return undefined
    const [taken] = await tx
      .update(file)
      .set({ preparationJobId: jobId, preparationStartedAt: sql`clock_timestamp()` })
      .where(eq(file.id, next.id))
      .returning()
    return taken
  })

async function findNextFile(tx: Db) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select first.id from (
      select distinct on ("userId") id, "userId", type, "createdAt" from ${file}
      where state = 'processing' and "preparationJobId" is null
      order by "userId", type = 'image' desc, "createdAt", id
    ) as first
    order by (select max("preparationStartedAt") from ${file} as done where done."userId" = first."userId") nulls first,
      type = 'image' desc, "createdAt", id
    limit 1`)
  return rows[0]
}

/**
 * The storage is at fault: the file stays in preparation until the storage responds or has room. Each attempt is a new job, because
 * one job has few retries, for files that crash the process.
 */
async function waitForStorage({ database: { db }, jobs, log }: Services, found: Row, err: unknown) {
  const { id: fileId, path } = found
  log.error({ err, job: prepareFileJob.name }, 'storage unavailable')
  await db.transaction(async (tx) => {
    const preparationJobId = await jobs.enqueue(tx, prepareFileJob, { fileId, path }, { startAfter: RETRY_SECONDS })
    // Also moves `updatedAt`: the sweep fails files that were not touched for an hour.
    await tx.update(file).set({ state: 'processing', preparationJobId }).where(isSameVersion(found))
  })
}

export const INTERRUPTED_MESSAGE = 'Preparing this file was interrupted. Please try again.'

interface Prepared extends FileColumns {
  /** Of the bytes that buyers get. Worked out in the one read of the whole content, before the file is ready. */
  sha256: string
  /** A better name and type, unless the agent has changed them meanwhile. */
  guess?: FileColumns
}

function prepare(services: Services, found: Row): Promise<Prepared> {
  const inFolder = (work: (folder: string) => Promise<Prepared>) => withTemporaryFolder(services.env.DATA_DIR, work)
  if (found.type === 'image') return inFolder((folder) => preparePhotoSizes(services, found, folder))
  if (found.contentType === 'application/pdf') return inFolder((folder) => prepareDocument(services, found, folder))
  return hashContent(services, found)
}

/** What is not a PDF is only read for its hash. */
async function hashContent({ storage }: Services, { path }: Row): Promise<Prepared> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(path)) hash.update(chunk)
  return { sha256: hash.digest('hex') }
}

async function preparePhotoSizes(
  { storage, media }: Services,
  { path, size, userId }: Row,
  folder: string,
): Promise<Prepared> {
  const original = join(folder, 'original')
  const sha256 = await copyWholeFileToDisk(storage, path, size, original)
  const { width, height, placeholder, variants } = await media.run(preparePhotoTask, { path: original, folder }, userId)
  for (const [index, wanted] of ['w480', 'w960', 'w1920'].entries()) {
    const variant = variants[index] ?? variants.at(-1)
    if (variant) await storage.write(variantKey(path, wanted), await readFile(join(folder, variant.file)), 'image/webp')
  }
  return { width, height, placeholder, sha256 }
}

async function prepareDocument(services: Services, found: Row, folder: string): Promise<Prepared> {
  const { storage, media } = services
  const { path, size, originalName } = found
  const original = join(folder, 'original')
  const sha256 = await copyWholeFileToDisk(storage, path, size, original)
  const { pages, text, nextText, thumbnail } = await media.run(preparePdfTask, { path: original, folder }, found.userId)
  if (thumbnail)
    await storage.write(variantKey(path, 'w480'), await readFile(join(folder, thumbnail.file)), 'image/webp')
  await storePageContents(services, found, original, folder)
  return {
    pageCount: pages,
    width: thumbnail?.width,
    height: thumbnail?.height,
    sha256,
    suggestedIssuedOn: findIssueDate(`${text}\n${nextText}`, todayIn(DEFAULT_TIME_ZONE)),
    guess: improveGuess(found, guessDocumentType(originalName, text)),
  }
}

/** The first page's text counts only if the file name revealed no type and the agent has chosen none. */
function improveGuess({ kind, name, originalName, replacedAt }: Row, guess: ReturnType<typeof guessDocumentType>) {
  if (kind !== 'other' || guess === 'other' || replacedAt) return undefined
  const isUntouched = name === tidyName(originalName, 'other')
  return { kind: guess, ...(isUntouched && { name: tidyName(originalName, guess) }) }
}
