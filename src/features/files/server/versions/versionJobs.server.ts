import { createHash } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { DEFAULT_VERSION_RETENTION_MONTHS, profile } from '#db/schema/accounts.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { isVersion, removeUnusedContent } from './versionRows.server.ts'

const NoData = z.object({})
const VERSIONS_PER_BATCH = 500

/** Deletes the content of earlier versions that buyers have opened, once it was kept as long as the agent wants. The rows stay. */
export const eraseOldVersionsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'erase_old_versions',
  data: NoData,
  schedule: '11 4 * * *',
  async work({ database: { db }, jobs }) {
    for (;;) {
      const due = await findDueVersions(db)
      for (const { agencyId, fileId, version } of due)
        await db.transaction(async (tx) => {
          // Nobody restores it meanwhile.
          await tx
            .select({ id: file.id })
            .from(file)
            .where(and(eq(file.agencyId, agencyId), eq(file.id, fileId)))
            .for('update')
          const [erased] = await tx
            .update(fileVersion)
            .set({ erasedAt: now })
            .where(and(isVersion(agencyId, fileId, version), isNull(fileVersion.erasedAt)))
            .returning({ path: fileVersion.path })
          if (erased) await removeUnusedContent(tx, jobs, erased.path)
        })
      if (due.length < VERSIONS_PER_BATCH) return
    }
  },
}

function findDueVersions(db: Db) {
  const months = sql`coalesce(${profile.versionRetentionMonths}, ${DEFAULT_VERSION_RETENTION_MONTHS})`
  return db
    .select({ agencyId: fileVersion.agencyId, fileId: fileVersion.fileId, version: fileVersion.version })
    .from(fileVersion)
    .innerJoin(file, and(eq(file.id, fileVersion.fileId), eq(file.agencyId, fileVersion.agencyId)))
    .leftJoin(profile, eq(profile.userId, file.userId))
    .where(
      and(
        isNotNull(fileVersion.firstOpenedAt),
        isNull(fileVersion.erasedAt),
        ne(fileVersion.version, file.version),
        sql`${fileVersion.replacedAt} < now() - make_interval(months => ${months}::int)`,
      ),
    )
    .orderBy(fileVersion.fileId, fileVersion.version)
    .limit(VERSIONS_PER_BATCH)
}

/** Works out the hashes of versions from before there were any. Newer ones get theirs while they are prepared. */
export const hashVersionsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'hash_versions',
  data: NoData,
  schedule: '34 * * * *',
  queue: { expireInSeconds: 3600 },
  async work({ database: { db }, storage, log }) {
    await addMissingVersions(db)
    let after = { fileId: '', version: 0 }
    for (;;) {
      const waiting = await findVersionsWithoutHash(db, after)
      for (const { agencyId, fileId, version, path } of waiting) {
        after = { fileId, version }
        const sha256 = await hashStored(storage, path)
        if (sha256)
          await db
            .update(fileVersion)
            .set({ sha256 })
            .where(isVersion(agencyId, fileId, version))
        else log.warn({ fileId, version }, 'the content of a version is missing')
      }
      if (waiting.length < VERSIONS_PER_BATCH) return
    }
  },
}

/** Documents that a process of the release before stored during an upgrade. */
async function addMissingVersions(db: Db) {
  await db.execute(sql`
    insert into ${fileVersion} ("fileId", version, path, "originalName", "contentType", size, "pageCount", "issuedOn", "uploadedById", "createdAt")
    select id, version, path, "originalName", "contentType", size, "pageCount", "issuedOn", "userId", coalesce("replacedAt", "createdAt")
    from ${file} where type = 'file' and state = 'ready' and "erasedAt" is null
    on conflict do nothing`)
}

const findVersionsWithoutHash = (db: Db, after: { fileId: string; version: number }) =>
  db
    .select({
      agencyId: fileVersion.agencyId,
      fileId: fileVersion.fileId,
      version: fileVersion.version,
      path: fileVersion.path,
    })
    .from(fileVersion)
    .innerJoin(file, and(eq(file.id, fileVersion.fileId), eq(file.agencyId, fileVersion.agencyId)))
    .where(
      and(
        isNull(fileVersion.sha256),
        isNull(fileVersion.erasedAt),
        // It is about to be read anyway.
        sql`not (${file.state} = 'processing' and ${file.version} = ${fileVersion.version})`,
        sql`(${fileVersion.fileId}, ${fileVersion.version}) > (${after.fileId}, ${after.version})`,
      ),
    )
    .orderBy(asc(fileVersion.fileId), asc(fileVersion.version))
    .limit(VERSIONS_PER_BATCH)

/** Nothing if the storage does not have it. */
async function hashStored(storage: Storage, path: string) {
  try {
    const hash = createHash('sha256')
    for await (const chunk of await storage.read(path)) hash.update(chunk)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}
