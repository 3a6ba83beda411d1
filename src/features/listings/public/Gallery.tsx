import { type MouseEvent, Suspense, useState } from 'react'
import type { PublicPhoto } from '../listings.ts'
import classes from './Gallery.module.css'
import { GalleryPhoto } from './GalleryPhoto.tsx'
import { loadPhotoViewer, PhotoViewer } from './lazyPhotoViewer.ts'
import { NoPhotos } from './NoPhotos.tsx'
import { preloadCover } from './preloadCover.ts'

interface GalleryProps {
  photos: PublicPhoto[]
  title: string
}

/**
 * A strip to swipe on a phone, a mosaic of five on a laptop. Swiping is the browser's own, and each photo is a link to itself, so
 * that both work before the script runs and without it.
 */
export function Gallery({ photos, title }: GalleryProps) {
  const [near, setNear] = useState(0)
  const [open, setOpen] = useState<number>()
  const [cover] = photos
  if (!cover) return <NoPhotos />
  preloadCover(cover)
  const openAt = (index: number) => (event: MouseEvent) => {
    event.preventDefault()
    setOpen(index)
  }
  return (
    // Whoever points at a photo will likely open it.
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
