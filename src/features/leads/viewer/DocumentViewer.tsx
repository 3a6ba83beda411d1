import { useMemo } from 'react'
import { openDocument } from '../gate.functions.ts'
import type { ListedDocument } from '../leads.ts'
import { createDocumentSource } from './address.ts'
import DocumentReader from './ReaderDialog.tsx'
import type { OpenedDocument } from './reading.ts'
import { downloadDocument } from './saveDocument.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useDocumentDownload } from './useSaving.ts'

export interface BuyerReaderProps {
  listingId: string
  documents: readonly ListedDocument[]
  /** Which of them is open. */
  fileId: string
  onOpen: (fileId: string) => void
  onClose: () => void
}

/** Documents, read in the page. */
export default function BuyerReader({ listingId, documents, fileId, onOpen, onClose }: BuyerReaderProps) {
  const close = useBackCloses(onClose)
  const address = useMemo(
    () => createDocumentSource(() => openDocument({ data: { listingId, fileId, inline: true } })),
    [listingId, fileId],
  )
  const saving = useDocumentDownload(fileId, () => downloadDocument(listingId, fileId))
  const place = documents.findIndex(({ id }) => id === fileId)
  const document = documents[place]
  const opener = (other?: ListedDocument) => other && { name: other.name, open: () => onOpen(other.id) }
  const reading: OpenedDocument | undefined = document && {
    document,
    address,
    close,
    ...saving,
    previous: opener(documents[place - 1]),
    next: opener(documents[place + 1]),
  }
  return <DocumentReader fileId={fileId} reading={reading} onClose={close} />
}
