import * as z from 'zod/mini'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { photoWidths } from '#features/listings/photoUrls.ts'
import { Day, FileId, LeadId, ListingId, maxCharacters, trimmedText, Whose } from '#platform/input/fieldSchemas.ts'
import { fileExtension } from '#platform/media/fileTypes.ts'
import { documentAccesses } from '#values/disclosureValues.ts'
import { fileSorts, fileStates } from './filesSearch.ts'

export const MAX_FILE_NAME_LENGTH = 255

/** A path rather than a name: it starts at a root or a drive, or climbs. Its last part is the name. */
const PATH_PATTERN = /^(?:[a-z]:)?[\\/]|(?:^|[\\/])\.{1,2}(?:[\\/]|$)/i
const SLASH = /[\\/]/
/** Invisible control characters, such as those that change the text direction. The two that join letters are kept. */
const INVISIBLE_CHARACTERS = /(?!\s|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu
const EDGES = /^[\s.]+|[\s.\u200c\u200d]+$/g

/**
 * A name that is safe to show, to store and to send in a header, or nothing if none is left. A slash inside a name, as in
 * "2/14 Rata St", becomes a hyphen.
 */
export function cleanFileName(name: string) {
  const visible = name.replace(INVISIBLE_CHARACTERS, '').normalize('NFC').replace(/\s+/g, ' ')
  const parts = visible.split(SLASH)
  const bare = PATH_PATTERN.test(visible) ? (parts.at(-1) ?? '') : parts.join('-')
  const clean = shortenName(bare.replace(EDGES, ''))
  return clean === '' ? null : clean
}

/** Cut in the middle, so that the extension stays, and never inside a character. */
function shortenName(name: string) {
  if (name.length <= MAX_FILE_NAME_LENGTH) return name
  const extension = fileExtension(name)
  const end = extension ? `.${extension}` : ''
  const stem = name.slice(0, MAX_FILE_NAME_LENGTH - end.length).replace(INVISIBLE_CHARACTERS, '')
  return stem.replace(EDGES, '') + end
}

export const MAX_FILE_BYTES = 500 * 1024 * 1024
/** How long permanently deleted files can be restored. */
export const UNDO_DELETE_MINUTES = 10
export const UPLOAD_URL_MINUTES = 15
export const DOWNLOAD_URL_MINUTES = 10

export const MAX_VERSION_NOTE_LENGTH = 500
/** "What changed", in the agent's words. */
export const VersionNote = trimmedText(MAX_VERSION_NOTE_LENGTH)

export const VersionNumber = z.int().check(z.gte(1), z.lte(1_000_000))
export const VersionInput = z.strictObject({ id: FileId, version: VersionNumber })
export type VersionInput = z.infer<typeof VersionInput>
export const VersionNoteInput = z.strictObject({ ...VersionInput.shape, note: VersionNote })
export type VersionNoteInput = z.infer<typeof VersionNoteInput>

/** How many months the content of an earlier version that a buyer has opened may be kept. */
export const versionRetentions = [12, 24, 36, 60, 84, 120] as const
export const VersionRetention = z.strictObject({ months: z.literal(versionRetentions) })
export type VersionRetention = z.infer<typeof VersionRetention>

/** After how many days a type of document may be called old. 0 means never. */
export const validityChoices = [0, 14, 30, 60, 90, 180, 365] as const
export const DocumentValidity = z.strictObject({
  kind: z.enum(Object.keys(documentTypes) as [DocumentType]),
  days: z.literal(validityChoices),
})
export type DocumentValidity = z.infer<typeof DocumentValidity>

const UploadId = z.string().check(z.regex(/^upl_[0-9a-z]{1,40}$/, 'Not the id of an upload'))

/** All values are strings, as the specification requires. */
export const BeginUploadInput = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(5_000)),
  contentType: z.string().check(z.maxLength(200)),
  contentLength: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Not the size of a file')),
  listingId: z.optional(ListingId),
  /** Replaces this file's content and keeps its id and link. */
  replaces: z.optional(FileId),
  /** What changed, for a document that replaces another. */
  note: z.optional(VersionNote),
})
export type BeginUploadInput = z.infer<typeof BeginUploadInput>

export const UploadIdInput = z.strictObject({ uploadId: UploadId })
export const FileIdInput = z.strictObject({ id: FileId })
export const DownloadInput = z.strictObject({
  id: FileId,
  /** Shown in the browser instead of downloaded, where that is safe. */
  inline: z.optional(z.boolean()),
  /** An earlier version of a document. The current one by default. */
  version: z.optional(VersionNumber),
})
export type DownloadInput = z.infer<typeof DownloadInput>

export const FileName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please enter a name'), maxCharacters(MAX_FILE_NAME_LENGTH))
export const UpdateFileInput = z.strictObject({
  id: FileId,
  name: z.optional(FileName),
  kind: z.optional(z.enum(Object.keys(documentTypes) as [DocumentType])),
  /** The date on a document. Null if it has none, which also dismisses the date that we suggested. */
  issuedOn: z.optional(z.nullable(Day)),
})
export type UpdateFileInput = z.infer<typeof UpdateFileInput>

export const MAX_FILES_PER_CALL = 500
const FileIds = z.array(FileId).check(z.minLength(1), z.maxLength(MAX_FILES_PER_CALL))
export const FileIdsInput = z.strictObject({ ids: FileIds })
export const MoveFilesInput = z.strictObject({ ids: FileIds, listingId: z.nullable(ListingId) })
export const OrderFilesInput = z.strictObject({ listingId: ListingId, ids: FileIds })
export const ChooseCoverInput = z.strictObject({ listingId: ListingId, fileId: z.nullable(FileId) })
export const ListListingFilesInput = z.strictObject({ listingId: ListingId })

export const MAX_CHOSEN_READERS = 500
/** Null for what the listing says. */
export const DocumentSettings = z.strictObject({
  id: FileId,
  access: z.nullable(z.enum(documentAccesses)),
  isViewOnly: z.nullable(z.boolean()),
  isWatermarked: z.nullable(z.boolean()),
  /** Who may open it, if it is for chosen people only. */
  leadIds: z.array(LeadId).check(z.maxLength(MAX_CHOSEN_READERS, 'Please choose at most 500 people')),
})
export type DocumentSettings = z.infer<typeof DocumentSettings>
/** For the documents of a listing that have no settings of their own. */
export const DocumentDefaults = z.strictObject({
  listingId: ListingId,
  access: z.enum(documentAccesses),
  isViewOnly: z.boolean(),
  isWatermarked: z.boolean(),
})
export type DocumentDefaults = z.infer<typeof DocumentDefaults>

export const ImageUrlInput = z.strictObject({ id: FileId, width: z._default(z.enum(photoWidths), '960') })

export const ListFilesInput = z.strictObject({
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  /** `none` is for files that belong to no listing. */
  listing: z.optional(z.union([z.literal('none'), ListingId])),
  kind: z.optional(z.enum(['image', ...Object.keys(documentTypes)] as ['image', ...DocumentType[]])),
  state: z.optional(z.enum(fileStates)),
  whose: z.optional(Whose),
  sort: z._default(z.enum(fileSorts), 'newest'),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  /** Long enough for the longest file name. */
  cursor: z.optional(z.string().check(z.maxLength(2_000))),
})
export type ListFilesInput = z.infer<typeof ListFilesInput>
