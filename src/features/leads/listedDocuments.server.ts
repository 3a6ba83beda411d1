import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { isFileType } from '#platform/media/fileTypes.ts'
import { downloadName } from '#platform/media/savedName.ts'

/** The documents of a listing that buyers may have, in the order of the page. */
export const listPublicDocuments = (db: Db, listingId: string, fileId?: string) =>
  db
    .select()
    .from(file)
    .where(
      and(
        eq(file.listingId, listingId),
        eq(file.type, 'file'),
        eq(file.state, 'ready'),
        isNull(file.archivedAt),
        fileId === undefined ? undefined : eq(file.id, fileId),
      ),
    )
    .orderBy(sql`${file.rank} asc nulls last`, asc(file.createdAt), asc(file.id))

export type StoredDocument = Awaited<ReturnType<typeof listPublicDocuments>>[number]

/** What it is, and what it is called where it is saved. */
export function downloadNameAndType({ name, contentType }: Pick<StoredDocument, 'name' | 'contentType'>) {
  const type = contentType ?? 'application/octet-stream'
  return { contentType: type, name: isFileType(type) ? downloadName(name, type) : name }
}
