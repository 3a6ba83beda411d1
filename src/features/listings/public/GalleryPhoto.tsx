import type { MouseEvent } from 'react'
import type { PublicPhoto } from '../listings.ts'
import classes from './Gallery.module.css'
import { largeSizes, photoAlt, photoSources, smallSizes } from './photoSources.ts'

interface GalleryPhotoProps {
  photo: PublicPhoto
  index: number
  count: number
  title: string
  /** In sight, or one swipe away. */
  isNear: boolean
  onOpen: (event: MouseEvent) => void
}

export function GalleryPhoto({ photo, index, count, title, isNear, onOpen }: GalleryPhotoProps) {
  const { src, srcSet, largest } = photoSources(photo)
  const isFirst = index === 0
  return (
    <li className={classes.place}>
      <a
        className={classes.photo}
        href={largest}
        aria-haspopup="dialog"
        onClick={onOpen}
        style={photo.placeholder ? { backgroundImage: `url("${photo.placeholder}")` } : undefined}
      >
        <img
          src={src}
          srcSet={srcSet}
          sizes={isFirst ? largeSizes : smallSizes}
          width={photo.width ?? 4}
          height={photo.height ?? 3}
          alt={photoAlt(index, count, title)}
          fetchPriority={isFirst ? 'high' : 'auto'}
          loading={isFirst || isNear ? 'eager' : 'lazy'}
          decoding={isFirst ? 'auto' : 'async'}
        />
      </a>
      {count > 1 && (
        <span className={classes.count} aria-hidden="true">
          {index + 1}/{count}
        </span>
      )}
    </li>
  )
}
