import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { recordEntry } from '#db/schema/record.ts'
import { AppError, unacceptable } from '#platform/errors.ts'
import type { Job, Jobs } from '#platform/jobs/jobs.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { ByteRange, Storage } from '#platform/storage/storage.ts'
import { variantKey } from '#platform/storage/storageKeys.server.ts'
import type { pageWidths } from '../../media/documentTasks.ts'
import { renderDocumentPageTask, stampPdfTask } from '../../media/documentTasks.ts'
import { withLocalCopy } from '../copyToLocalDisk.server.ts'

/** Whose name stands across the pages. */
export interface Watermark {
  /** Tells readers apart. */
  readerId: string
  /** Empty for someone who only gave an address that was known already: the name would tell them whose it is. */
  name: string
  email: string
  /** The listing's, for the time beside the name. */
  timeZone: string
}

interface StoredDocument {
  path: string
  size: number
  contentType: string | null
}

/** All copies of a reader begin alike, whatever the details were, so that they can be found and deleted with the reader. */
const copyPrefix = (readerId: string) => `m${hashDigits(readerId, 16)}`

/** A reader has one copy of each version, until the details change or the copy is a day old (`isReaderCopy`). */
const copyVariant = ({ readerId, name, email }: Watermark) =>
  copyPrefix(readerId) + hashDigits([name, email].join('\n'), 8)

const hashDigits = (text: string, digits: number) => createHash('sha256').update(text).digest('hex').slice(0, digits)

const pageVariant = (page: number, width: number, watermark: Watermark | undefined) =>
  `${watermark ? copyVariant(watermark) : ''}p${page}w${width}`

/** Pages and stamped copies are made for readers, and are deleted a day later. */
export const isReaderCopy = (key: string) => /-(?:m[0-9a-f]{24}(?:u|f|p\d+w\d+)|p\d+w\d+)$/.test(key)

function watermarkText({ name, email, timeZone }: Watermark) {
  const format = new Intl.DateTimeFormat('en-NZ', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return [name, email, format.format(new Date())].filter(Boolean).join(' · ')
}

interface PageOptions {
  page: number
  width: (typeof pageWidths)[number]
  watermark?: Watermark
  /** The reader. Readers take turns in the media process. */
  owner: string
  /** Called before a page is drawn, which is the expensive part. */
  beforeDrawing: () => Promise<unknown>
}

/** A page as WebP. It is drawn once for each width, and for each reader if their name is across it. */
export async function readPagePicture(services: Services, document: StoredDocument, options: PageOptions) {
  const { page, width, watermark, owner } = options
  const { storage, media } = services
  const key = variantKey(document.path, pageVariant(page, width, watermark))
  const stored = await ignoreMissing(storage.read(key).then(buffer))
  if (stored) return stored
  await options.beforeDrawing()
  const picture = await withLocalCopy(services, document, (path) =>
    explainFailure(
      media.run(
        renderDocumentPageTask,
        {
          ...{ path, page, width },
          isPdf: document.contentType === 'application/pdf',
          watermark: watermark && watermarkText(watermark),
        },
        owner,
      ),
    ),
  )
  await storage.write(key, picture, 'image/webp')
  return picture
}

/** Bytes that can be sent in part. */
export interface SendableFile {
  size: number
  read(range: ByteRange): Promise<Readable>
}

/** A reader's copy of a PDF. The original is streamed, and only what is appended to it is stored for each reader. */
export async function openStampedPdf(
  services: Services,
  document: StoredDocument,
  watermark: Watermark,
  owner: string,
): Promise<SendableFile> {
  const found =
    (await findStamp(services.storage, document, watermark)) ?? (await stamp(services, document, watermark, owner))
  const { key, size, isWhole } = found
  const { storage } = services
  if (isWhole) return { size, read: (range) => storage.read(key, range) }
  return {
    size: document.size + size,
    read: async (range) => Readable.from(readJoined(storage, document, key, range), { objectMode: false }),
  }
}

async function* readJoined(
  storage: Storage,
  { path, size }: StoredDocument,
  update: string,
  { start, end }: ByteRange,
) {
  if (start < size) yield* await storage.read(path, { start, end: Math.min(end, size - 1) })
  if (end >= size) yield* await storage.read(update, { start: Math.max(0, start - size), end: end - size })
}

async function findStamp(storage: Storage, { path }: StoredDocument, watermark: Watermark) {
  for (const kind of ['u', 'f']) {
    const key = variantKey(path, copyVariant(watermark) + kind)
    const stored = await storage.stat(key)
    if (stored) return { key, size: stored.size, isWhole: kind === 'f' }
  }
  return undefined
}

async function stamp(services: Services, document: StoredDocument, watermark: Watermark, owner: string) {
  const { storage, media, env } = services
  await withTemporaryFolder(env.DATA_DIR, (folder) =>
    withLocalCopy(services, document, async (path) => {
      const request = { path, folder, watermark: watermarkText(watermark) }
      const { file, isWhole } = await explainFailure(media.run(stampPdfTask, request, owner))
      const key = variantKey(document.path, copyVariant(watermark) + (isWhole ? 'f' : 'u'))
      await storage.write(key, createReadStream(join(folder, file)), 'application/octet-stream')
    }),
  )
  const stored = await findStamp(storage, document, watermark)
  if (!stored) throw new Error('A stamped copy was not stored.')
  return stored
}

/** The reader gets the reason, and no error of ours. */
async function explainFailure<Result>(work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    throw error instanceof MediaError ? unacceptable(error.message) : error
  }
}

