import { profile } from '../../src/db/schema/accounts.ts'
import { file } from '../../src/db/schema/files.ts'
import { newStorageKey } from '../../src/platform/storage/storageKeys.server.ts'
import { SMALLEST_PDF } from '../../test/fixtures/content/smallestFiles.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { appStorage } from '../../test/support/storages.ts'
import { addAgent, withDatabase } from '../agent.ts'
import { addListing } from '../listing.ts'

type NewFile = Partial<typeof file.$inferInsert>

/** As an agent would name them. */
const DOCUMENTS: NewFile[] = [
  { name: 'LIM report', kind: 'lim', pageCount: 62, size: 18_000_000 },
  { name: 'Record of title WN12A/345', kind: 'title', pageCount: 4, size: 300_000 },
  { name: 'Pre-purchase inspection, March', kind: 'building_report', pageCount: 31, size: 9_400_000 },
]

/** A published listing with its agent and documents, which are smaller than they say. */
export async function addListingWithDocuments(app: RunningApp, documents: NewFile[] = DOCUMENTS) {
  const agent = await addAgent(app, { firstName: 'Mia', lastName: 'Chen', phone: '+64 21 555 010' })
  const listing = await addListing(app, { publishedAt: new Date(), userId: agent.id })
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000)
  await withDatabase(app, async (db) => {
    await db.insert(profile).values({ userId: agent.id, agencyName: 'Harbour Realty' }).onConflictDoNothing()
    for (const [rank, document] of documents.entries()) {
      const path = newStorageKey('documents')
      await appStorage(app.dataDir).write(path, SMALLEST_PDF, 'application/pdf')
      await db.insert(file).values({
        ...{ path, userId: agent.id, listingId: listing.id, type: 'file', state: 'ready', rank },
        ...{ contentType: 'application/pdf', name: 'Document', size: 1_000, createdAt: yesterday },
        ...document,
      })
    }
  })
  return { agent, listing }
}
