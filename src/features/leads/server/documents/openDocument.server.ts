import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { lead } from '#db/schema/leads.ts'
import { type ListingKey, toListingKey } from '#db/schema/listings.ts'
import { findAcknowledgementRequest, requireAcknowledged } from '#features/disclosure/server/acknowledgements.server.ts'
import { listReadableDocuments, type ReadableDocument } from '#features/files/server/access/readableDocuments.server.ts'
import { storeFirstOpening } from '#features/files/server/versions/versionRows.server.ts'
import { addToRecord, isRecorded, listOpenedBefore } from '#features/record/server/addToRecord.server.ts'
import type { RecordPerson } from '#features/record/server/recordChain.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { ZIP_PATH_END } from '#platform/events/events.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'
import { downloadName, isFileType } from '#platform/media/fileTypes.ts'
import type { Services } from '#platform/services.server.ts'
import { announceAll } from '#platform/webhooks/announce.server.ts'
import type { OpenDocumentInput } from '../../buyer.schema.ts'
import { signReadingKey } from '../reading/readingKey.server.ts'
import { startReadingSession } from '../reading/storeReading.server.ts'
import { type DocumentKey, recordedReader, requireReaderIdentity } from './documentAccess.server.ts'
import { documentUrl } from './documentUrl.server.ts'

/** Decides whether the reading in this browser is measured. */
interface ReadingChoice {
  /** The browser asks for privacy (DNT, GPC). */
  isDeclined?: boolean
  /** The agency of the member who is signed in. What the listing's own agency reads is not measured. */
  viewerAgencyId?: string
}

/**
 * Returns a new short-lived URL, the version that it shows, a key for reporting what was read, and records that the document was opened
 * or downloaded. The URL of a document that is view only has its pages, one by one, and not its bytes.
 */
export async function openDocument(
  { database: { db }, env }: Pick<Services, 'database' | 'env'>,
  { listingId, fileId, inline = false }: OpenDocumentInput,
  key: DocumentKey | undefined,
  visitor: Visitor = {},
  { isDeclined = false, viewerAgencyId }: ReadingChoice = {},
) {
  const { lead: buyer, isOwn, chosenLeadId, ...holder } = await requireReaderIdentity(db, listingId, key)
  const [found] = await listReadableDocuments(db, toListingKey(buyer), chosenLeadId, fileId)
  if (!found) throw notFound()
  if (found.isViewOnly && !inline) throw viewOnly()
  const person = recordedReader(key, buyer)
  await requireAcknowledged(db, person, found)
  const { version, pageCount, isViewOnly } = found
  const use = isViewOnly ? 'pages' : inline ? 'inline' : 'attachment'
  const opened = {
    version,
    url: documentUrl(env.APP_SECRET, { issuedAt: new Date(), ...holder.key, listingId, fileId, version, use }),
    pages: isViewOnly ? { count: pageCount ?? 1, width: found.width, height: found.height } : null,
    acknowledgement: inline ? await findAcknowledgementRequest(db, person, found) : null,
  }
  const event = inline ? 'file_view' : 'file_download'
  const leadId = isOwn ? buyer.id : null
  const fresh = await storeDocumentEvents(db, { ...visitor, event, listingId, leadId }, [fileId])
  // What the listing's agent opens says nothing about the buyer.
  const isAgent = viewerAgencyId === buyer.agencyId
  if (!isAgent) await storeFirstOpening(db, [found])
  const reading = person && !isAgent && { listingId, agencyId: buyer.agencyId, person }
  if (reading && inline) await recordOpening(db, reading, found)
  else if (reading && fresh.length > 0) await recordDownloads(db, reading, [found])
  if (!inline || isAgent) return { ...opened, readingKey: null }
  if (isDeclined) {
    if (isOwn) await db.update(lead).set({ readingDeclinedAt: new Date() }).where(eq(lead.id, buyer.id))
    return { ...opened, readingKey: null }
  }
  const who = { leadId: buyer.id, inviteeId: key?.inviteeId, isGuest: !isOwn }
  const reader = { ...who, fileId, version, pageCount: pageCount ?? 1 }
  return { ...opened, readingKey: signReadingKey(env.APP_SECRET, await startReadingSession(db, reader)) }
}

const viewOnly = () => new AppError('ViewOnly', 403, 'You can read this document here, but not download it.')

