import { and, inArray, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { upload } from '#db/schema/upload.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { originalKey } from '#platform/storage/keys.server.ts'

const DAY = 24 * 3600 * 1000
const AT_ONCE = 500

const Nothing = z.object({})

/** What was begun and never finished goes after a day, and so do bytes that no file knows. */
export const sweepUploads: Job<z.infer<typeof Nothing>, Services> = {
  name: 'sweep_uploads',
  data: Nothing,
  schedule: '7 * * * *',
  queue: { expireInSeconds: 3600 },
  work: (services) => sweepStorage(services, new Date(Date.now() - DAY)),
}

export async function sweepStorage(services: Services, before: Date) {
  const { database, storage } = services
  await forgetUploads(services, before)
  for await (const { key, uploadId, modifiedAt } of storage.listUnfinished())
    if (modifiedAt < before && !(await knownPaths(database.db, [key])).has(key))
      await storage.abandonUpload({ key, uploadId })
  let batch: string[] = []
  for await (const { key, modifiedAt } of storage.list()) {
    if (modifiedAt < before) batch.push(key)
    if (batch.length >= AT_ONCE) {
      await removeOrphans(services, batch)
      batch = []
    }
  }
  await removeOrphans(services, batch)
}

async function forgetUploads({ database: { db }, storage }: Services, before: Date) {
  const old = await db
    .select()
    .from(upload)
    .where(and(lt(upload.createdAt, before), isNull(upload.finishedAt)))
  for (const { path: key, storageUploadId } of old)
    await storage.abandonUpload({ key, uploadId: storageUploadId ?? undefined })
  await db.delete(upload).where(lt(upload.createdAt, before))
}

async function removeOrphans({ database, storage }: Services, keys: string[]) {
  const known = await knownPaths(database.db, keys.map(originalKey))
  for (const key of keys) if (!known.has(originalKey(key))) await storage.remove(key)
}

async function knownPaths(db: Db, paths: string[]) {
  if (paths.length === 0) return new Set<string>()
  const files = await db.select({ path: file.path }).from(file).where(inArray(file.path, paths))
  const uploads = await db.select({ path: upload.path }).from(upload).where(inArray(upload.path, paths))
  return new Set([...files, ...uploads].map(({ path }) => path))
}
