import { IconFileDescription, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fileTypeInfo, isFileType } from '#platform/media/fileTypes.ts'
import { formatBytes } from '#ui/format/format.ts'
import { icon } from '#ui/theme/theme.ts'
import { fetchDocument, useDocumentUrl } from './documentSource.ts'
import classes from './Reader.module.css'
import {
  type OpenedDocument,
  ReaderButton,
  ReaderError,
  ReaderFrame,
  ReaderLoading,
  ReaderNotice,
  useReaderKeys,
} from './ReaderFrame.tsx'
import { useZoom } from './useZoom.ts'

interface ImageDocumentProps {
  reading: OpenedDocument
  onRetry: () => void
}

export function ImageDocument({ reading, onRetry }: ImageDocumentProps) {
  const place = useRef<HTMLDivElement>(null)
  const { url, error, onError } = useDocumentUrl(reading.address)
  const [isShown, setShown] = useState(false)
  const { closer, farther, reset } = useZoom(place)
  useReaderKeys({ '+': closer, '=': closer, '-': farther, '0': reset })
  const pageTools = (
    <>
      <ReaderButton label="Zoom out" onClick={farther}>
        <IconZoomOut {...icon} />
      </ReaderButton>
      <ReaderButton label="Zoom in" onClick={closer}>
        <IconZoomIn {...icon} />
      </ReaderButton>
    </>
  )
  return (
    <ReaderFrame reading={reading} pageTools={pageTools}>
      {error !== undefined && <ReaderError reading={reading} error={error} onRetry={onRetry} />}
      <div ref={place} className={classes.desk} hidden={error !== undefined}>
        {!isShown && <ReaderLoading label="Opening the photo" />}
        {url && (
          <div className={classes.sheet} hidden={!isShown}>
            <img
              className={classes.picture}
              src={url}
              alt={reading.document.name}
              onLoad={() => setShown(true)}
              onError={onError}
            />
          </div>
        )}
      </div>
    </ReaderFrame>
  )
}

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

interface TextDocumentProps {
  reading: OpenedDocument
  onRetry: () => void
}

/** More than anybody reads on a screen. */
const MAX_TEXT_BYTES = 1_000_000

export function TextDocument({ reading, onRetry }: TextDocumentProps) {
  const { address, document } = reading
  const [text, setText] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const answer = await fetchDocument(address, {
        headers: { range: `bytes=0-${MAX_TEXT_BYTES - 1}` },
        signal: end.signal,
      })
      // Nothing has no first byte.
      if (!answer.ok && answer.status !== 416) throw new Error(`The text was answered with ${answer.status}.`)
      setText(answer.ok ? await answer.text() : '')
    }
    read().catch((reason) => {
      if (!end.signal.aborted) setError(reason)
    })
    return () => end.abort()
  }, [address])
  return (
    <ReaderFrame reading={reading} place={document.size > MAX_TEXT_BYTES && `The first ${formatBytes(MAX_TEXT_BYTES)}`}>
      {error !== undefined ? (
        <ReaderError reading={reading} error={error} onRetry={onRetry} />
      ) : text === undefined ? (
        <ReaderLoading label="Opening the text" />
      ) : (
        <textarea dir="auto" className={classes.text} readOnly aria-label={document.name} value={text} />
      )}
    </ReaderFrame>
  )
}

/** What only its own program opens. */
export function UnsupportedDocument({ reading }: { reading: OpenedDocument }) {
  const { name, contentType, size } = reading.document
  const kind = isFileType(contentType) ? fileTypeInfo(contentType).words : 'a file'
  return (
    <ReaderFrame reading={reading}>
      <ReaderNotice
        icon={<IconFileDescription {...icon} size={36} />}
        heading={name}
        words={`This is ${kind} (${formatBytes(size)}). Download it to open it on your device.`}
      >
        <button type="button" className={classes.primary} onClick={reading.save}>
          Download
        </button>
      </ReaderNotice>
    </ReaderFrame>
  )
}