/** The documents that every lead may open, in the order of the page. */
export const listPublicDocuments = (db: Db, about: ListingKey) => listReadableDocuments(db, about, null)

export function downloadNameAndType({ name, contentType }: Pick<ReadableDocument, 'name' | 'contentType'>) {
  const type = contentType ?? ''
  return { contentType: type, name: isFileType(type) ? downloadName(name, type) : name }
}

/** A reader needs a new URL every ten minutes. Within this time it counts as one reading. */
const SAME_READING_MS = 60 * 60_000

interface Reading extends Visitor {
  event: 'file_view' | 'file_download'
  listingId: string
  /** Of a zip: what was saved by itself is another download. */
  pathname?: string
  /** Null for a guest, who reads without a name. */
  leadId: string | null
}

/** Records documents that this reader has not opened recently. Returns which. */
export async function storeDocumentEvents(db: Db, reading: Reading, fileIds: string[]) {
  const noted = await db
    .select({ fileId: event.fileId })
    .from(event)
    .where(
      and(
        eq(event.listingId, reading.listingId),
        eq(event.event, reading.event),
        isSameReader(reading),
        sql`(${event.pathname} like ${`%${ZIP_PATH_END}`}) is ${reading.pathname ? sql`true` : sql`not true`}`,
        inArray(event.fileId, fileIds),
        gt(event.createdAt, new Date(Date.now() - SAME_READING_MS)),
      ),
    )
  const known = new Set(noted.map(({ fileId }) => fileId))
  const fresh = fileIds.filter((fileId) => !known.has(fileId))
  await recordEvents(
    db,
    fresh.map((fileId) => ({ ...reading, fileId })),
  )
  return fresh
}

/** A guest is recognised by the day's visitor hash; without one, each reading counts. */
const isSameReader = ({ leadId, hash }: Reading) =>
  leadId ? eq(event.leadId, leadId) : and(isNull(event.leadId), eq(event.hash, hash ?? ''))

interface RecordedDocument {
  id: string
  version: number
  name: string
}

/** Where and by whom documents are opened. */
interface RecordedReading {
  listingId: string
  agencyId: string
  person: RecordPerson
}

/** The first time that someone opens a version is in the record. Afterwards this costs one read. */
async function recordOpening(db: Db, reading: RecordedReading, document: RecordedDocument) {
  const { person } = reading
  const opened = { kind: 'version_opened', person, fileId: document.id, version: document.version } as const
  if (await isRecorded(db, reading, opened)) return
  await db.transaction(async (tx) => {
    const added = await addToRecord(tx, reading, [{ ...opened, details: { name: document.name }, isOnce: true }])
    await announceOpenings(tx, reading, [document], added)
  })
}

/** One entry for each document, also for a zip: a certificate lists documents. */
export async function recordDownloads(
  db: Db,
  reading: RecordedReading,
  documents: RecordedDocument[],
  { isZip = false } = {},
) {
  const { person } = reading
  await db.transaction(async (tx) => {
    const added = await addToRecord(
      tx,
      reading,
      documents.map(({ id, version, name }) => ({
        ...{ kind: 'downloaded' as const, person, fileId: id, version },
        details: { name, isZip },
      })),
    )
    await announceOpenings(tx, reading, documents, added)
  })
}

/**
 * Those that are not in the record before what was added now, which has locked its end: the same document that is opened and downloaded at the
 * same moment is announced once. In the order of the lead's other messages. Someone whom the lead invited counts as theirs.
 */
async function announceOpenings(
  tx: Db,
  reading: RecordedReading,
  documents: RecordedDocument[],
  [firstAdded]: Awaited<ReturnType<typeof addToRecord>>,
) {
  if (!firstAdded) return
  const { listingId, agencyId, person } = reading
  const fileIds = documents.map(({ id }) => id)
  const known = await listOpenedBefore(tx, reading, firstAdded, person, fileIds)
  const firsts = documents.filter(
    ({ id, version }) => !known.some((one) => one.fileId === id && one.version === version),
  )
  await announceAll(
    tx,
    firsts.map(({ id, version }) => ({
      ...{ agencyId, type: 'document.opened', objectId: person.leadId },
      data: { leadId: person.leadId, listingId, fileId: id, version },
    })),
  )
}
