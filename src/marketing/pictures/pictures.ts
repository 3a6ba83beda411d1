import sizes from './sizes.json'

/** What `npm run pictures` has written: each picture in full and half width, in two formats. */
const urls = import.meta.glob<string>('./{full,half}/*.{avif,webp}', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

export type PictureName = keyof typeof sizes

const pictureFileUrl = (name: PictureName, part: 'full' | 'half', format: 'avif' | 'webp') =>
  urls[`./${part}/${name}.${format}`] ?? ''

export const pictureSize = (name: PictureName) => sizes[name]

export const fallbackUrl = (name: PictureName) => pictureFileUrl(name, 'full', 'webp')

/** For the browser to choose from, by the width that the picture gets on the page. */
export function sourceSet(name: PictureName, format: 'avif' | 'webp') {
  const { width } = sizes[name]
  return `${pictureFileUrl(name, 'half', format)} ${Math.round(width / 2)}w, ${pictureFileUrl(name, 'full', format)} ${width}w`
}
