import { IconFileDescription, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fileTypeInfo, isFileType } from '#platform/media/fileTypes.ts'
import { formatBytes } from '#ui/format/format.ts'
import { icon } from '#ui/theme/tokens.ts'
import { createDocumentSource, fetchDocument, useDocumentUrl } from './documentSource.ts'
import classes from './Reader.module.css'
import {
  type OpenedDocument,
  ReaderButton,
  ReaderError,
  ReaderFrame,
  ReaderLoading,
  ReaderNotice,
} from './ReaderFrame.tsx'
import { useReaderKeys } from './useReaderKeys.ts'
import { useZoom } from './useZoom.ts'

interface ImageDocumentProps {
  opened: OpenedDocument
  onRetry: () => void
}

export function ImageDocument({ opened, onRetry }: ImageDocumentProps) {
  const scrollArea = useRef<HTMLDivElement>(null)
  const [source] = useState(() => imageSource(opened))
  const { url, error, onError } = useDocumentUrl(source)
  const [isShown, setShown] = useState(false)
  useOnlyPageRead(opened, isShown && error === undefined)
  const { zoomIn, zoomOut, resetZoom } = useZoom(scrollArea)
  useReaderKeys({ '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': resetZoom })
  const pageTools = (
    <>
      <ReaderButton label="Zoom out" onClick={zoomOut}>
        <IconZoomOut {...icon} />
      </ReaderButton>
      <ReaderButton label="Zoom in" onClick={zoomIn}>
        <IconZoomIn {...icon} />
      </ReaderButton>
    </>
  )
  return (
    <ReaderFrame opened={opened} pageTools={pageTools}>
      {error !== undefined && <ReaderError opened={opened} error={error} onRetry={onRetry} />}
      <div ref={scrollArea} className={classes.scrollArea} hidden={error !== undefined}>
        {!isShown && <ReaderLoading label="Opening the photo" />}
        {url && (
          <div className={classes.zoomed} hidden={!isShown}>
            <img
              className={classes.picture}
              src={url}
              alt={opened.document.name}
              onLoad={() => setShown(true)}
              onError={onError}
            />
          </div>
        )}
      </div>
    </ReaderFrame>
  )
}

/** The prepared picture is smaller than the original, and browsers show it whatever the original is. */
const imageSource = ({ document: { picture }, source }: OpenedDocument) =>
  picture ? createDocumentSource(() => Promise.resolve(picture)) : source

interface VideoDocumentProps {
  opened: OpenedDocument
  onRetry: () => void
}

export function VideoDocument({ opened, onRetry }: VideoDocumentProps) {
  const { url, error, onError } = useDocumentUrl(opened.source)
  useOnlyPageRead(opened, url !== undefined && error === undefined)
  // A new URL must not send the video back to its beginning.
  const seconds = useRef(0)
  return (
    <ReaderFrame opened={opened}>
      {error !== undefined ? (
        <ReaderError opened={opened} error={error} onRetry={onRetry} />
      ) : url ? (
        <video
          className={classes.video}
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={opened.document.name}
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
  opened: OpenedDocument
  onRetry: () => void
}

/** More than anyone reads on a screen. */
const MAX_TEXT_BYTES = 1_000_000

export function TextDocument({ opened, onRetry }: TextDocumentProps) {
  const { source, document } = opened
  const [text, setText] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const response = await fetchDocument(source, {
        headers: { range: `bytes=0-${MAX_TEXT_BYTES - 1}` },
        signal: end.signal,
      })
      // An empty file has no first byte to send.
      if (!response.ok && response.status !== 416) throw new Error(`The text was answered with ${response.status}.`)
      setText(response.ok ? await response.text() : '')
    }
    read().catch((reason) => {
      if (!end.signal.aborted) setError(reason)
    })
    return () => end.abort()
  }, [source])
  useOnlyPageRead(opened, text !== undefined && error === undefined)
  return (
    <ReaderFrame
      opened={opened}
      position={document.size > MAX_TEXT_BYTES && `The first ${formatBytes(MAX_TEXT_BYTES)}`}
    >
      {error !== undefined ? (
        <ReaderError opened={opened} error={error} onRetry={onRetry} />
      ) : text === undefined ? (
        <ReaderLoading label="Opening the text" />
      ) : (
        <textarea dir="auto" className={classes.text} readOnly aria-label={document.name} value={text} />
      )}
    </ReaderFrame>
  )
}

const onlyPage = new Map([[1, 1]])

/** What is no PDF has one page. */
function useOnlyPageRead({ reading }: OpenedDocument, isShown: boolean) {
  useEffect(() => {
    if (!isShown) return undefined
    reading?.showPages(onlyPage)
    return () => reading?.showPages(new Map())
  }, [reading, isShown])
}

/** A type that no browser shows. */
export function UnsupportedDocument({ opened }: { opened: OpenedDocument }) {
  const { name, contentType, size } = opened.document
  const type = isFileType(contentType) ? fileTypeInfo(contentType).description : 'a file'
  return (
    // Nothing but a download helps.
    <ReaderFrame opened={{ ...opened, opensInNewTab: false }}>
      <ReaderNotice
        icon={<IconFileDescription {...icon} size={36} />}
        heading={name}
        text={`This is ${type} (${formatBytes(size)}). Download it to open it on your device.`}
      >
        <button type="button" className={classes.primary} onClick={opened.download}>
          Download
        </button>
      </ReaderNotice>
    </ReaderFrame>
  )
}
