import { Readable } from 'node:stream'
import { notFound } from '#platform/errors.ts'
import { currentVisitor } from '#platform/events/currentVisitor.server.ts'
import { ListingId } from '#platform/ids.ts'
import { useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/contentDisposition.ts'
import { downloadAll } from './downloadAll.server.ts'
import { readDocumentKey } from './leadKey.server.ts'

export async function serveAll(id: string) {
  const listingId = ListingId.safeParse(id)
  if (!listingId.success) throw notFound()
  const visitor = await currentVisitor(listingId.data)
  const { zip, name } = await downloadAll(useServices(), listingId.data, readDocumentKey(listingId.data), visitor)
  return new Response(Readable.toWeb(zip) as ReadableStream, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(name, 'attachment'),
      'cache-control': 'private, no-store',
    },
  })
}
