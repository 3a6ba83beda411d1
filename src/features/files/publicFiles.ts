import type { PublicDocument, PublicPhoto } from '#features/listings/listings.schema.ts'
import { datedFile, type OwnFile } from './ownFile.ts'

/** The files of a listing as buyers see them: only what is ready, the cover first. */
export function publicFiles(files: readonly OwnFile[], coverFileId: string | null) {
  const ready = files.filter(({ state }) => state === 'ready').toSorted(byRank)
  const photos: PublicPhoto[] = ready
    .filter(({ type }) => type === 'image')
    .toSorted((one, other) => Number(other.id === coverFileId) - Number(one.id === coverFileId))
    .map(({ id, width, height, placeholder, replacedAt }) => ({ id, width, height, placeholder, replacedAt }))
  const documents: PublicDocument[] = ready
    .filter(({ type }) => type === 'file')
    .map(({ id, name, kind, contentType, pageCount, size, createdAt, replacedAt, issuedOn }) => ({
      ...{ id, name, kind, contentType, pageCount },
      size: size ?? 0,
      ...datedFile({ issuedOn, createdAt, replacedAt }),
    }))
  return { photos, documents }
}

export const byRank = (a: OwnFile, b: OwnFile) =>
  (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER)
