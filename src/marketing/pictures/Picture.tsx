import { type PictureName, plainUrl, sizeOf, sourceSet } from './pictures.ts'

interface PictureProps {
  name: PictureName
  alt: string
  /** How wide it is on the page, as `sizes` of an image says it. */
  sizes: string
  className?: string
}

/** A picture of the product, fetched when it comes near the screen. */
export function Picture({ name, alt, sizes, className }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name, 'avif')} sizes={sizes} />
      <img
        className={className}
        src={plainUrl(name)}
        srcSet={sourceSet(name, 'webp')}
        sizes={sizes}
        {...sizeOf(name)}
        alt={alt}
        loading="lazy"
        fetchPriority="low"
        decoding="async"
      />
    </picture>
  )
}
