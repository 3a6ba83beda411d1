import { useState } from 'react'
import type { Brand } from '#features/agencies/brandLook.ts'
import { AgencyLogo } from '#features/agencies/public/AgencyBrand.tsx'
import { AcknowledgementBar } from '#features/disclosure/public/AcknowledgementBar.tsx'
import type { AcknowledgementRequest } from '#features/disclosure/server/acknowledgements.server.ts'
import DocumentReader from '#features/files/reader/DocumentReader.tsx'
import type { ReadingReport } from '#features/files/reader/reading/readingMeasure.ts'
import { AppError } from '#platform/errors.ts'
import { READING_PATH } from '#platform/events/events.ts'
import { acknowledgeDocument, fetchAcknowledgement, openDocument } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'

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

const RETRY_MS = 15_000

/** Reports that the server has not confirmed, by key. A newer one contains the older, so each key has one. */
const unconfirmed = new Map<string, string>()
/** Keys that the server no longer accepts. */
const ended = new Set<string>()
let retry: ReturnType<typeof setTimeout> | undefined

/** Sends what was read. While there is no connection it is kept for as long as the tab lives, also after the reader was closed. */
function sendReading(report: ReadingReport, isLeaving: boolean) {
  if (ended.has(report.key)) return
  unconfirmed.set(report.key, JSON.stringify(report))
  if (isLeaving) sendBeacons()
  else void sendUnconfirmed()
}

/** Browsers deliver these even if the page is closed, and don't say whether they arrived: another report may follow. */
function sendBeacons() {
  for (const body of unconfirmed.values()) navigator.sendBeacon(READING_PATH, body)
}

async function sendUnconfirmed() {
  clearTimeout(retry)
  for (const [key, body] of unconfirmed) {
    try {
      // The page may be closed right after the document.
      const { status } = await fetch(READING_PATH, { method: 'POST', body, keepalive: true })
      if (status === 403) ended.add(key)
      if (status < 500 && unconfirmed.get(key) === body) unconfirmed.delete(key)
    } catch {
      break
    }
  }
  if (unconfirmed.size > 0) retry = setTimeout(() => void sendUnconfirmed(), RETRY_MS)
}
