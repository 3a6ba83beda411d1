import { createAgent } from '../../test/fixtures/agents.ts'
import { SMALLEST_PDF } from '../../test/fixtures/content/smallestFiles.ts'
import { createListingWithDocuments, type DocumentFields } from '../../test/fixtures/files.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'

/** The content of these documents is smaller than their stored size. */
const DOCUMENTS: DocumentFields[] = [
  { name: 'LIM report', kind: 'lim', pageCount: 62, size: 18_000_000 },
  { name: 'Record of title WN12A/345', kind: 'title', pageCount: 4, size: 300_000 },
  { name: 'Pre-purchase inspection, March', kind: 'building_report', pageCount: 31, size: 9_400_000 },
]

/** A published listing with three documents, by an agent with a complete profile. */
export async function createPropertyListing(app: AppWithData) {
  const agent = await createAgent(app.db, {
    ...{ firstName: 'Mia', lastName: 'Chen', phone: '+64 21 555 010' },
    profile: { agencyName: 'Harbour Realty' },
  })
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000)
  const documents = DOCUMENTS.map((document) => ({ content: SMALLEST_PDF, createdAt: yesterday, ...document }))
  const listing = await createListingWithDocuments(app, documents, { agent })
  return { agent, listing }
}
