import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import type { Services } from '#platform/services.server.ts'
import { removeContentJob } from '../removeContent.server.ts'

type FileRow = typeof file.$inferSelect
type VersionColumns = Partial<typeof fileVersion.$inferInsert>

/** Adds what a document contains now to its versions, unless it is there already. */
export async function addVersion(tx: Db, current: FileRow, columns: VersionColumns = {}) {
  const { id: fileId, version, path, originalName, contentType, size, pageCount, issuedOn, userId } = current
  await tx
    .insert(fileVersion)
    .values({
      ...{ fileId, version, path, originalName, contentType, size, pageCount, issuedOn, uploadedById: userId },
      createdAt: current.replacedAt ?? current.createdAt,
      ...columns,
    })
    .onConflictDoNothing()
}

export const isVersion = (agencyId: string, fileId: string, version: number) =>
  and(eq(fileVersion.agencyId, agencyId), eq(fileVersion.fileId, fileId), eq(fileVersion.version, version))

type NewContent = Pick<FileRow, 'path' | 'originalName' | 'contentType' | 'size' | 'issuedOn'>

/** Gives a file other content under the same id. It has to be prepared next. The caller has locked the file. */
export async function startNextVersion(tx: Db, old: FileRow, content: NewContent) {
  const replacedAt = new Date()
  if (old.type === 'file') {
    await addVersion(tx, old)
    await tx
      .update(fileVersion)
      .set({ replacedAt })
      .where(isVersion(old.agencyId, old.id, old.version))
  }
  const [next] = await tx
    .update(file)
    .set({
      ...content,
      suggestedIssuedOn: null,
      state: 'processing',
      failure: null,
      pageCount: null,
      width: null,
      height: null,
      placeholder: null,
      version: sql`${file.version} + 1`,
      replacedAt,
      preparationJobId: null,
    })
    .where(and(eq(file.agencyId, old.agencyId), eq(file.id, old.id)))
    .returning()
  if (!next) throw new Error('The file no longer exists.')
  return next
}

/** From then on the agent cannot remove these versions. */
export async function storeFirstOpening(db: Db, documents: readonly Pick<FileRow, 'agencyId' | 'id' | 'version'>[]) {
  for (const { agencyId, id, version } of documents)
    await db
      .update(fileVersion)
      .set({ firstOpenedAt: now })
      .where(and(isVersion(agencyId, id, version), isNull(fileVersion.firstOpenedAt)))
}

/** Deletes content that no file and no version needs any more. A restored version shares its content with the earlier one. */
export async function removeUnusedContent(tx: Db, jobs: Services['jobs'], path: string) {
  const isNeeded =
    (await tx.$count(fileVersion, and(eq(fileVersion.path, path), isNull(fileVersion.erasedAt)))) > 0 ||
    (await tx.$count(file, and(eq(file.path, path), isNull(file.erasedAt)))) > 0
  if (!isNeeded) await jobs.enqueue(tx, removeContentJob, { path })
}
