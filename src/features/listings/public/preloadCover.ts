import { preload } from 'react-dom'
import type { PublicPhoto } from '../listings.ts'
import { largeSizes, photoSources } from './photoSources.ts'

/** In the head of the document, so that the browser fetches the first photo before it has read the page. */
export function preloadCover(cover: PublicPhoto) {
  const { src, srcSet } = photoSources(cover)
  preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: largeSizes, fetchPriority: 'high' })
}
