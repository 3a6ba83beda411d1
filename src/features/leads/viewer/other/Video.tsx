import { useRef } from 'react'
import { Frame } from '../Frame.tsx'
import { Loading, Trouble } from '../Notice.tsx'
import type { Reading } from '../reading.ts'
import classes from './Other.module.css'
import { useAddress } from './useAddress.ts'

interface VideoProps {
  reading: Reading
  onRetry: () => void
}

export function Video({ reading, onRetry }: VideoProps) {
  const { url, error, onError } = useAddress(reading.address)
  // A new address must not send the viewer back to the beginning.
  const seconds = useRef(0)
  return (
    <Frame reading={reading}>
      {error !== undefined ? (
        <Trouble reading={reading} error={error} onRetry={onRetry} />
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
        <Loading label="Opening the video" />
      )}
    </Frame>
  )
}
