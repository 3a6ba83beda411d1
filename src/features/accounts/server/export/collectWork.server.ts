import { and, eq, getTableColumns, gt, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { feedListing, feedPhoto } from '#db/schema/feeds.ts'
import { changeRecipient, documentChange, file, fileVersion } from '#db/schema/files.ts'
import { EMAIL_TYPE, inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { chosenReader, invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead, leadAnswer, leadNote } from '#db/schema/leads.ts'
import { channel, listing, oldSlug, openHome } from '#db/schema/listings.ts'
import { buyerMessage, messageRecipient, silencedAddress } from '#db/schema/messages.ts'
import { checkIn, doorDevice } from '#db/schema/openHomeVisits.ts'
import { reading, readingSearch } from '#db/schema/readings.ts'
import { acknowledgement, acknowledgementReminder, recordEntry, recordSubject } from '#db/schema/record.ts'
import { vendorLink, vendorReport, vendorReportEmail } from '#db/schema/vendors.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import {
  type ExportEntry,
  type ExportedTable,
  jsonEntry,
  ROWS_PER_PAGE,
  streamEntry,
  tableEntry,
} from './exportEntries.server.ts'

/** An upper bound of an event as JSON, to know in advance whether the zip needs ZIP64. */
const MAX_EVENT_BYTES = 1_000

/** Without the keys that only recognise what is sent twice. */
const { submissionKey: _, ...leadColumns } = getTableColumns(lead)
const { creationKey: __, ...listingColumns } = getTableColumns(listing)
const { creationKey: ____, ...messageColumns } = getTableColumns(buyerMessage)
const { messageHash: ___, ...emailColumns } = getTableColumns(inboundEmail)
const { fingerprint: _____, ...checkInColumns } = getTableColumns(checkIn)
const { tokenHash: ______, ...doorDeviceColumns } = getTableColumns(doorDevice)

/** Whose work: that of a lead agent in one agency, or in all of theirs. */
interface WorkOf {
  userId: string
  agencyId?: string
}

/** The listings of a lead agent with their documents, leads and events. */
export async function collectWork(
  { database: { db }, storage }: Services,
  { userId, agencyId }: WorkOf,
  folder: string,
) {
  const isOwn = (table: { userId: PgColumn; agencyId: PgColumn }) =>
    and(eq(table.userId, userId), agencyId === undefined ? undefined : eq(table.agencyId, agencyId)) ?? sql`false`
  const listings = await db.select(listingColumns).from(listing).where(isOwn(listing))
  const listingIds = db.select({ id: listing.id }).from(listing).where(isOwn(listing))
  const openHomes = await db.select().from(openHome).where(inArray(openHome.listingId, listingIds))
  const channels = await db.select().from(channel).where(inArray(channel.listingId, listingIds))
  const imported = await db.select().from(feedListing).where(inArray(feedListing.listingId, listingIds))
  const importedPhotos = await db.select().from(feedPhoto).where(inArray(feedPhoto.listingId, listingIds))
  const emailed = await db
    .select({ ...getTableColumns(inboundDocument), listingId: inboundEmail.listingId })
    .from(inboundDocument)
    .innerJoin(inboundEmail, eq(inboundEmail.id, inboundDocument.emailId))
    .where(and(inArray(inboundEmail.listingId, listingIds), ne(inboundDocument.contentType, EMAIL_TYPE)))
    .orderBy(inboundDocument.emailId, inboundDocument.id)
  // One that was accepted is among the files, and one that was left out has no content.
  const waiting = emailed.filter(({ fileId, path }) => fileId === null && path !== '')
  const oldSlugs = await db.select().from(oldSlug).where(inArray(oldSlug.listingId, listingIds))
  const files = await db
    .select()
    .from(file)
    .where(and(isOwn(file), isNull(file.erasedAt)))
  const versions = await db
    .select(getTableColumns(fileVersion))
    .from(fileVersion)
    .innerJoin(file, eq(file.id, fileVersion.fileId))
    .where(and(isOwn(file), isNull(file.erasedAt)))
    .orderBy(fileVersion.fileId, fileVersion.version)
  const slugs = new Map(listings.map(({ id, slug }) => [id, slug]))
  const byLead = (name: string, read: ReadRowsOfLeads) =>
    streamEntry(name, () => readRowsOfLeads(db, isOwn(lead), read))
  const table = (name: string, exported: ExportedTable) => tableEntry(db, name, exported)
  const folderOf = ({ listingId }: { listingId: string | null } = { listingId: null }) =>
    `files/${slugs.get(listingId ?? '') ?? 'without a listing'}`
  const ownLeads = db.select({ id: lead.id }).from(lead).where(isOwn(lead))
  const isOwnEvent = agencyId === undefined ? eq(event.userId, userId) : inArray(event.listingId, listingIds)
  const entries: ExportEntry[] = [
    jsonEntry('listings', listings),
    jsonEntry('open homes', openHomes),
    table('open home visitors', {
      ...{ table: checkIn, time: checkIn.receivedAt, columns: checkInColumns },
      isOwn: inArray(checkIn.listingId, listingIds),
    }),
    table('open home devices', {
      ...{ table: doorDevice, time: doorDevice.createdAt, columns: doorDeviceColumns },
      isOwn: inArray(doorDevice.listingId, listingIds),
    }),
    jsonEntry('earlier links', oldSlugs),
    jsonEntry('links by channel', channels),
    ...(await vendorEntries(db, listingIds)),
    jsonEntry('imported listings', imported),
    jsonEntry('imported photos', importedPhotos),
    table('emails to listings', {
      ...{ table: inboundEmail, time: inboundEmail.receivedAt, columns: emailColumns },
      isOwn: inArray(inboundEmail.listingId, listingIds),
    }),
    jsonEntry('emailed documents', emailed),
    jsonEntry('files', files),
    jsonEntry('file versions', versions),
    table('leads', { table: lead, time: lead.createdAt, isOwn: isOwn(lead), columns: leadColumns }),
    table('lead notes', { table: leadNote, time: leadNote.createdAt, isOwn: inArray(leadNote.leadId, ownLeads) }),
    byLead('readings', (ids) => db.select().from(reading).where(inArray(reading.leadId, ids))),
    byLead('searches in documents', (ids) => db.select().from(readingSearch).where(inArray(readingSearch.leadId, ids))),
    table('invitees', { table: invitee, time: invitee.createdAt, isOwn: inArray(invitee.leadId, ownLeads) }),
    byLead('invitee readings', async (ids) => {
      const isInvited = eq(invitee.id, inviteeReading.inviteeId)
      const rows = db.select(getTableColumns(inviteeReading)).from(inviteeReading).innerJoin(invitee, isInvited)
      return rows.where(inArray(invitee.leadId, ids))
    }),
    table('document changes', {
      ...{ table: documentChange, time: documentChange.createdAt },
      isOwn: inArray(documentChange.listingId, listingIds),
    }),
    byLead('change recipients', (ids) => db.select().from(changeRecipient).where(inArray(changeRecipient.leadId, ids))),
    table('messages', {
      ...{ table: buyerMessage, time: buyerMessage.createdAt, columns: messageColumns },
      isOwn: inArray(buyerMessage.listingId, listingIds),
    }),
    byLead('message recipients', (ids) =>
      db.select().from(messageRecipient).where(inArray(messageRecipient.leadId, ids)),
    ),
    byLead('addresses without messages', (ids) => {
      const isOfLead = and(eq(lead.agencyId, silencedAddress.agencyId), eq(lead.email, silencedAddress.email))
      const rows = db.selectDistinct(getTableColumns(silencedAddress)).from(silencedAddress).innerJoin(lead, isOfLead)
      return rows.where(inArray(lead.id, ids))
    }),
    byLead('chosen readers', (ids) => db.select().from(chosenReader).where(inArray(chosenReader.leadId, ids))),
    table('acknowledgements', {
      ...{ table: acknowledgement, time: acknowledgement.createdAt },
      isOwn: inArray(acknowledgement.leadId, ownLeads),
    }),
    byLead('acknowledgement reminders', (ids) =>
      db.select().from(acknowledgementReminder).where(inArray(acknowledgementReminder.leadId, ids)),
    ),
    streamEntry('record', () => readRecords(db, listings)),
    streamEntry('record subjects', () => readRecordSubjects(db, listings)),
    byLead('lead answers', (ids) =>
      db.select().from(leadAnswer).where(inArray(leadAnswer.leadId, ids)).orderBy(leadAnswer.leadId, leadAnswer.rank),
    ),
    table('events', { table: event, time: event.createdAt, isOwn: isOwnEvent }),
    ...files.map(({ id, path, originalName, name, listingId }) => ({
      name: `${folderOf({ listingId })}/${id} ${originalName || name}`,
      open: () => storage.read(path).catch(describeMissingFile),
    })),
    ...earlierContents(files, versions).map(({ fileId, version, path, originalName }) => ({
      name: `${folderOf(files.find(({ id }) => id === fileId))}/${fileId} version ${version} ${originalName}`.trimEnd(),
      open: () => storage.read(path).catch(describeMissingFile),
    })),
    ...waiting.map(({ id, path, originalName, listingId }) => ({
      name: `${folderOf({ listingId })}/${id} ${originalName}`,
      open: () => storage.read(path).catch(describeMissingFile),
    })),
  ]
  const events = await db.$count(event, isOwnEvent)
  const bytes = [...files, ...earlierContents(files, versions), ...waiting].reduce((sum, { size }) => sum + size, 0)
  return {
    entries: entries.map((entry) => ({ ...entry, name: folder + entry.name })),
    size: bytes + events * MAX_EVENT_BYTES,
  }
}

type StoredContent = Pick<typeof fileVersion.$inferSelect, 'path' | 'erasedAt'>

/** Versions whose content is still there and is not that of the file or of an earlier version. */
function earlierContents<Version extends StoredContent>(
  files: readonly { path: string }[],
  versions: readonly Version[],
) {
  const seen = new Set(files.map(({ path }) => path))
  return versions.filter(({ path, erasedAt }) => {
    const isNew = !erasedAt && !seen.has(path)
    seen.add(path)
    return isNew
  })
}

type ReadRowsOfLeads = (leadIds: string[]) => Promise<unknown[]>

/** The same for rows without an id, a page of leads at a time. */
async function* readRowsOfLeads(db: Db, isOwn: SQL, read: ReadRowsOfLeads) {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const leads: { id: string }[] = await db
      .select({ id: lead.id })
      .from(lead)
      .where(and(isOwn, gt(lead.id, last)))
      .orderBy(lead.id)
      .limit(ROWS_PER_PAGE)
    if (leads.length > 0) yield* await read(leads.map(({ id }) => id))
    last = leads.at(-1)?.id
  }
}

