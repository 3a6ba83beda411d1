import { notFound } from '#platform/errors.ts'
import type { Visitor } from '#platform/events/recordEvents.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type DocumentKey, isOwnKey, requireBuyer } from './buyer.server.ts'
import type { DocumentChoice } from './leads.ts'
import { delivered, listedDocuments } from './listedDocuments.server.ts'
import { noteReading } from './noteReading.server.ts'

const DOWNLOAD_MINUTES = 10

/** Asked for anew each time, and noted. */
export async function openDocument(
  { database: { db }, storage }: Services,
  { listingId, fileId, inline = false }: DocumentChoice,
  key: DocumentKey | undefined,
  visitor: Visitor = {},
) {
  const buyer = await requireBuyer(db, listingId, key)
  const [found] = await listedDocuments(db, listingId, fileId)
  if (!found) throw notFound()
  const url = await storage.downloadUrl({
    key: found.path,
    ...delivered(found),
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_MINUTES * 60_000),
  })
  const event = inline ? 'file_view' : 'file_download'
  await noteReading(db, { ...visitor, event, listingId, leadId: key && isOwnKey(key, buyer) ? buyer.id : null }, [
    fileId,
  ])
  return { url }
}
