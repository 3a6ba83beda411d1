import sizes from './sizes.json'

/** The output of `npm run pictures`: each picture in full and half width, in two formats. */
const urls = import.meta.glob<string>('./{full,half}/*.{avif,webp}', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

export type ScreenshotName = keyof typeof sizes

const pictureFileUrl = (name: ScreenshotName, part: 'full' | 'half', format: 'avif' | 'webp') =>
  urls[`./${part}/${name}.${format}`] ?? ''

export const screenshotSize = (name: ScreenshotName) => sizes[name]

export const screenshotFallbackUrl = (name: ScreenshotName) => pictureFileUrl(name, 'full', 'webp')

/** A `srcset`, from which the browser chooses by the width on the page. */
export function screenshotSourceSet(name: ScreenshotName, format: 'avif' | 'webp') {
  const { width } = sizes[name]
  return `${pictureFileUrl(name, 'half', format)} ${Math.round(width / 2)}w, ${pictureFileUrl(name, 'full', format)} ${width}w`
}
