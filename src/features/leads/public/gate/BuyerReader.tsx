import { useMemo } from 'react'
import DocumentReader from '#features/files/reader/DocumentReader.tsx'
import { createDocumentSource, useDocumentDownload } from '#features/files/reader/documentSource.ts'
import type { OpenedDocument } from '#features/files/reader/ReaderFrame.tsx'
import { useBackCloses } from '#features/files/reader/useBackCloses.ts'
import { openDocument } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'

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

/** The address is asked for at the last moment, because it is good for minutes only. */
async function downloadDocument(listingId: string, fileId: string) {
  const { url } = await openDocument({ data: { listingId, fileId } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
