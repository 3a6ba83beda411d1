import { and, eq, isNull } from 'drizzle-orm'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { notFound } from '#platform/errors.ts'
import { isFileType } from '#platform/media/fileTypes.ts'
import { savedName } from '#platform/media/savedName.ts'
import type { Services } from '#platform/services.server.ts'
import { requireBuyer } from './buyer.server.ts'
import type { DocumentChoice } from './leads.ts'

const DOWNLOAD_MINUTES = 10

/** Asked for anew each time, and noted: the agent sees what a buyer reads. */
export async function openDocument(
  { database: { db }, storage }: Services,
  { listingId, fileId, inline = false }: DocumentChoice,
  leadId: string | undefined,
) {
  const buyer = await requireBuyer(db, listingId, leadId)
  const isListed = [
    eq(file.listingId, listingId),
    eq(file.type, 'file'),
    eq(file.state, 'ready'),
    isNull(file.archivedAt),
  ]
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, fileId), ...isListed))
  if (!found) throw notFound()
  const contentType = found.contentType ?? 'application/octet-stream'
  const url = await storage.downloadUrl({
    key: found.path,
    name: isFileType(contentType) ? savedName(found.name, contentType) : found.name,
    contentType,
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_MINUTES * 60_000),
  })
  await db.insert(event).values({
    event: inline ? 'file_view' : 'file_download',
    listingId,
    fileId,
    leadId: buyer.id,
  })
  return { url }
}
