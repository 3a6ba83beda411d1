import type { file } from '#db/schema/files.ts'
import type { DocumentPermissions } from '#features/listings/documentPermissions.ts'
import type { DocumentType } from '#features/listings/documentTypes.ts'
import type { PublicDocument, PublicPhoto } from '#features/listings/listings.schema.ts'

type FileRow = typeof file.$inferSelect

/** What applies to a document of a listing, and how many people were chosen for it. */
export interface OwnFileTerms extends DocumentPermissions {
  chosenReaders: number
}

/** A file as its agent sees it, without its storage key. A photo and a file without a listing have no terms. */
export function toOwnFile(row: FileRow, terms: OwnFileTerms | null = null) {
  const { id, userId, name, originalName, type, contentType, size, kind, rank, listingId } = row
  const {
    pageCount,
    width,
    height,
    placeholder,
    failure,
    createdAt,
    replacedAt,
    version,
    issuedOn,
    suggestedIssuedOn,
    acknowledgement,
    isAcknowledgementRequired,
  } = row
  return {
    id,
    /** The lead agent of its listing, or who uploaded it. */
    userId,
    name,
    originalName,
    type,
    contentType: contentType ?? 'application/octet-stream',
    size,
    kind: kind as DocumentType | null,
    rank,
    listingId,
    state: fileState(row),
    failure,
    pageCount,
    width,
    height,
    placeholder,
    createdAt,
    replacedAt,
    version,
    issuedOn,
    suggestedIssuedOn,
    terms,
    /** The sentence that buyers are asked to confirm. */
    acknowledgement,
    isAcknowledgementRequired,
  }
}

function fileState({ deletedAt, archivedAt, state }: FileRow) {
  if (deletedAt) return 'deleted'
  return archivedAt ? 'archived' : state
}

export type OwnFile = ReturnType<typeof toOwnFile>

/** What the dates of a document are made from. */
export const datedFile = ({
  issuedOn,
  createdAt,
  replacedAt,
}: Pick<OwnFile, 'issuedOn' | 'createdAt' | 'replacedAt'>) => ({
  issuedOn,
  changedAt: replacedAt ?? createdAt,
  isUpdated: replacedAt !== null,
})

/** The files of a listing as buyers see them before they are known: only what is ready and for everyone, the cover first. */
export function publicFiles(files: readonly OwnFile[], coverFileId: string | null) {
  const ready = files.filter(({ state }) => state === 'ready').toSorted(byRank)
  const photos: PublicPhoto[] = ready
    .filter(({ type }) => type === 'image')
    .toSorted((one, other) => Number(other.id === coverFileId) - Number(one.id === coverFileId))
    .map(({ id, width, height, placeholder, replacedAt }) => ({ id, width, height, placeholder, replacedAt }))
  const documents: PublicDocument[] = ready
    .filter(({ type, terms }) => type === 'file' && (terms?.access ?? 'everyone') === 'everyone')
    .map(({ id, name, kind, contentType, pageCount, size, createdAt, replacedAt, issuedOn, terms }) => ({
      ...{ id, name, kind, contentType, pageCount },
      size: size ?? 0,
      ...datedFile({ issuedOn, createdAt, replacedAt }),
      isViewOnly: terms?.isViewOnly ?? false,
    }))
  return { photos, documents }
}

export const byRank = (a: OwnFile, b: OwnFile) =>
  (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER)
