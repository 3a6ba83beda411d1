import { Readable } from 'node:stream'
import { notFound } from '#platform/errors.ts'
import { currentVisitor } from '#platform/events/currentVisitor.server.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { countTransfer } from '#platform/http/transfers.server.ts'
import { ListingId } from '#platform/ids.ts'
import { useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/contentDisposition.ts'
import { createDocumentsZip } from './downloadAll.server.ts'
import { readDocumentKey } from './leadKey.server.ts'

export async function serveDocumentsZip(id: string) {
  const listingId = ListingId.safeParse(id)
  if (!listingId.success) throw notFound()
  const visitor = await currentVisitor(listingId.data)
  const key = readDocumentKey(listingId.data)
  const address = limitKey(currentRequest().clientIp)
  countTransfer()
  const { zip, name } = await createDocumentsZip(useServices(), listingId.data, key, visitor, address)
  return new Response(Readable.toWeb(zip) as ReadableStream, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(name, 'attachment'),
      'cache-control': 'private, no-store',
    },
  })
}
