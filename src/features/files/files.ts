import * as z from 'zod/mini'
import { FileId, ListingId } from '#platform/ids.ts'
import { type DocumentKind, documentKinds } from '#platform/media/documentKinds.ts'
import { photoWidths } from '#platform/media/pictureUrl.ts'
import { fileSorts, fileStates } from './fileChoices.ts'
import { LONGEST_NAME } from './fileNames.ts'

export const LARGEST_FILE = 500 * 1024 * 1024
/** How long files that were deleted for good can be restored. */
export const UNDO_DELETE_MINUTES = 10
export const UPLOAD_MINUTES = 15
export const DOWNLOAD_MINUTES = 10

const UploadId = z.string().check(z.regex(/^upl_[0-9a-z]{1,40}$/, 'Not the id of an upload'))

/** All texts, as the specification has it. */
export const UploadRequest = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(5_000)),
  contentType: z.string().check(z.maxLength(200)),
  contentLength: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Not the size of a file')),
  listingId: z.optional(ListingId),
  /** Takes the place of this file's content, under its id and link. */
  replaces: z.optional(FileId),
})
export type UploadRequest = z.infer<typeof UploadRequest>

export const UploadChoice = z.strictObject({ uploadId: UploadId })
export const FileChoice = z.strictObject({ id: FileId })
export const DownloadRequest = z.strictObject({
  id: FileId,
  /** Shown in the page instead of being saved, where that is safe. */
  inline: z.optional(z.boolean()),
})

export const FileName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter a name'),
    z.maxLength(LONGEST_NAME, `Please enter at most ${LONGEST_NAME} characters`),
  )
export const FileChange = z.strictObject({
  id: FileId,
  name: z.optional(FileName),
  kind: z.optional(z.enum(Object.keys(documentKinds) as [DocumentKind])),
})
export type FileChange = z.infer<typeof FileChange>

const MOST_AT_ONCE = 500
const FileIds = z.array(FileId).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))
export const FileChoices = z.strictObject({ ids: FileIds })
export const FileMove = z.strictObject({ ids: FileIds, listingId: z.nullable(ListingId) })
export const FileOrder = z.strictObject({ listingId: ListingId, ids: FileIds })
export const CoverChoice = z.strictObject({ listingId: ListingId, fileId: z.nullable(FileId) })
export const ListingFilesQuestion = z.strictObject({ listingId: ListingId })

export const ImageQuestion = z.strictObject({ id: FileId, width: z._default(z.enum(photoWidths), '960') })

export const FileQuestion = z.strictObject({
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  /** `none` is for files that belong to no listing. */
  listing: z.optional(z.union([z.literal('none'), ListingId])),
  kind: z.optional(z.enum(['image', ...Object.keys(documentKinds)] as ['image', ...DocumentKind[]])),
  state: z.optional(z.enum(fileStates)),
  sort: z._default(z.enum(fileSorts), 'newest'),
  page: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
})
export type FileQuestion = z.infer<typeof FileQuestion>
