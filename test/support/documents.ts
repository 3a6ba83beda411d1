import type { Db } from '../../src/db/client.server.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { file } from '../../src/db/schema/files.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { newStorageKey } from '../../src/platform/storage/storageKeys.server.ts'
import { createAgent } from './agents.ts'

export interface NewDocument {
  name: string
  content: Uint8Array | string
  contentType?: string
  pageCount?: number
}

/** A published listing with these documents, and a buyer who may read them. */
export async function addDocuments(
  { db, storage }: { db: Db; storage: Storage },
  documents: NewDocument[],
  title = '12 Rata Street',
) {
  const agent = await createAgent(db)
  const id = newId('listing')
  const home = {
    id,
    title,
    subtitle: 'Three bedrooms in Karori, Wellington',
    description: { type: 'doc', content: [] },
    slug: id.replace('_', '-'),
    userId: agent.id,
    publishedAt: new Date(),
  }
  const files = documents.map(({ name, content, contentType = 'application/pdf', pageCount }, rank) => ({
    id: newId('file'),
    path: newStorageKey('documents'),
    listingId: id,
    userId: agent.id,
    size: Buffer.byteLength(content),
    ...{ name, contentType, pageCount, rank },
  }))
  for (const [index, { path, contentType }] of files.entries())
    await storage.write(path, Buffer.from(documents[index]?.content ?? ''), contentType)
  await db.insert(listing).values(home)
  if (files.length) await db.insert(file).values(files)
  return { agent, listing: home, files, buyer: await addBuyer(db, id) }
}

export async function addBuyer(db: Db, listingId: string) {
  const id = newId('lead')
  const buyer = {
    id,
    listingId,
    firstName: 'Tama',
    lastName: 'Reid',
    email: `${id}@example.nz`,
    phone: '1',
    note: 'Hi',
  }
  await db.insert(lead).values(buyer)
  return buyer
}
