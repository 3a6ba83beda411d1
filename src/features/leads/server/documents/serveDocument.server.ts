import { Readable } from 'node:stream'
import { z } from 'zod'
import { toListingKey } from '#db/schema/listings.ts'
import { requireAcknowledged } from '#features/disclosure/server/acknowledgements.server.ts'
import { pageWidths } from '#features/files/pageWidths.ts'
import { listReadableDocuments } from '#features/files/server/access/readableDocuments.server.ts'
import {
  openStampedPdf,
  readPagePicture,
  type SendableFile,
  type Watermark,
} from '#features/files/server/access/readerCopies.server.ts'
import { readPageContents } from '#features/files/server/pageContents.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { parseRange } from '#platform/http/requestHeaders.ts'
import { countTransfer } from '#platform/limits/concurrentTransfers.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { downloadHeaders, shownFilePolicy } from '#platform/storage/downloadHeaders.ts'
import { recordedReader, requireReaderIdentity } from './documentAccess.server.ts'
import { verifyDocumentGrant, watermarkFor } from './documentUrl.server.ts'
import { downloadNameAndType } from './openDocument.server.ts'

/** For the routes, inside a request. */
export function serveDocument(request: Request, fileId: string) {
  countTransfer()
  return respondWithDocument(useServices(), request, fileId)
}

export function serveDocumentPage(request: Request, fileId: string, page: string) {
  countTransfer()
  return respondWithPage(useServices(), request, fileId, page)
}

export const serveDocumentText = (request: Request, fileId: string, firstPage: string) =>
  respondWithText(useServices(), request, fileId, firstPage)

/** Nothing that a reader gets may be shown again without asking us: the agent may have hidden it meanwhile. */
const PRIVATE = { 'cache-control': 'private, no-store' }

/** A document or a range of it. Every request of an open reader is checked, whatever the storage is. */
export async function respondWithDocument(services: Services, request: Request, fileId: string) {
  const { document, grant, watermark } = await requireAllowed(services, request, fileId)
  if (grant.use === 'pages' || document.isViewOnly) throw notAvailable()
  const file: SendableFile = document.isWatermarked
    ? await openStampedPdf(services, document, watermark, watermark.readerId)
    : { size: document.size, read: (range) => services.storage.read(document.path, range) }
  const download = { ...downloadNameAndType(document), disposition: grant.use, expiresAt: new Date() }
  const { contentType, contentDisposition } = downloadHeaders(download)
  const headers = {
    ...PRIVATE,
    'content-type': contentType,
    'content-disposition': contentDisposition,
    'accept-ranges': 'bytes',
    'content-security-policy': shownFilePolicy(document.contentType ?? ''),
    'x-frame-options': 'SAMEORIGIN',
  }
  const range = parseRange(request.headers.get('range'), file.size)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.size}` } })
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const body = end < start ? null : (Readable.toWeb(await file.read({ start, end })) as ReadableStream)
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${file.size}` }),
    },
  })
}

const PageInput = z.object({
  page: z.coerce.number().int().min(1),
  width: z.coerce.number().pipe(z.union(pageWidths.map((width) => z.literal(width)))),
})

/** The page and the width that a URL asks for. */
export function parsePage(request: Request, page: string) {
  const input = PageInput.safeParse({ page, width: new URL(request.url).searchParams.get('width') })
  if (!input.success) throw notFound()
  return input.data
}

/** Only pages that have to be drawn count. A long document has hundreds of thumbnails. */
const drawingsPerReader = { name: 'draw_page', points: 600, seconds: 600 }

/** One page of a view-only document as a picture. */
export async function respondWithPage(services: Services, request: Request, fileId: string, page: string) {
  const drawn = parsePage(request, page)
  const { document, grant, watermark } = await requireAllowed(services, request, fileId)
  if (grant.use !== 'pages' || drawn.page > (document.pageCount ?? 1)) throw notFound()
  return respondWithPicture(services, document, watermark, drawn)
}

type DrawnDocument = Parameters<typeof readPagePicture>[1] & { isWatermarked: boolean }

/** The caller has checked that the reader may have this page. */
export async function respondWithPicture(
  services: Services,
  document: DrawnDocument,
  watermark: Watermark,
  page: z.infer<typeof PageInput>,
) {
  const picture = await readPagePicture(services, document, {
    ...page,
    watermark: document.isWatermarked ? watermark : undefined,
    owner: watermark.readerId,
    beforeDrawing: () => services.limits.spend(drawingsPerReader, watermark.readerId),
  })
  return new Response(new Uint8Array(picture), { headers: { ...PRIVATE, 'content-type': 'image/webp' } })
}

const TEXT_PAGES = 20

/** The text of some pages of a view-only document, for the reader's search. */
export async function respondWithText(services: Services, request: Request, fileId: string, firstPage: string) {
  const first = z.coerce.number().int().min(1).safeParse(firstPage)
  if (!first.success) throw notFound()
  const { document, grant } = await requireAllowed(services, request, fileId)
  if (grant.use !== 'pages') throw notFound()
  const pages = document.contentType === 'application/pdf' ? await readPageContents(services, document) : []
  const texts = pages.slice(first.data - 1, first.data - 1 + TEXT_PAGES).map(({ text }) => text)
  return Response.json({ texts }, { headers: PRIVATE })
}

/** What a URL was given for, if the reader may still have it. */
async function requireAllowed({ database: { db }, env }: Services, request: Request, fileId: string) {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const grant = verifyDocumentGrant(env.APP_SECRET, key)
  if (grant?.fileId !== fileId)
    throw new AppError('LinkExpired', 403, 'This link has expired. Open the document again on the listing’s page.')
  const reader = await requireReaderIdentity(db, grant.listingId, grant)
  const [document] = await listReadableDocuments(db, toListingKey(reader.lead), reader.chosenLeadId, fileId)
  // Another version has other pages: the reader asks for a new URL, and starts again with that version.
  if (document?.version !== grant.version) throw notAvailable()
  await requireAcknowledged(db, recordedReader(grant, reader.lead), document)
  return { document, grant, watermark: watermarkFor(reader, document.timeZone) }
}

/** The reader then asks for a new URL, and is told why there is none. */
const notAvailable = () => new AppError('NotAvailable', 403, 'This document is no longer available.')
