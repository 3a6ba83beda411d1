import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ListedDocument } from '../leads.ts'
import { addressOf } from './address.ts'
import { DocumentContent } from './DocumentContent.tsx'
import type { Reading } from './reading.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useSaving } from './useSaving.ts'
import classes from './Viewer.module.css'

export interface DocumentViewerProps {
  listingId: string
  documents: readonly ListedDocument[]
  /** Which of them is open. */
  fileId: string
  onOpen: (fileId: string) => void
  onClose: () => void
}

/** Documents, read in the page. */
export default function DocumentViewer({ listingId, documents, fileId, onOpen, onClose }: DocumentViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useBackCloses(onClose)
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
  const address = useMemo(() => addressOf(listingId, fileId), [listingId, fileId])
  const saving = useSaving(listingId, fileId)
  const place = documents.findIndex(({ id }) => id === fileId)
  const document = documents[place]
  const opener = (other?: ListedDocument) => other && { name: other.name, open: () => onOpen(other.id) }
  const reading: Reading | undefined = document && {
    document,
    address,
    close,
    ...saving,
    previous: opener(documents[place - 1]),
    next: opener(documents[place + 1]),
  }
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classes.viewer}
      aria-label={document?.name}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      {reading && <DocumentContent key={fileId} reading={reading} />}
    </dialog>
  )
}
