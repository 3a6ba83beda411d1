import { useRef } from 'react'
import { ReaderFrame } from '../Frame.tsx'
import { ReaderLoading, ReaderError } from '../Notice.tsx'
import type { OpenedDocument } from '../reading.ts'
import classes from './Other.module.css'
import { useDocumentUrl } from './useAddress.ts'

interface VideoDocumentProps {
  reading: OpenedDocument
  onRetry: () => void
}

export function VideoDocument({ reading, onRetry }: VideoDocumentProps) {
  const { url, error, onError } = useDocumentUrl(reading.address)
  // A new address must not send the viewer back to the beginning.
  const seconds = useRef(0)
  return (
    <ReaderFrame reading={reading}>
      {error !== undefined ? (
        <ReaderError reading={reading} error={error} onRetry={onRetry} />
      ) : url ? (
        <video
          className={classes.video}
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={reading.document.name}
          onTimeUpdate={({ currentTarget }) => {
            seconds.current = currentTarget.currentTime || seconds.current
          }}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.currentTime = seconds.current
          }}
          onError={onError}
        >
          <track kind="captions" />
        </video>
      ) : (
        <ReaderLoading label="Opening the video" />
      )}
    </ReaderFrame>
  )
}
