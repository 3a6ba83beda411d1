import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { PublicPhoto } from '../listings.schema.ts'
import { largeSizes, photoAlt, photoSources, smallSizes } from '../photoUrls.ts'
import classes from './Gallery.module.css'

interface GalleryProps {
  photos: PublicPhoto[]
  title: string
}

/**
 * A strip to swipe on a phone, a mosaic of five on a laptop. Swiping is native scrolling, and each photo is a link to its file, so
 * that both work before the script runs and without it.
 */
export function Gallery({ photos, title }: GalleryProps) {
  const [near, setNear] = useState(0)
  const [open, setOpen] = useState<number>()
  if (photos.length === 0) return <NoPhotos />
  const openAt = (index: number) => (event: MouseEvent) => {
    event.preventDefault()
    setOpen(index)
  }
  return (
    // A visitor who points at a photo will likely open it.
    <section className={classes.gallery} aria-label="Photos" onPointerEnter={loadPhotoViewer} onFocus={loadPhotoViewer}>
      <ul
        className={classes.strip}
        data-count={Math.min(photos.length, 5)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setNear(Math.round(scrollLeft / clientWidth))}
      >
        {photos.map((photo, index) => (
          <GalleryPhoto
            key={photo.id}
            photo={photo}
            index={index}
            count={photos.length}
            title={title}
            isNear={Math.abs(index - near) < 2}
            onOpen={openAt(index)}
          />
        ))}
      </ul>
      {photos.length > 1 && (
        <button type="button" className={classes.all} onClick={openAt(0)}>
          {photos.length} photos
        </button>
      )}
      {open !== undefined && (
        <Suspense>
          <PhotoViewer photos={photos} title={title} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

interface GalleryPhotoProps {
  photo: PublicPhoto
  index: number
  count: number
  title: string
  /** In sight, or one swipe away. */
  isNear: boolean
  onOpen: (event: MouseEvent) => void
}

function GalleryPhoto({ photo, index, count, title, isNear, onOpen }: GalleryPhotoProps) {
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

/** A placeholder: many listings are published before there are photos. */
const NoPhotos = () => (
  <div className={classes.noPhotosPlace}>
    <HouseDrawing className={classes.drawing} />
    <p>Photos coming soon</p>
  </div>
)

/** In the place of a photo that a listing does not have. */
export const HouseDrawing = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 120 72" className={className} aria-hidden="true">
    <path d="M0 71h120" />
    <path d="M26 71V37L60 12l34 25v34" />
    <path d="M52 71V51h16v20M36 45h10v10H36zM74 45h10v10H74z" />
  </svg>
)

const importPhotoViewer = () => import('./PhotoViewer.tsx')

const PhotoViewer = lazy(importPhotoViewer)

/** Loaded on intent. A failure shows when it is opened. */
const loadPhotoViewer = () => void importPhotoViewer().catch(() => {})
