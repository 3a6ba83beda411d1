import type { Db } from '../../src/db/client.server.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { event } from '../../src/db/schema/events.ts'
import { file } from '../../src/db/schema/files.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { notification } from '../../src/db/schema/notifications.ts'

/** A published listing of this agent. */
export async function addHome(db: Db, userId: string, title = '12 Rata Street') {
  const id = newId('listing')
  const words = { title, subtitle: '', description: { type: 'doc', content: [] } }
  await db.insert(listing).values({ id, ...words, slug: id.replace('_', '-'), userId, publishedAt: new Date() })
  return id
}

/** A lead on a listing, with the notification that comes with it. */
export async function addLead(db: Db, listingId: string, fields: Partial<typeof lead.$inferInsert> = {}) {
  const id = newId('lead')
  const values = {
    id,
    firstName: 'Mere',
    lastName: 'Walker',
    email: `${id}@example.nz`,
    phone: '+64215550123',
    note: 'Is the roof original?',
    ...fields,
    listingId,
  }
  await db.insert(lead).values(values)
  const { createdAt } = fields
  await db.insert(notification).values({ type: 'lead_created', listingId, leadId: id, createdAt })
  await db.insert(event).values({ event: 'lead_created', listingId, leadId: id, createdAt })
  return id
}

export async function addDocument(db: Db, userId: string, listingId: string, name: string) {
  const [added] = await db
    .insert(file)
    .values({ path: newId('file'), name, userId, listingId })
    .returning()
  if (!added) throw new Error('The document was not stored.')
  return added.id
}

/** Something that this buyer did. */
export const addStep = (db: Db, step: typeof event.$inferInsert) => db.insert(event).values(step)
