import type { file } from '#db/schema/file.ts'
import type { DocumentKind } from '#platform/media/documentKinds.ts'

type Row = typeof file.$inferSelect

/** What its agent sees of a file. Where the bytes lie is nobody's business. */
export function describeFile(row: Row) {
  const { id, name, originalName, type, contentType, size, kind, rank, listingId } = row
  const { pageCount, width, height, placeholder, failure, createdAt, replacedAt } = row
  return {
    id,
    name,
    originalName,
    type,
    contentType: contentType ?? 'application/octet-stream',
    size,
    kind: kind as DocumentKind | null,
    rank,
    listingId,
    state: stateOf(row),
    failure,
    pageCount,
    width,
    height,
    placeholder,
    createdAt,
    replacedAt,
  }
}

function stateOf({ deletedAt, archivedAt, state }: Row) {
  if (deletedAt) return 'deleted'
  return archivedAt ? 'archived' : state
}

export type OwnFile = ReturnType<typeof describeFile>
