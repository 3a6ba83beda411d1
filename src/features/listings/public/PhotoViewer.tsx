import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { ChevronIcon, CloseIcon } from '#ui/theme/inlineIcons.tsx'
import type { PublicPhoto } from '../listings.schema.ts'
import { photoAlt, photoSources } from '../photoUrls.ts'
import classes from './PhotoViewer.module.css'

interface PhotoViewerProps {
  photos: PublicPhoto[]
  title: string
  /** The index of the photo to start with. */
  first: number
  onClose: () => void
}

/** All photos, each as large as the screen. The browser keeps the focus inside, closes on Escape and gives the focus back. */
export default function PhotoViewer({ photos, title, first, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(first)

  const goTo = (wanted: number) => {
    const index = Math.min(Math.max(wanted, 0), photos.length - 1)
    const { current: track } = strip
    track?.scrollTo({ left: index * track.clientWidth, behavior: 'instant' })
    setShown(index)
  }

  useLayoutEffect(() => {
    dialog.current?.showModal()
    const { current: track } = strip
    if (!track) return
    // A scrollable element must be focusable by keyboard.
    track.tabIndex = 0
    track.scrollTo({ left: first * track.clientWidth, behavior: 'instant' })
  }, [first])

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: photos.length - 1 }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    goTo(wanted)
  }

  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={`Photos of ${title}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bar}>
        <p className={classes.count} aria-live="polite">
          {shown + 1} / {photos.length}
        </p>
        <button type="button" className={classes.sign} aria-label="Close" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </div>
      <ul
        ref={strip}
        className={classes.strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {photos.map((photo, index) => {
          const { src, srcSet } = photoSources(photo)
          return (
            <li key={photo.id} className={classes.place}>
              <img
                src={src}
                srcSet={srcSet}
                sizes="100vw"
                alt={photoAlt(index, photos.length, title)}
                loading={Math.abs(index - shown) < 2 ? 'eager' : 'lazy'}
                style={photo.placeholder ? { backgroundImage: `url("${photo.placeholder}")` } : undefined}
                width={photo.width ?? undefined}
                height={photo.height ?? undefined}
              />
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={`${classes.sign} ${classes.back}`}
        aria-label="Previous photo"
        disabled={shown === 0}
        onClick={() => goTo(shown - 1)}
      >
        <ChevronIcon />
      </button>
      <button
        type="button"
        className={`${classes.sign} ${classes.on}`}
        aria-label="Next photo"
        disabled={shown === photos.length - 1}
        onClick={() => goTo(shown + 1)}
      >
        <ChevronIcon />
      </button>
    </dialog>
  )
}
