import { IconHome } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './ListingCover.module.css'

/** The photo that stands for a listing, or a house. The title always stands beside it, so it needs no words. */
export function ListingCover({ fileId, size }: { fileId: string | null; size: 'card' | 'row' }) {
  const [broken, setBroken] = useState<string>()
  // A photo that failed before the page was awake has told nobody.
  const look = (image: HTMLImageElement | null) => {
    if (fileId && image?.complete && image.naturalWidth === 0) setBroken(fileId)
  }
  return (
    <span className={classes.cover} data-size={size}>
      {fileId && fileId !== broken ? (
        <img
          ref={look}
          src={`/photos/${fileId}/480`}
          alt=""
          width={480}
          height={320}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(fileId)}
        />
      ) : (
        <IconHome size={size === 'card' ? 40 : 20} stroke={1.25} aria-hidden />
      )}
    </span>
  )
}
