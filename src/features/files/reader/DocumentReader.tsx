import '#ui/theme/appearance.css'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readStored, removeStored, store } from '#ui/browserStorage.ts'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { createDocumentSource, DocumentReplacedError, startDownload } from './documentSource.ts'
import { ImageDocument, TextDocument, UnsupportedDocument, VideoDocument } from './NonPdfReaders.tsx'
import type { ViewOnlyPages } from './pictures/PictureReader.tsx'
import classes from './Reader.module.css'
import {
  type DocumentInReader,
  type NightMode,
  type OpenedDocument,
  ReaderFrame,
  ReaderLoading,
} from './ReaderFrame.tsx'
import { createReadingMeasure, type OnReading } from './reading/readingMeasure.ts'
import { useBackCloses } from './useBackCloses.ts'

interface DocumentUrl {
  url: string
  readingKey?: string | null
  /** Of the contents. Another one means that the document was replaced while it was open. */
  version?: number
  /** Of a document that is view only: the URL has its pages, and not its bytes. */
  pages?: ViewOnlyPages | null
}

interface DocumentReaderProps {
  document: DocumentInReader
  /** The list that it was opened from: the documents before and after it can be opened from the reader. */
  documents: readonly Pick<DocumentInReader, 'id' | 'name'>[]
  /** Requests a URL of a document's contents, to show (`inline`) or to download. It expires within minutes. */
  getUrl: (request: { fileId: string; inline: boolean }) => Promise<DocumentUrl>
  /** Gets what was read of a document whose URL came with a `readingKey`. Without it nothing is measured. */
  onReading?: OnReading
  /** Offers to open it in a new tab of the browser. */
  opensInNewTab?: boolean
  /** In the title bar: whose documents they are. */
  brand?: ReactNode
  /** Below the document, whatever shows it. */
  bottomBar?: ReactNode
  onOpen: (fileId: string) => void
  onClose: () => void
}

/** Shows one document over the whole page, for buyers and for agents. */
export default function DocumentReader({
  document,
  documents,
  bottomBar,
  onOpen,
  onClose,
  ...props
}: DocumentReaderProps) {
  const close = useBackCloses(onClose)
  const night = useNightMode()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    // The browser keeps the focus inside, hides the page from screen readers, and returns the focus afterwards.
    current?.showModal()
    return () => current?.close()
  }, [])
  const { id } = document
  useEffect(() => {
    const { current } = dialog
    // The button that opened this document went away with the previous document.
    if (id && !current?.contains(window.document.activeElement)) current?.focus()
  }, [id])
  const index = documents.findIndex((other) => other.id === id)
  const neighbour = (other: (typeof documents)[number] | undefined) =>
    index >= 0 && other ? { name: other.name, open: () => onOpen(other.id) } : undefined
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classes.viewer}
      data-appearance={night.isOn ? 'dark' : undefined}
      data-night={night.isOn || undefined}
      aria-label={document.name}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <DocumentPlace
        key={id}
        {...props}
        document={document}
        close={close}
        night={night}
        previous={neighbour(documents[index - 1])}
        next={neighbour(documents[index + 1])}
      />
      {bottomBar}
    </dialog>
  )
}

const NIGHT_MODE_KEY = 'readerNightMode'

/** Dark pages for reading in the dark. Remembered in this browser, or until the reader is closed if the browser stores nothing. */
function useNightMode(): NightMode {
  const [isOn, setOn] = useState(() => readStored(NIGHT_MODE_KEY) === '1')
  const toggle = () => {
    setOn(!isOn)
    if (isOn) removeStored(NIGHT_MODE_KEY)
    else store(NIGHT_MODE_KEY, '1')
  }
  return { isOn, toggle }
}

const PdfReader = lazy(() => import('./pdf/PdfReader.tsx'))
const PictureReader = lazy(() => import('./pictures/PictureReader.tsx'))

