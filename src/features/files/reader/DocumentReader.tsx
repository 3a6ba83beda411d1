import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ImageDocument, TextDocument, UnsupportedDocument, VideoDocument } from './OtherDocuments.tsx'
import classes from './Reader.module.css'
import { type OpenedDocument, ReaderFrame, ReaderLoading } from './ReaderFrame.tsx'

interface DocumentReaderProps {
  /** Another one is another document. */
  fileId: string
  reading?: OpenedDocument
  onClose: () => void
}

/** One document over the whole page, for the buyer and for its agent. */
export default function DocumentReader({ fileId, reading, onClose }: DocumentReaderProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    // The browser keeps the focus inside, hides the page from screen readers, and gives the focus back.
    current?.showModal()
    return () => current?.close()
  }, [])
  useEffect(() => {
    const { current } = dialog
    // The button that led to this document is gone with the one before.
    if (fileId && !current?.contains(window.document.activeElement)) current?.focus()
  }, [fileId])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classes.viewer}
      aria-label={reading?.document.name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {reading && <DocumentContent key={fileId} reading={reading} />}
    </dialog>
  )
}

const PdfReader = lazy(() => import('./pdf/PdfReader.tsx'))

const IMAGE_TYPES = /^image\/(jpeg|png|webp|gif)$/

/** What a kind of document is read with. Trying again begins from nothing, on the page where it failed. */
function DocumentContent({ reading }: { reading: OpenedDocument }) {
  const [attempt, setAttempt] = useState(1)
  const lastPage = useRef(1)
  const { contentType } = reading.document
  const content = { reading, onRetry: () => setAttempt(attempt + 1) }
  if (contentType === 'application/pdf')
    return (
      <Suspense fallback={<ReaderFrame reading={reading}>{<ReaderLoading />}</ReaderFrame>}>
        <PdfReader key={attempt} {...content} lastPage={lastPage} />
      </Suspense>
    )
  if (IMAGE_TYPES.test(contentType)) return <ImageDocument key={attempt} {...content} />
  if (contentType === 'video/mp4') return <VideoDocument key={attempt} {...content} />
  if (contentType.startsWith('text/')) return <TextDocument key={attempt} {...content} />
  return <UnsupportedDocument reading={reading} />
}
