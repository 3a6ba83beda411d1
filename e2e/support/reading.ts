import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { newId } from '../../src/db/schema/columns.ts'
import { file } from '../../src/db/schema/file.ts'
import { lead } from '../../src/db/schema/lead.ts'
import { leadKey } from '../../src/features/leads/leadKey.server.ts'
import { newStorageKey } from '../../src/platform/storage/keys.server.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { diskOf } from '../../test/support/storages.ts'
import { withDatabase } from '../agent.ts'
import { addListing } from '../listing.ts'

export interface NewDocument {
  name: string
  content: Uint8Array
  contentType?: string
  pageCount?: number
}

/** A published listing with documents, and a buyer in this browser who may read them. */
export async function addReading(app: RunningApp, context: BrowserContext, documents: NewDocument[]) {
  const listing = await addListing(app)
  const storage = await diskOf(app.dataDir)
  const rows = documents.map(({ name, content, contentType = 'application/pdf', pageCount }, rank) => ({
    id: newId('file'),
    path: newStorageKey('documents'),
    listingId: listing.id,
    userId: listing.userId,
    size: content.length,
    name,
    contentType,
    pageCount,
    rank,
  }))
  for (const [index, { path, contentType }] of rows.entries())
    await storage.write(path, documents[index]?.content ?? new Uint8Array(), contentType)
  const buyer = {
    id: newId('lead'),
    listingId: listing.id,
    firstName: 'Tama',
    lastName: 'Reid',
    email: 'tama@example.test',
    phone: '+64211234567',
    note: 'Please send me more.',
  }
  await withDatabase(app, async (db) => {
    await db.insert(file).values(rows)
    await db.insert(lead).values(buyer)
  })
  const secret = readFileSync(join(app.dataDir, 'secret'), 'utf8')
  await context.addCookies([{ name: listing.id, value: leadKey(secret, 'cookie', buyer.id), url: app.url }])
  return { listing, files: rows, buyer }
}
