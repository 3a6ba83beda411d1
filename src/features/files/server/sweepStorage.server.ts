import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago, readClock } from '#db/clock.server.ts'
import { dataExport } from '#db/schema/accounts.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { file, fileVersion, upload } from '#db/schema/files.ts'
import { inboundDocument } from '#db/schema/inboundEmails.ts'
import { sharePicture } from '#db/schema/listings.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { originalKey } from '#platform/storage/storageKeys.server.ts'
import { DAY_MS } from '#values/time.ts'
import { isReaderCopy } from './access/readerCopies.server.ts'
import { deleteUpload } from './beginUpload.server.ts'
import { eraseDeletedFiles } from './deleteFiles.server.ts'
import { INTERRUPTED_MESSAGE } from './prepareFile.server.ts'

const MAX_PREPARATION_MS = 3600 * 1000
/** A waiting file has a job in the queue; one that has waited this long has lost its job. */
const MAX_WAIT_MS = DAY_MS
const KEYS_PER_BATCH = 500

const SweepUploadsData = z.object({})

/** Deletes uploads that were not finished within a day, bytes that no file refers to, and what was made for readers a day ago. */
export const sweepStorageJob: Job<z.infer<typeof SweepUploadsData>, Services> = {
  name: 'sweep_uploads',
  data: SweepUploadsData,
  schedule: '7 * * * *',
  queue: { expireInSeconds: 3600 },
  async work(services) {
    await failStuckPreparations(services.database.db)
    await eraseDeletedFiles(services)
    // The storage and PostgreSQL have their own clocks: by the slower one, nothing is deleted too early.
    const now = Math.min(Date.now(), (await readClock(services.database.db)).getTime())
    await sweepStorage(services, new Date(now - DAY_MS))
  },
}

export async function sweepStorage(services: Services, before: Date) {
  const { database, storage } = services
  await deleteOldUploads(services, before)
  for await (const { key, uploadId, modifiedAt } of storage.listUnfinished())
    if (modifiedAt < before && !(await isUnfinished(database.db, uploadId)))
      await storage.abandonUpload({ key, uploadId })
  let batch: string[] = []
  for await (const { key, modifiedAt } of storage.list()) {
    if (modifiedAt < before) batch.push(key)
    if (batch.length >= KEYS_PER_BATCH) {
      await removeOrphans(services, batch)
      batch = []
    }
  }
  await removeOrphans(services, batch)
}

async function deleteOldUploads(services: Services, before: Date) {
  const { db } = services.database
  const old = await db
    .select({ id: upload.id })
    .from(upload)
    .where(and(lt(upload.createdAt, before), isNull(upload.finishedAt)))
  for (const { id } of old) await deleteUpload(services, id)
  await db.delete(upload).where(and(lt(upload.createdAt, before), isNotNull(upload.finishedAt)))
}

async function isUnfinished(db: Db, storageUploadId: string) {
  const [found] = await db
    .select({ id: upload.id })
    .from(upload)
    .where(and(eq(upload.storageUploadId, storageUploadId), isNull(upload.finishedAt)))
  return found !== undefined
}

/** Marks abandoned preparations as failed, so that the agent can retry them. */
const failStuckPreparations = (db: Db) =>
  db
    .update(file)
    .set({ state: 'failed', failure: INTERRUPTED_MESSAGE })
    .where(
      and(
        eq(file.state, 'processing'),
        or(
          and(isNotNull(file.preparationJobId), lt(file.updatedAt, ago(MAX_PREPARATION_MS))),
          lt(file.updatedAt, ago(MAX_WAIT_MS)),
        ),
      ),
    )

async function removeOrphans({ database, storage }: Services, keys: string[]) {
  const known = await knownPaths(database.db, keys.map(originalKey))
  for (const key of keys) if (!known.has(originalKey(key)) || isReaderCopy(key)) await storage.remove(key)
}

async function knownPaths(db: Db, paths: string[]) {
  if (paths.length === 0) return new Set<string>()
  const files = await db
    .select({ path: file.path })
    .from(file)
    .where(and(inArray(file.path, paths), isNull(file.erasedAt)))
  const versions = await db
    .select({ path: fileVersion.path })
    .from(fileVersion)
    .where(and(inArray(fileVersion.path, paths), isNull(fileVersion.erasedAt)))
  const uploads = await db.select({ path: upload.path }).from(upload).where(inArray(upload.path, paths))
  const pictures = await db
    .select({ path: sharePicture.path })
    .from(sharePicture)
    .where(inArray(sharePicture.path, paths))
  const exports = await db.select({ path: dataExport.path }).from(dataExport).where(inArray(dataExport.path, paths))
  const feeds = await db.select({ path: feedRun.path }).from(feedRun).where(inArray(feedRun.path, paths))
  const emailed = await db
    .select({ path: inboundDocument.path })
    .from(inboundDocument)
    .where(inArray(inboundDocument.path, paths))
  return new Set(
    [...files, ...versions, ...uploads, ...pictures, ...exports, ...feeds, ...emailed].map(({ path }) => path),
  )
}
