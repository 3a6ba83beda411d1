import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { listing, toListingKey } from '#db/schema/listings.ts'
import { listClosedUntilAcknowledged } from '#features/disclosure/server/acknowledgements.server.ts'
import { listReadableDocuments, type ReadableDocument } from '#features/files/server/access/readableDocuments.server.ts'
import { openStampedPdf } from '#features/files/server/access/readerCopies.server.ts'
import { storeFirstOpening } from '#features/files/server/versions/versionRows.server.ts'
import { ListingIdOrSlugInput } from '#features/listings/listings.schema.ts'
import { requirePublicListingId } from '#features/listings/server/publicListings.server.ts'
import { type ZipEntry, zipStream } from '#platform/downloads/zip.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { ZIP_PATH_END } from '#platform/events/events.ts'
import type { Visitor } from '#platform/events/recordEvents.server.ts'
import { currentVisitor } from '#platform/events/visitors.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { countTransfer } from '#platform/limits/concurrentTransfers.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/downloadHeaders.ts'
import {
  type DocumentKey,
  type ReaderIdentity,
  recordedReader,
  requireReaderIdentity,
} from './documentAccess.server.ts'
import { readDocumentKeyCookie } from './documentKey.server.ts'
import { guestReaderId, watermarkFor } from './documentUrl.server.ts'
import { downloadNameAndType, recordDownloads, storeDocumentEvents } from './openDocument.server.ts'

/** By the listing's id, its slug, or a slug that it had before. */
export async function serveDocumentsZip(link: string) {
  const address = ListingIdOrSlugInput.safeParse({ id: link })
  if (!address.success) throw notFound()
  const services = useServices()
  const listingId = await requirePublicListingId(services.database.db, address.data.id)
  const visitor = await currentVisitor(listingId)
  const key = readDocumentKeyCookie(listingId)
  countTransfer()
  const clientAddress = rateLimitKey(currentRequest().clientIp)
  const { zip, name } = await createDocumentsZip(services, listingId, key, visitor, clientAddress)
  return new Response(Readable.toWeb(zip) as ReadableStream, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(name, 'attachment'),
      'cache-control': 'private, no-store',
    },
  })
}

const MAX_ZIPS = 48
const MAX_ZIPS_PER_LEAD = 2
const MAX_ZIPS_PER_ADDRESS = 6
const RETRY_AFTER_SECONDS = 60

interface RunningZip {
  /** The lead, or the guests who gave the lead's email address. */
  reader: string
  /** The network address: anyone can leave details on many listings, and so be many leads. */
  address?: string
}

/** The zips that this process is sending. */
const runningZips = new Set<RunningZip>()

/** All documents of a listing as one zip, streamed while it is created. */
export async function createDocumentsZip(
  services: Services,
  listingId: string,
  key: DocumentKey | undefined,
  visitor: Visitor = {},
  address?: string,
) {
  const { db } = services.database
  const zipReader = await requireReaderIdentity(db, listingId, key)
  const { lead: buyer, isOwn, chosenLeadId } = zipReader
  const leadId = isOwn ? buyer.id : null
  const person = recordedReader(key, buyer)
  // Guests share a limit, and never use up the lead's.
  const zipDone = reserveZip({ reader: leadId ?? guestReaderId(buyer.id), address })
  try {
    const all = await listReadableDocuments(db, toListingKey(buyer), chosenLeadId)
    const closed = await listClosedUntilAcknowledged(db, person, all)
    const open = all.filter(({ id }) => !closed.some((one) => one.id === id))
    const documents = open.filter(({ isViewOnly }) => !isViewOnly)
    const viewOnly = open.filter(({ isViewOnly }) => isViewOnly).map(({ name }) => name)
    const [found] = await db
      .select({ title: listing.title, slug: listing.slug })
      .from(listing)
      .where(and(eq(listing.agencyId, buyer.agencyId), eq(listing.id, listingId)))
    const pathname = `/listings/${found?.slug ?? listingId}${ZIP_PATH_END}`
    const reading = { ...visitor, event: 'file_download', pathname, listingId, leadId } as const
    const fresh = await storeDocumentEvents(
      db,
      reading,
      documents.map(({ id }) => id),
    )
    const saved = documents.filter(({ id }) => fresh.includes(id))
    if (person) await recordDownloads(db, { listingId, agencyId: buyer.agencyId, person }, saved, { isZip: true })
    await storeFirstOpening(db, documents)
    const size = documents.reduce((sum, document) => sum + document.size, 0)
    const zip = zipStream(readZipEntries(services, { documents, closed, viewOnly, reader: zipReader }), size)
    zip.once('close', zipDone)
    return { zip, name: `${found?.title ?? 'Property'} documents.zip` }
  } catch (error) {
    zipDone()
    throw error
  }
}