/** What every browser shows by itself. */
const IMAGE_TYPES = /^image\/(jpeg|png|webp|gif)$/

interface DocumentContentProps
  extends Pick<DocumentReaderProps, 'document' | 'getUrl' | 'onReading'>,
    Pick<OpenedDocument, 'close' | 'night' | 'previous' | 'next' | 'opensInNewTab' | 'isUpdated' | 'brand'> {
  lastPage: RefObject<number>
  /** Called when a renewed URL shows another version. */
  onReplaced: () => void
}

type DocumentPlaceProps = Omit<DocumentContentProps, 'lastPage' | 'isUpdated' | 'onReplaced'>

/** Where the reader is in a document: they stay on their page when the document is replaced. */
function DocumentPlace(props: DocumentPlaceProps) {
  const { changedAt } = props.document
  const lastPage = useRef(1)
  const [firstChangedAt] = useState(changedAt)
  const [replacements, setReplacements] = useState(0)
  return (
    <DocumentContent
      // New contents are another document: nothing of the old ones may stay on the screen.
      key={`${changedAt?.getTime()} ${replacements}`}
      {...props}
      lastPage={lastPage}
      isUpdated={replacements > 0 || changedAt?.getTime() !== firstChangedAt?.getTime()}
      onReplaced={() => setReplacements((before) => before + 1)}
    />
  )
}

/** Chooses what shows a type of document. Another attempt starts with a new URL, on the page where the last one failed. */
function DocumentContent({ document, getUrl, onReading, lastPage, onReplaced, ...frame }: DocumentContentProps) {
  const { id: fileId, contentType, picture, pageCount } = document
  /** Null if the document is sent as it is. The agent may have changed that since the list was loaded. */
  const [pages, setPages] = useState<ViewOnlyPages | null | undefined>(document.isViewOnly ? undefined : null)
  const startAttempt = (number: number) => {
    // The next attempt may show another version of the document.
    const reading = onReading && createReadingMeasure(pageCount ?? 1, onReading)
    let openedVersion: number | undefined
    const source = createDocumentSource(async () => {
      const { url, readingKey, version, pages: drawn = null } = await getUrl({ fileId, inline: true })
      openedVersion ??= version
      // The parts that are loaded and those to come must be of one version.
      if (version !== openedVersion) {
        onReplaced()
        throw new DocumentReplacedError()
      }
      reading?.useKey(readingKey)
      setPages(drawn)
      return { url }
    })
    return { number, source, reading }
  }
  const [attempt, setAttempt] = useState(() => startAttempt(1))
  const [downloadError, setDownloadError] = useState<string>()
  const download = () => {
    setDownloadError(undefined)
    startDownload(() => getUrl({ fileId, inline: false })).catch((error) => setDownloadError(failureMessage(error)))
  }
  const { number, source, reading } = attempt
  useEffect(() => reading?.start(), [reading])
  const isViewOnly = pages !== null
  const opened = { document, source, reading, downloadError, ...frame, download: isViewOnly ? undefined : download }
  const content = { opened, onRetry: () => setAttempt(startAttempt(number + 1)) }
  if (isViewOnly || contentType === 'application/pdf')
    return (
      <Suspense
        fallback={
          <ReaderFrame opened={opened}>
            <ReaderLoading />
          </ReaderFrame>
        }
      >
        {isViewOnly ? (
          <PictureReader key={number} {...content} pages={pages} lastPage={lastPage} />
        ) : (
          <PdfReader key={number} {...content} lastPage={lastPage} />
        )}
      </Suspense>
    )
  if (IMAGE_TYPES.test(contentType) || (contentType.startsWith('image/') && picture))
    return <ImageDocument key={number} {...content} />
  if (contentType === 'video/mp4') return <VideoDocument key={number} {...content} />
  if (contentType.startsWith('text/')) return <TextDocument key={number} {...content} />
  return <UnsupportedDocument opened={opened} />
}
