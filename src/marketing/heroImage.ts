import small from './hero-640.webp?no-inline'
import large from './hero-1280.webp?no-inline'

/** Known to the page's head too, so that the browser fetches it before it has read the page. */
export const hero = {
  src: large,
  srcSet: `${small} 640w, ${large} 1280w`,
  sizes: '(min-width: 75em) 580px, (min-width: 62em) 48vw, calc(100vw - 48px)',
  width: 1280,
  height: 1040,
}

export const heroPreload = {
  rel: 'preload',
  as: 'image',
  type: 'image/webp',
  href: hero.src,
  imageSrcSet: hero.srcSet,
  imageSizes: hero.sizes,
  fetchPriority: 'high',
} as const
