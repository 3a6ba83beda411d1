import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { signLeadKey } from '../../src/features/leads/server/documentKey.server.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { createListingWithDocuments, type NewDocument } from '../../test/fixtures/files.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { appStorage } from '../../test/support/storages.ts'
import { withDatabase } from '../agent.ts'

/** A published listing with documents, and a buyer in this browser who may read them. */
export async function createReadingBuyer(
  app: RunningApp,
  context: BrowserContext,
  documents: NewDocument[],
  storage: Storage = appStorage(app.dataDir),
  secret = readFileSync(join(app.dataDir, 'secret'), 'utf8'),
) {
  const added = await withDatabase(app, (db) => createListingWithDocuments({ db, storage }, documents))
  const value = signLeadKey(secret, 'cookie', added.buyer.id)
  await context.addCookies([{ name: added.listing.id, value, url: app.url }])
  return added
}
