import { useState } from 'react'
import type { Brand } from '#features/agencies/brandLook.ts'
import { AgencyLogo } from '#features/agencies/public/AgencyBrand.tsx'
import { AcknowledgementBar } from '#features/disclosure/public/AcknowledgementBar.tsx'
import type { AcknowledgementRequest } from '#features/disclosure/server/acknowledgements.server.ts'
import DocumentReader from '#features/files/reader/DocumentReader.tsx'
import { AppError } from '#platform/errors.ts'
import { acknowledgeDocument, fetchAcknowledgement, openDocument } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'
import { sendReading } from './sendReading.ts'

interface BuyerReaderProps {
  listingId: string
  documents: readonly ListedDocument[]
  brand: Brand | null
  /** The document to read. */
  fileId: string
  onOpen: (fileId: string) => void
  onClose: () => void
}

/** Buyers read the documents of a listing. The server checks their access, counts views and downloads, and learns how long each page was read. */
export default function BuyerReader({ listingId, documents, brand, fileId, ...navigation }: BuyerReaderProps) {
  const [asked, setAsked] = useState<{ fileId: string; request: AcknowledgementRequest | null }>()
  /** Counts confirmations that open the document. */
  const [openings, setOpenings] = useState(0)
  const document = documents.find(({ id }) => id === fileId)
  if (!document) return null
  const request = asked?.fileId === fileId ? asked.request : null

  async function open(wanted: { fileId: string; inline: boolean }) {
    try {
      const opened = await openDocument({ data: { listingId, ...wanted } })
      if (wanted.inline) setAsked({ fileId: wanted.fileId, request: opened.acknowledgement })
      return opened
    } catch (error) {
      if (error instanceof AppError && error.name === 'AcknowledgementNeeded') await showRequest(wanted.fileId)
      throw error
    }
  }

  const showRequest = async (id: string) =>
    setAsked({ fileId: id, request: await fetchAcknowledgement({ data: { listingId, fileId: id } }) })

  async function confirm({ version, statement, isRequired }: AcknowledgementRequest) {
    const { acknowledgedAt } = await acknowledgeDocument({ data: { listingId, fileId, version, statement } })
    if (request) setAsked({ fileId, request: { ...request, acknowledgedAt } })
    if (isRequired) setOpenings((count) => count + 1)
  }

  return (
    <DocumentReader
      key={openings}
      document={document}
      documents={documents}
      getUrl={open}
      brand={brand && <AgencyLogo brand={brand} isSmall />}
      onReading={sendReading}
      bottomBar={request && <AcknowledgementBar request={request} onConfirm={confirm} />}
      {...navigation}
    />
  )
}
