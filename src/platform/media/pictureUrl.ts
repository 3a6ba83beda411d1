export const photoWidths = ['480', '960', '1920'] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** Where the browser finds a photo, or the first page of a document. A new content has a new address. */
export const photoUrl = (id: string, width: PhotoWidth, replacedAt: Date | null) =>
  `/photos/${id}/${width}${replacedAt ? `?v=${replacedAt.getTime()}` : ''}`