async function ignoreMissing<Result>(work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

const RemoveReaderCopiesData = z.strictObject({ listingId: z.string(), readerIds: z.array(z.string()) })
type RemoveReaderCopiesData = z.infer<typeof RemoveReaderCopiesData>

/** Longer than it takes to draw or stamp what was asked for just before. */
const LATE_COPY_DELAY_SECONDS = 10 * 60

/**
 * Deletes what was drawn and stamped for some readers of a listing. In the transaction that erases them; and once more later, for a copy
 * that was being made meanwhile.
 */
export async function removeReaderCopies(tx: Db, jobs: Jobs, data: RemoveReaderCopiesData) {
  await jobs.enqueue(tx, removeReaderCopiesJob, data)
  await jobs.enqueue(tx, removeReaderCopiesJob, data, { startAfter: LATE_COPY_DELAY_SECONDS })
}

export const removeReaderCopiesJob: Job<RemoveReaderCopiesData, Services> = {
  name: 'remove_reader_copies',
  data: RemoveReaderCopiesData,
  async work({ database: { db }, storage }, { listingId, readerIds }) {
    for (const path of await listDocumentPaths(db, listingId)) {
      const prefixes = readerIds.map((readerId) => variantKey(path, copyPrefix(readerId)))
      for await (const { key } of storage.list(variantKey(path, 'm')))
        if (prefixes.some((prefix) => key.startsWith(prefix))) await storage.remove(key)
    }
  },
}

/** Of all versions of the listing's documents, also of those that have left it since: the record has them. */
async function listDocumentPaths(db: Db, listingId: string) {
  const recorded = db
    .select({ fileId: recordEntry.fileId })
    .from(recordEntry)
    .where(and(eq(recordEntry.listingId, listingId), isNotNull(recordEntry.fileId)))
  const rows = await db
    .selectDistinct({ path: fileVersion.path })
    .from(fileVersion)
    .innerJoin(file, and(eq(file.id, fileVersion.fileId), eq(file.agencyId, fileVersion.agencyId)))
    .where(and(isNull(fileVersion.erasedAt), or(eq(file.listingId, listingId), inArray(file.id, recorded))))
  return rows.map(({ path }) => path)
}
