import type { PublicPhoto } from './listings.schema.ts'

export const photoWidths = ['480', '960', '1920'] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** The URL of a photo or of a document's thumbnail. It changes when the content is replaced. */
export const photoUrl = (id: string, width: PhotoWidth, replacedAt: Date | null) =>
  `/photos/${id}/${width}${replacedAt ? `?v=${replacedAt.getTime()}` : ''}`

/** From here on the gallery is a mosaic instead of a strip. */
const LAPTOP = '(min-width: 62em)'
/** Three device pixels per CSS pixel are not visible in a photo: two thirds of the resolution halve the bytes. */
const FINE_PHONE = '(max-width: 48em) and (min-resolution: 2.5dppx) 66vw'

const sizesIn = (laptop: string) => `${FINE_PHONE}, ${LAPTOP} ${laptop}, 100vw`
export const largeSizes = sizesIn('560px')
export const smallSizes = sizesIn('280px')

/** Every width of a photo, for the browser to choose from. */
export function photoSources({ id, replacedAt }: Pick<PublicPhoto, 'id' | 'replacedAt'>) {
  const at = (width: (typeof photoWidths)[number]) => photoUrl(id, width, replacedAt)
  return {
    src: at('960'),
    largest: at('1920'),
    srcSet: photoWidths.map((width) => `${at(width)} ${width}w`).join(', '),
  }
}

export const photoAlt = (index: number, count: number, title: string) => `${title}, photo ${index + 1} of ${count}`
