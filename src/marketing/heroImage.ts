import small from './hero-640.webp?no-inline'
import large from './hero-1280.webp?no-inline'

export const hero = {
  src: large,
  srcSet: `${small} 640w, ${large} 1280w`,
  sizes: '(min-width: 75em) 580px, (min-width: 62em) 48vw, calc(100vw - 48px)',
  width: 1280,
  height: 1040,
}
