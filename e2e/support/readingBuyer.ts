import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { signDocumentKey } from '../../src/features/leads/server/documents/documentKey.server.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import type { DocumentFields } from '../../test/fixtures/files.ts'
import { createListingWithReader } from '../../test/fixtures/leads.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'

/** A published listing with documents, and a buyer in this browser who may read them. */
export async function createReadingBuyer(
  app: AppWithData,
  context: BrowserContext,
  documents: DocumentFields[],
  storage: Storage = app.storage,
  secret = readFileSync(join(app.dataDir, 'secret'), 'utf8'),
) {
  const created = await createListingWithReader({ db: app.db, storage }, documents)
  const value = signDocumentKey(secret, 'cookie', created.lead.id)
  await context.addCookies([
    { name: created.listing.id, value, url: app.url },
    { name: `${created.listing.id}-known`, value: '1', url: app.url },
  ])
  return created
}
