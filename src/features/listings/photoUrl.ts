export const photoWidths = ['480', '960', '1920'] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** The URL of a photo or of a document's thumbnail. It changes when the content is replaced. */
export const photoUrl = (id: string, width: PhotoWidth, replacedAt: Date | null) =>
  `/photos/${id}/${width}${replacedAt ? `?v=${replacedAt.getTime()}` : ''}`
