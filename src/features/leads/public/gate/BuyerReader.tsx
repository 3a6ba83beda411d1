import DocumentReader from '#features/files/reader/DocumentReader.tsx'
import { openDocument } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'
import { sendReading } from './sendReading.ts'

interface BuyerReaderProps {
  listingId: string
  documents: readonly ListedDocument[]
  /** The document to read. */
  fileId: string
  onOpen: (fileId: string) => void
  onClose: () => void
}

/** Buyers read the documents of a listing. The server checks their access, counts views and downloads, and learns how long each page was read. */
export default function BuyerReader({ listingId, documents, fileId, ...navigation }: BuyerReaderProps) {
  const document = documents.find(({ id }) => id === fileId)
  if (!document) return null
  return (
    <DocumentReader
      document={document}
      documents={documents}
      getUrl={(request) => openDocument({ data: { listingId, ...request } })}
      onReading={sendReading}
      {...navigation}
    />
  )
}
