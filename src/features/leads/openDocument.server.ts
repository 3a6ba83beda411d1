import { notFound } from '#platform/errors.ts'
import type { Visitor } from '#platform/events/recordEvents.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type DocumentKey, isOwnKey, requireBuyer } from './buyer.server.ts'
import type { OpenDocumentInput } from './leads.ts'
import { downloadNameAndType, listPublicDocuments } from './listedDocuments.server.ts'
import { recordReading } from './noteReading.server.ts'

const DOCUMENT_URL_MINUTES = 10

/** Asked for anew each time, and noted. */
export async function openDocument(
  { database: { db }, storage }: Services,
  { listingId, fileId, inline = false }: OpenDocumentInput,
  key: DocumentKey | undefined,
  visitor: Visitor = {},
) {
  const buyer = await requireBuyer(db, listingId, key)
  const [found] = await listPublicDocuments(db, listingId, fileId)
  if (!found) throw notFound()
  const url = await storage.downloadUrl({
    key: found.path,
    ...downloadNameAndType(found),
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOCUMENT_URL_MINUTES * 60_000),
  })
  const event = inline ? 'file_view' : 'file_download'
  await recordReading(db, { ...visitor, event, listingId, leadId: key && isOwnKey(key, buyer) ? buyer.id : null }, [
    fileId,
  ])
  return { url }
}
