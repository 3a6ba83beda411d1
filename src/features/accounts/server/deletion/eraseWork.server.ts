import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { deleteLeads } from '#db/deleteLeads.server.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { apiKey, repeatableRequest } from '#db/schema/apiKeys.ts'
import { event } from '#db/schema/events.ts'
import { feedListing, feedPhoto } from '#db/schema/feeds.ts'
import { documentChange, file, fileVersion, upload } from '#db/schema/files.ts'
import { inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { lead, leadDigest } from '#db/schema/leads.ts'
import { channel, listing, oldSlug, openHome, sharePicture } from '#db/schema/listings.ts'
import { buyerMessage } from '#db/schema/messages.ts'
import { notification } from '#db/schema/notifications.ts'
import { checkIn, doorDevice } from '#db/schema/openHomeVisits.ts'
import { readingSession, readingSum } from '#db/schema/readings.ts'
import { recordEntry, recordHead, recordSubject } from '#db/schema/record.ts'
import { vendorLink, vendorReport, vendorReportEmail } from '#db/schema/vendors.ts'
import { forgetAnnouncements } from '#platform/outbound/webhooks/announce.server.ts'
import type { Services } from '#platform/services.server.ts'
import { removeFileAndVariants } from '#platform/storage/storage.ts'

/** Whose work: that of a lead agent, or of an agency. */
export interface WorkToErase {
  isListing: SQL
  isFile: SQL
  /** Besides those for the listings and files. */
  isUpload: SQL | undefined
}

/** The storage keys of all files, versions, unfinished uploads, share pictures and documents that came by email. */
export async function listWorkPaths(db: Db, work: WorkToErase) {
  const { isListing, isFile } = work
  const rows = await db
    .select({ path: file.path })
    .from(file)
    .where(isFile)
    .union(
      db
        .select({ path: fileVersion.path })
        .from(fileVersion)
        .innerJoin(file, eq(file.id, fileVersion.fileId))
        .where(isFile),
    )
    .union(db.select({ path: upload.path }).from(upload).where(isErasedUpload(db, work)))
  const pictures = await db
    .select({ path: sharePicture.path })
    .from(sharePicture)
    .innerJoin(listing, eq(listing.id, sharePicture.listingId))
    .where(isListing)
  const emailed = await db
    .select({ path: inboundDocument.path })
    .from(inboundDocument)
    .innerJoin(inboundEmail, eq(inboundEmail.id, inboundDocument.emailId))
    .innerJoin(listing, eq(listing.id, inboundEmail.listingId))
    // What was accepted is a file, which may belong to another listing now.
    .where(and(isListing, isNull(inboundDocument.fileId)))
  return [...rows, ...pictures, ...emailed].flatMap(({ path }) => path || [])
}

/** Also those that colleagues have begun. */
function isErasedUpload(db: Db, { isListing, isFile, isUpload }: WorkToErase) {
  const listings = db.select({ id: listing.id }).from(listing).where(isListing)
  const files = db.select({ id: file.id }).from(file).where(isFile)
  return or(
    isUpload,
    inArray(upload.listingId, listings),
    inArray(upload.fileId, files),
    inArray(upload.replacesFileId, files),
  )
}

/** No row refers to these any more. What a crash leaves behind is swept as an orphan. */
export async function removePaths({ storage }: Services, paths: readonly string[]) {
  for (const path of paths) await removeFileAndVariants(storage, path)
}

/** Deletes listings and files with everything that refers to them, buyers included, in the order that the foreign keys allow. */
export async function eraseWork(tx: Db, work: WorkToErase) {
  const { isListing, isFile } = work
  // Events lock the listing before its sums. Consistent lock order prevents deadlocks.
  await tx.select({ id: listing.id }).from(listing).where(isListing).for('update')
  const listings = tx.select({ id: listing.id }).from(listing).where(isListing)
  const files = tx.select({ id: file.id }).from(file).where(isFile)
  const leads = tx.select({ id: lead.id }).from(lead).where(inArray(lead.listingId, listings))
  const agencyIds = await listAgencyIds(tx, work)
  await tx
    .delete(event)
    .where(or(inArray(event.listingId, listings), inArray(event.leadId, leads), inArray(event.fileId, files)))
  await tx
    .delete(notification)
    .where(or(inArray(notification.listingId, listings), inArray(notification.leadId, leads)))
  await tx.delete(leadDigest).where(inArray(leadDigest.listingId, listings))
  for (const ids of [listings, files, leads]) await forgetAnnouncements(tx, agencyIds, ids)
  await deleteLeads(tx, agencyIds, leads)
  for (const table of [recordEntry, recordHead, recordSubject, documentChange, buyerMessage])
    await tx.delete(table).where(inArray(table.listingId, listings))
  for (const table of [readingSession, readingSum, fileVersion])
    await tx.delete(table).where(inArray(table.fileId, files))
  await tx.update(listing).set({ coverFileId: null }).where(isListing)
  await tx.delete(sharePicture).where(inArray(sharePicture.listingId, listings))
  await tx.delete(upload).where(isErasedUpload(tx, work))
  const emails = tx.select({ id: inboundEmail.id }).from(inboundEmail).where(inArray(inboundEmail.listingId, listings))
  await tx
    .delete(inboundDocument)
    .where(or(inArray(inboundDocument.emailId, emails), inArray(inboundDocument.fileId, files)))
  await tx.delete(inboundEmail).where(inArray(inboundEmail.listingId, listings))
  await tx.delete(file).where(isFile)
  const vendors = tx.select({ id: vendorLink.id }).from(vendorLink).where(inArray(vendorLink.listingId, listings))
  await tx.delete(vendorReportEmail).where(inArray(vendorReportEmail.linkId, vendors))
  const ofListings = [openHome, oldSlug, coAgent, channel, feedListing, feedPhoto, vendorReport, vendorLink]
  for (const table of [checkIn, doorDevice, ...ofListings])
    await tx.delete(table).where(inArray(table.listingId, listings))
  await tx.delete(listing).where(isListing)
}

/** Of an account, in all the agencies where it has worked. */
async function listAgencyIds(tx: Db, { isListing, isFile }: WorkToErase) {
  const rows = await tx
    .select({ id: listing.agencyId })
    .from(listing)
    .where(isListing)
    .union(tx.select({ id: file.agencyId }).from(file).where(isFile))
  return rows.map(({ id }) => id)
}

/** Deletes the keys of erased agencies, with what their programs were told. */
export async function deleteApiKeys(tx: Db, agencyIds: string[]) {
  const keys = tx.select({ id: apiKey.id }).from(apiKey).where(inArray(apiKey.agencyId, agencyIds))
  await tx.delete(repeatableRequest).where(inArray(repeatableRequest.apiKeyId, keys))
  await tx.delete(apiKey).where(inArray(apiKey.agencyId, agencyIds))
}