/** Returns a function that frees the slot. */
function reserveZip(zip: RunningZip) {
  const { reader, address } = zip
  if (countRunningZips((other) => other.reader === reader) >= MAX_ZIPS_PER_LEAD)
    throw tooManyZips('Your documents are already downloading. Try again when that has finished.')
  if (address && countRunningZips((other) => other.address === address) >= MAX_ZIPS_PER_ADDRESS)
    throw tooManyZips('Several downloads are running from your network. Try again in a minute.')
  if (runningZips.size >= MAX_ZIPS)
    throw new AppError('Unavailable', 503, 'Many people are downloading right now. Try again in a minute.', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  runningZips.add(zip)
  return () => void runningZips.delete(zip)
}

const countRunningZips = (matches: (zip: RunningZip) => boolean) => [...runningZips].filter(matches).length

const tooManyZips = (message: string) =>
  new AppError('TooManyRequests', 429, message, { retryAfter: RETRY_AFTER_SECONDS })

interface ZipContents {
  documents: readonly ReadableDocument[]
  /** Open only once the buyer has confirmed them. */
  closed: readonly Pick<ReadableDocument, 'name'>[]
  /** The names of what is not sent as a file. */
  viewOnly: readonly string[]
  reader: ReaderIdentity
}

/** Opens one document at a time. A missing one does not hold back the others. */
async function* readZipEntries(
  services: Services,
  { documents, closed, viewOnly, reader }: ZipContents,
): AsyncGenerator<ZipEntry> {
  if (closed.length)
    yield {
      name: 'Confirm first.txt',
      content: `The agent asks you to confirm these documents before they open. Open them on the listing’s page.\r\n\r\n${closed.map(({ name }) => name).join('\r\n')}\r\n`,
      date: new Date(),
    }
  const missing: string[] = []
  for (const [index, document] of documents.entries()) {
    const name = zipEntryName(downloadNameAndType(document).name, index, documents.length)
    const content = await openContent(services, document, reader).catch(ignoreMissing)
    if (content) yield { name, content, date: document.replacedAt ?? document.createdAt }
    else missing.push(name)
  }
  const notes = [
    missing.length > 0 &&
      `We couldn’t include these documents. Please ask the agent for them.\r\n\r\n${missing.join('\r\n')}`,
    viewOnly.length > 0 && `You can read these documents on the listing’s page only.\r\n\r\n${viewOnly.join('\r\n')}`,
  ].filter((note) => note !== false)
  if (notes.length > 0) yield { name: 'Not included.txt', content: `${notes.join('\r\n\r\n')}\r\n` }
}

/** With the reader's name across each page, if the agent wants that. */
async function openContent(services: Services, document: ReadableDocument, reader: ReaderIdentity) {
  if (!document.isWatermarked) return services.storage.read(document.path)
  const watermark = watermarkFor(reader, document.timeZone)
  const { size, read } = await openStampedPdf(services, document, watermark, watermark.readerId)
  return read({ start: 0, end: size - 1 })
}

function ignoreMissing(error: unknown) {
  // 422 is a document that we can't put the name on.
  if (error instanceof AppError && [404, 422].includes(error.status)) return undefined
  throw error
}

/** Characters that Windows forbids in names, that change the text direction, or that are invisible. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const MAX_NAME_LENGTH = 120

/** "01 LIM report.pdf": in the order of the page, no two alike, and safe on every computer. */
export function zipEntryName(name: string, index: number, count: number) {
  const place = String(index + 1).padStart(Math.max(2, String(count).length), '0')
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,10})?$/is.exec(name.toWellFormed()) ?? []
  const tidy = [...stem.replace(UNSAFE_CHARACTERS, ' ').replace(/\s+/g, ' ')].slice(0, MAX_NAME_LENGTH).join('')
  return `${place} ${tidy.replace(/^[\s.]+|[\s.]+$/g, '') || 'Document'}${extension}`
}
