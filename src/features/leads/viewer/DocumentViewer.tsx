import { useMemo } from 'react'
import { openDocument } from '../gate.functions.ts'
import type { ListedDocument } from '../leads.ts'
import { createAddress } from './address.ts'
import ReaderDialog from './ReaderDialog.tsx'
import type { Reading } from './reading.ts'
import { saveDocument } from './saveDocument.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useSaving } from './useSaving.ts'

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
  const close = useBackCloses(onClose)
  const address = useMemo(
    () => createAddress(() => openDocument({ data: { listingId, fileId, inline: true } })),
    [listingId, fileId],
  )
  const saving = useSaving(fileId, () => saveDocument(listingId, fileId))
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
  return <ReaderDialog fileId={fileId} reading={reading} onClose={close} />
}
