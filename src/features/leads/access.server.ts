import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { isFileType } from '#platform/media/fileTypes.ts'
import { savedName } from '#platform/media/savedName.ts'
import type { Services } from '#platform/services.server.ts'
import { readLeadKey } from './leadKey.server.ts'

const DOWNLOAD_MINUTES = 10
const VISIT = 30 * 60_000

const detailsNeeded = () =>
  new AppError('DetailsNeeded', 403, 'Please leave your details first, and the documents open at once.')

/** The buyer whose key this is, while the listing is public and the agent has not closed the documents to them. */
export async function findBuyer(db: Db, listingId: string, leadId: string | undefined) {
  if (!leadId) return undefined
  const [found] = await db
    .select({ lead })
    .from(lead)
    .innerJoin(listing, eq(listing.id, lead.listingId))
    .where(
      and(
        eq(lead.id, leadId),
        eq(lead.listingId, listingId),
        isNull(lead.withdrawnAt),
        isNull(lead.archivedAt),
        isNotNull(listing.publishedAt),
        isNull(listing.archivedAt),
      ),
    )
  return found?.lead
}

/** What the page shows somebody who has been here. The end of a visit is what the next one calls "last time". */
export async function readAccess(db: Db, listingId: string, leadId: string | undefined) {
  const buyer = await findBuyer(db, listingId, leadId)
  if (!buyer) return null
  return { firstName: buyer.firstName, newSince: buyer.lastVisitAt }
}

export const noteVisit = (db: Db, leadId: string) =>
  db
    .update(lead)
    .set({ lastVisitAt: new Date() })
    .where(and(eq(lead.id, leadId), sql`${lead.lastVisitAt} < ${new Date(Date.now() - VISIT).toISOString()}`))

/** Everybody sees that they are there. */
export async function listDocuments(db: Db, listingId: string) {
  const rows = await db
    .select()
    .from(file)
    .where(and(eq(file.listingId, listingId), eq(file.type, 'file'), eq(file.state, 'ready'), isNull(file.archivedAt)))
    .orderBy(sql`${file.rank} asc nulls last`, asc(file.createdAt), asc(file.id))
  return rows.map(({ id, name, kind, contentType, pageCount, size, createdAt, replacedAt }) => ({
    id,
    name,
    kind,
    contentType: contentType ?? 'application/octet-stream',
    pageCount,
    size,
    changedAt: replacedAt ?? createdAt,
  }))
}

interface Wish {
  listingId: string
  fileId: string
  inline?: boolean
}

/** Asked for anew each time, and noted: the agent sees what a buyer reads. */
export async function openDocument(
  { database: { db }, storage }: Services,
  { listingId, fileId, inline = false }: Wish,
  leadId: string | undefined,
) {
  const buyer = await findBuyer(db, listingId, leadId)
  if (!buyer) throw detailsNeeded()
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, fileId), eq(file.listingId, listingId), eq(file.type, 'file'), isNull(file.archivedAt)))
  if (!found) throw notFound()
  const contentType = found.contentType ?? 'application/octet-stream'
  const url = await storage.downloadUrl({
    key: found.path,
    name: isFileType(contentType) ? savedName(found.name, contentType) : found.name,
    contentType,
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_MINUTES * 60_000),
  })
  const what = inline ? 'file_view' : 'file_download'
  await db.insert(event).values({ event: what, listingId, fileId, leadId: buyer.id })
  return { url }
}

/** Where a mailed link leads, if it is still good. Nothing is used up by looking. */
export async function readPrivateLink({ database: { db }, env }: Services, key: string) {
  const leadId = readLeadKey(env.APP_SECRET, 'link', key)
  const [found] = leadId
    ? await db
        .select({ listing, lead })
        .from(lead)
        .innerJoin(listing, eq(listing.id, lead.listingId))
        .where(eq(lead.id, leadId))
    : []
  const buyer = found && (await findBuyer(db, found.listing.id, found.lead.id))
  if (!found || !buyer) throw notFound()
  return { listingId: found.listing.id, slug: found.listing.slug, title: found.listing.title, buyer }
}
