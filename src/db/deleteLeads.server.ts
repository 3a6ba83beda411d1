import { and, type Column, inArray, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './client.server.ts'
import { now } from './clock.server.ts'
import { changeRecipient } from './schema/files.ts'
import { chosenReader, invitee, inviteeReading } from './schema/invitees.ts'
import { emailCode, lead, leadAnswer, leadNote } from './schema/leads.ts'
import { messageRecipient } from './schema/messages.ts'
import { checkIn } from './schema/openHomeVisits.ts'
import { reading, readingSearch, readingSession } from './schema/readings.ts'
import { acknowledgement, acknowledgementReminder, recordSubject } from './schema/record.ts'

/**
 * Deletes leads with everything that only describes them. Their events, notifications and emails are for the caller: what should become
 * of those differs. The anonymous sums of readings stay, and the record of the listing, which then names them no more. A trigger deletes
 * people without leads.
 */
export async function deleteLeads(tx: Db, agencyIds: string[], ids: string[] | SQLWrapper) {
  const isOfLeads = (table: { agencyId: Column; leadId: Column }) =>
    and(inArray(table.agencyId, agencyIds), inArray(table.leadId, ids))
  await tx
    .update(recordSubject)
    .set({ leadId: null, inviteeId: null, name: '', email: '', erasedAt: now })
    .where(isOfLeads(recordSubject))
  const invitees = tx.select({ id: invitee.id }).from(invitee).where(isOfLeads(invitee))
  await tx
    .delete(inviteeReading)
    .where(and(inArray(inviteeReading.agencyId, agencyIds), inArray(inviteeReading.inviteeId, invitees)))
  // How many came to an open home stays. Without its hash, the entry sent again brings nobody back.
  await tx.update(checkIn).set({ leadId: null, consent: '', fingerprint: '' }).where(isOfLeads(checkIn))
  for (const table of [
    ...[leadNote, leadAnswer, reading, readingSession, readingSearch],
    ...[acknowledgement, acknowledgementReminder, changeRecipient, messageRecipient, chosenReader, invitee],
  ])
    await tx.delete(table).where(isOfLeads(table))
  await tx.delete(emailCode).where(inArray(emailCode.leadId, ids))
  await tx.delete(lead).where(and(inArray(lead.agencyId, agencyIds), inArray(lead.id, ids)))
}
