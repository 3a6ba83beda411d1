import { useEffect, useLayoutEffect, useRef } from 'react'
import { DocumentContent } from './DocumentContent.tsx'
import type { OpenedDocument } from './reading.ts'
import classes from './Viewer.module.css'

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
