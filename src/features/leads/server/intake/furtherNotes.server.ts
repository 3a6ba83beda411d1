import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead, leadNote } from '#db/schema/leads.ts'
import { announceChangedLeads } from '../announceChangedLeads.server.ts'
import type { Lead } from '../documents/documentAccess.server.ts'

/** Confirmed and unconfirmed notes each, so that strangers cannot use up the buyer's limit. Later ones reach the agent by email only. */
export const MAX_NOTES_PER_LEAD = 20

export type FurtherNote = Pick<typeof leadNote.$inferSelect, 'body' | 'phone' | 'fromOwnBrowser' | 'createdAt'>
export type NewNote = Pick<FurtherNote, 'body' | 'phone'>

/** Notes sent later with the addresses of these leads, the oldest first. */
export const listFurtherNotes = (db: Db, agencyId: string, leadIds: string[]) =>
  db
    .select()
    .from(leadNote)
    .where(and(eq(leadNote.agencyId, agencyId), inArray(leadNote.leadId, leadIds)))
    .orderBy(asc(leadNote.createdAt), asc(leadNote.id))

/** Returns whether the note is new. Locks the lead, so that the same form sent twice at once is one note. */
export async function addNote(
  tx: Db,
  { id: leadId }: Pick<Lead, 'id'>,
  { body, phone, fromOwnBrowser }: Omit<FurtherNote, 'createdAt'>,
) {
  const [locked] = await tx
    .select({ id: lead.id, agencyId: lead.agencyId, listingId: lead.listingId })
    .from(lead)
    .where(eq(lead.id, leadId))
    .for('no key update')
  if (!locked) return false
  const notes = await listFurtherNotes(tx, locked.agencyId, [leadId])
  if (notes.some((one) => one.body === body && one.phone === phone)) return false
  const sameOrigin = notes.filter((one) => one.fromOwnBrowser === fromOwnBrowser)
  if (sameOrigin.length < MAX_NOTES_PER_LEAD) {
    await tx.insert(leadNote).values({ leadId, body, phone, fromOwnBrowser })
    await announceChangedLeads(tx, [locked])
  }
  return true
}
