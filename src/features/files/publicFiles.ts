import type { PublicDocument, PublicPhoto } from '#features/listings/listings.schema.ts'
import { datedFile, type OwnFile } from './ownFile.ts'

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
