import { eq } from 'drizzle-orm'
import { listing } from '#db/schema/listing.ts'
import { AppError } from '#platform/errors.ts'
import type { Visitor } from '#platform/events/recordEvents.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { type ZipEntry, zipOf } from '#platform/zip.server.ts'
import { type DocumentKey, requireBuyer } from './buyer.server.ts'
import { delivered, listedDocuments, type StoredDocument } from './listedDocuments.server.ts'
import { noteReading } from './noteReading.server.ts'
import { zipName } from './zipName.ts'

const MOST_AT_ONCE = 12
const MOST_FOR_ONE = 2
/** Whose zips this process is sending. */
const running: string[] = []

/** All documents of a listing as one zip, which is made while it is sent. */
export async function downloadAll(
  { database: { db }, storage }: Services,
  listingId: string,
  key: DocumentKey | undefined,
  visitor: Visitor = {},
) {
  const buyer = await requireBuyer(db, listingId, key)
  const leadId = key?.isGuest ? null : buyer.id
  // Guests wait for each other, and never for the lead.
  const endTurn = takeTurn(leadId ?? `guest of ${buyer.id}`)
  try {
    const documents = await listedDocuments(db, listingId)
    const [home] = await db.select({ title: listing.title }).from(listing).where(eq(listing.id, listingId))
    const reading = { ...visitor, event: 'file_download', listingId, leadId } as const
    await noteReading(
      db,
      reading,
      documents.map(({ id }) => id),
    )
    const size = documents.reduce((sum, document) => sum + document.size, 0)
    const zip = zipOf(entriesOf(storage, documents), size)
    zip.once('close', endTurn)
    return { zip, name: `${home?.title ?? 'Property'} documents.zip` }
  } catch (error) {
    endTurn()
    throw error
  }
}

function takeTurn(reader: string) {
  if (running.filter((one) => one === reader).length >= MOST_FOR_ONE)
    throw new AppError('TooManyRequests', 429, 'Your documents are being downloaded already. Please let that finish.', {
      retryAfter: 60,
    })
  if (running.length >= MOST_AT_ONCE)
    throw new AppError('Unavailable', 503, 'Many people are downloading right now. Please try again in a minute.', {
      retryAfter: 60,
    })
  running.push(reader)
  return () => void running.splice(running.indexOf(reader), 1)
}

/** Each is opened when its turn comes. One that is not there is no reason to keep back the others. */
async function* entriesOf(storage: Storage, documents: readonly StoredDocument[]): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  for (const [index, document] of documents.entries()) {
    const name = zipName(delivered(document).name, index, documents.length)
    const content = await storage.read(document.path).catch(unlessMissing)
    if (content) yield { name, content, date: document.replacedAt ?? document.createdAt }
    else missing.push(name)
  }
  if (missing.length)
    yield {
      name: 'Not included.txt',
      content: `These documents could not be read. Please ask the agent for them.\r\n\r\n${missing.join('\r\n')}\r\n`,
    }
}

function unlessMissing(error: unknown) {
  if (error instanceof AppError && error.status === 404) return undefined
  throw error
}
