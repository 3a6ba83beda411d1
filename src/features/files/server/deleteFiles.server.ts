import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ago, now } from '#db/clock.server.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { UNDO_DELETE_MINUTES } from '../files.schema.ts'
import { isFileOfAgency, lockFilesAndListings } from './files.server.ts'
import { removeContentJob } from './removeContent.server.ts'

const UNDO_DELETE_SECONDS = UNDO_DELETE_MINUTES * 60

/** Archived files are erased once the time to undo is over. Until then their bytes count towards the quota. */
export const deleteFiles = ({ database: { db }, jobs }: Services, agent: Agent, ids: string[]) =>
  db.transaction(async (tx) => {
    const found = await lockFilesAndListings(tx, agent, ids)
    if (found.some(({ archivedAt }) => !archivedAt)) throw conflict('Archive these files before you delete them.')
    await tx
      .update(file)
      .set({ deletedAt: sql`coalesce(${file.deletedAt}, now())` })
      .where(isFileOfAgency(agent, ids))
    await jobs.enqueue(tx, eraseFilesJob, {}, { startAfter: UNDO_DELETE_SECONDS })
  })

/** The files are archived again, as before. */
export const undoDeleteFiles = ({ database: { db } }: Services, agent: Agent, ids: string[]) =>
  db.transaction(async (tx) => {
    await lockFilesAndListings(tx, agent, ids)
    await tx.update(file).set({ deletedAt: null }).where(isFileOfAgency(agent, ids))
  })

const EraseFilesData = z.object({})

export const eraseFilesJob: Job<z.infer<typeof EraseFilesData>, Services> = {
  name: 'erase_files',
  data: EraseFilesData,
  work: eraseDeletedFiles,
}

/**
 * The bytes of every file that was deleted and can no longer be restored, with all earlier versions. The rows stay without them: what
 * buyers did with the document refers to them.
 */
export async function eraseDeletedFiles({ database: { db }, jobs }: Services) {
  const isDue = and(isNull(file.erasedAt), lte(file.deletedAt, ago(UNDO_DELETE_SECONDS * 1000)))
  const due = await db.select({ id: file.id }).from(file).where(isDue)
  for (const { id } of due)
    await db.transaction(async (tx) => {
      const [erased] = await tx
        .update(file)
        .set({ erasedAt: now, size: 0, placeholder: null })
        .where(and(eq(file.id, id), isDue))
        .returning({ path: file.path })
      if (!erased) return
      const versions = await tx
        .update(fileVersion)
        .set({ erasedAt: now })
        .where(and(eq(fileVersion.fileId, id), isNull(fileVersion.erasedAt)))
        .returning({ path: fileVersion.path })
      for (const path of new Set([erased, ...versions].map((one) => one.path)))
        await jobs.enqueue(tx, removeContentJob, { path })
    })
}
