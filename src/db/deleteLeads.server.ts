import { inArray, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './client.server.ts'
import { emailCode, lead, leadAnswer, leadNote } from './schema/leads.ts'
import { reading, readingSearch, readingSession } from './schema/readings.ts'

/**
 * Deletes leads with everything that only describes them. Their events, notifications and emails are for the caller: what should become
 * of those differs. The anonymous sums of readings stay. A trigger deletes people without leads.
 */
export async function deleteLeads(tx: Db, ids: string[] | SQLWrapper) {
  for (const table of [leadNote, leadAnswer, emailCode, reading, readingSession, readingSearch])
    await tx.delete(table).where(inArray(table.leadId, ids))
  await tx.delete(lead).where(inArray(lead.id, ids))
}