/** The record of each listing from its beginning, so that its hashes can be computed again. */
async function* readRecords(db: Db, listings: readonly { id: string }[]) {
  for (const { id } of listings)
    for (let last: number | undefined = 0; last !== undefined; ) {
      const entries: (typeof recordEntry.$inferSelect)[] = await db
        .select()
        .from(recordEntry)
        .where(and(eq(recordEntry.listingId, id), gt(recordEntry.sequence, last)))
        .orderBy(recordEntry.sequence)
        .limit(ROWS_PER_PAGE)
      // The agency is no part of what is hashed.
      for (const { agencyId: _, ...entry } of entries) yield entry
      last = entries.at(-1)?.sequence
    }
}

/** Whom the entries of the records are about. */
async function* readRecordSubjects(db: Db, listings: readonly { id: string }[]) {
  for (const { id } of listings) yield* await db.select().from(recordSubject).where(eq(recordSubject.listingId, id))
}

/** A missing file must not keep the rest of the export from its owner. */
function describeMissingFile(error: unknown) {
  if (error instanceof AppError && error.status === 404) return 'This file could not be found in the storage.'
  throw error
}

/** What vendors were told, and who they are. */
async function vendorEntries(db: Db, listingIds: SQLWrapper) {
  const reports = await db.select().from(vendorReport).where(inArray(vendorReport.listingId, listingIds))
  const links = await db.select().from(vendorLink).where(inArray(vendorLink.listingId, listingIds))
  const emails = await db
    .select(getTableColumns(vendorReportEmail))
    .from(vendorReportEmail)
    .innerJoin(vendorLink, eq(vendorLink.id, vendorReportEmail.linkId))
    .where(inArray(vendorLink.listingId, listingIds))
  return [
    jsonEntry('vendor reports', reports),
    jsonEntry('vendor links', links),
    jsonEntry('vendor report emails', emails),
  ]
}
