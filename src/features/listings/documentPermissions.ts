import type { documentAccesses } from '#values/disclosureValues.ts'

export type DocumentAccess = (typeof documentAccesses)[number]

/** What a reader may do with a document. */
export interface DocumentPermissions {
  access: DocumentAccess
  /** Shown page by page as pictures, and never sent as a file. */
  isViewOnly: boolean
  /** The reader's name, email and the time stand across each page. */
  isWatermarked: boolean
}

/** Null where the listing decides. */
export type OwnPermissions = { [Name in keyof DocumentPermissions]: DocumentPermissions[Name] | null }

interface DescribedFile extends OwnPermissions {
  contentType: string | null
  pageCount: number | null
}

/** The one place that decides what a reader may do with a document. Who is meant by `chosen` is in `chosen_reader`. */
export function documentPermissions(file: DescribedFile, listing: DocumentPermissions): DocumentPermissions {
  const canBeShown = canBeShownAsPages(file)
  const isWatermarked = canBeShown && (file.isWatermarked ?? listing.isWatermarked)
  // A name is drawn over a picture only when it is shown: there is no watermarked picture to download.
  const isViewOnly = canBeShown && ((file.isViewOnly ?? listing.isViewOnly) || (isWatermarked && isPicture(file)))
  return { access: file.access ?? listing.access, isViewOnly, isWatermarked }
}

/** PDFs without a password, and pictures. Nothing else can be drawn on the server. */
export const canBeShownAsPages = (file: Pick<DescribedFile, 'contentType' | 'pageCount'>) =>
  isPicture(file) || (file.contentType === 'application/pdf' && file.pageCount !== null)

export const isPicture = ({ contentType }: Pick<DescribedFile, 'contentType'>) =>
  /^image\/(jpeg|png|webp|gif)$/.test(contentType ?? '')

/** The columns of a listing, as its documents see them. */
export const listingPermissions = (listing: {
  documentAccess: DocumentAccess
  areDocumentsViewOnly: boolean
  areDocumentsWatermarked: boolean
}): DocumentPermissions => ({
  access: listing.documentAccess,
  isViewOnly: listing.areDocumentsViewOnly,
  isWatermarked: listing.areDocumentsWatermarked,
})
