import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, fileOrder } from '#db/schema/files.ts'
import { invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { readingSession } from '#db/schema/readings.ts'
import { acknowledgement, recordSubject } from '#db/schema/record.ts'
import { removeReaderCopies } from '#features/files/server/access/readerCopies.server.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { InviteeRole } from '../../invitees/invitees.schema.ts'

/** Someone whom a lead invited, as the lead and the agent see them. */
export interface ListedInvitee {
  id: string
  name: string
  email: string
  role: InviteeRole
  createdAt: Date
  openedAt: Date | null
  revokedAt: Date | null
  revokedBy: 'buyer' | 'agent' | null
}

/** The invitees of some leads by lead, in the order of their invitations. The caller has checked whose leads they are. */
export async function listInvitees(db: Db, agencyId: string, leadIds: string[]): Promise<Map<string, ListedInvitee[]>> {
  if (leadIds.length === 0) return new Map()
  const { id, name, email, role, createdAt, openedAt, revokedAt, revokedBy } = invitee
  const rows = await db
    .select({ leadId: invitee.leadId, id, name, email, role, createdAt, openedAt, revokedAt, revokedBy })
    .from(invitee)
    .where(and(eq(invitee.agencyId, agencyId), inArray(invitee.leadId, leadIds)))
    .orderBy(asc(invitee.createdAt), asc(invitee.id))
  const found = new Map<string, ListedInvitee[]>()
  for (const { leadId, ...one } of rows) found.set(leadId, [...(found.get(leadId) ?? []), one])
  return found
}

/** One document as an invitee has read it, all its versions together. */
export interface InviteeDocument {
  fileId: string
  name: string
  seconds: number
  lastReadAt: Date
}

/** What an agent sees of a lead's invitees: who they are, and what each has read. */
export async function listInviteesWithReading(db: Db, agencyId: string, leadId: string) {
  const invitees = (await listInvitees(db, agencyId, [leadId])).get(leadId) ?? []
  const read = await listInviteeReadings(
    db,
    agencyId,
    invitees.map(({ id }) => id),
  )
  return invitees.map((one) => ({ ...one, readDocuments: read.get(one.id) ?? [] }))
}

/** What invitees have read, in the order of the listing's page. */
export async function listInviteeReadings(db: Db, agencyId: string, inviteeIds: string[]) {
  const found = new Map<string, InviteeDocument[]>()
  if (inviteeIds.length === 0) return found
  const rows = await db
    .select({
      inviteeId: inviteeReading.inviteeId,
      fileId: file.id,
      name: file.name,
      seconds: sql<number>`sum((select sum(one) from unnest(${inviteeReading.pageSeconds}) one))`.mapWith(Number),
      lastReadAt: sql<Date>`max(${inviteeReading.lastReadAt})`.mapWith(inviteeReading.lastReadAt),
    })
    .from(inviteeReading)
    .innerJoin(file, and(eq(file.id, inviteeReading.fileId), eq(file.agencyId, inviteeReading.agencyId)))
    .where(and(eq(inviteeReading.agencyId, agencyId), inArray(inviteeReading.inviteeId, inviteeIds)))
    .groupBy(inviteeReading.inviteeId, file.id)
    .orderBy(...fileOrder)
  for (const { inviteeId, ...document } of rows) found.set(inviteeId, [...(found.get(inviteeId) ?? []), document])
  return found
}

/** Ends the access of one of the agent's leads' invitees. Only the agent can restore it. Applies from their next request. */
export const revokeInviteeAsAgent = (services: Services, agent: Agent, inviteeId: string) =>
  services.database.db.transaction(async (tx) => {
    const { found, listingId } = await lockAgentInvitee(tx, agent, inviteeId)
    await revokeInviteeAccess(services, tx, listingId, found, 'agent')
  })

/** The undo of the agent's own revocation. What the buyer revoked is for the buyer to restore. */
export const restoreInviteeAsAgent = (db: Db, agent: Agent, inviteeId: string) =>
  db.transaction(async (tx) => {
    const { found, listingId } = await lockAgentInvitee(tx, agent, inviteeId)
    if (found.revokedBy === 'buyer')
      throw conflict('The buyer has ended this person’s access. Only they can restore it.')
    if (!found.revokedAt) return
    await tx.update(invitee).set({ revokedAt: null, revokedBy: null }).where(isInvitee(found))
    await recordInviteeAccess(tx, listingId, found, true)
  })

/** For one that was found before. */
export const isInvitee = ({ agencyId, id }: Pick<typeof invitee.$inferSelect, 'agencyId' | 'id'>) =>
  and(eq(invitee.agencyId, agencyId), eq(invitee.id, id))

async function lockAgentInvitee(tx: Db, agent: Agent, inviteeId: string) {
  const [locked] = await tx
    .select({ found: invitee, listingId: lead.listingId })
    .from(invitee)
    .innerJoin(lead, and(eq(lead.id, invitee.leadId), eq(lead.agencyId, invitee.agencyId)))
    .where(and(eq(invitee.id, inviteeId), isWithinReach(agent, lead)))
    .for('no key update', { of: lead })
  if (!locked) throw notFound()
  return locked
}

/** Also deletes the pages that were drawn with their name. */
export async function revokeInviteeAccess(
  { jobs }: Services,
  tx: Db,
  listingId: string,
  found: typeof invitee.$inferSelect,
  revokedBy: 'buyer' | 'agent',
) {
  await tx.update(invitee).set({ revokedAt: new Date(), revokedBy }).where(isInvitee(found))
  if (!found.revokedAt) await recordInviteeAccess(tx, listingId, found, false)
  await removeReaderCopies(tx, jobs, { listingId, readerIds: [found.id] })
}

export const recordInviteeAccess = (
  tx: Db,
  listingId: string,
  { agencyId, id: inviteeId, leadId }: Pick<typeof invitee.$inferSelect, 'agencyId' | 'id' | 'leadId'>,
  isGiven: boolean,
) =>
  addToRecord(tx, { agencyId, listingId }, [
    isGiven
      ? { kind: 'access_given', person: { leadId, inviteeId }, details: { source: 'invitation' } }
      : { kind: 'access_withdrawn', person: { leadId, inviteeId } },
  ])

/** Deletes an invitee with what they read. The record of the listing stays, and names them no more. The caller has locked the lead. */
export async function deleteInvitee(tx: Db, found: typeof invitee.$inferSelect) {
  const { agencyId, id: inviteeId } = found
  await tx
    .update(recordSubject)
    .set({ inviteeId: null, name: '', email: '', erasedAt: new Date() })
    .where(and(eq(recordSubject.agencyId, agencyId), eq(recordSubject.inviteeId, inviteeId)))
  for (const table of [inviteeReading, readingSession, acknowledgement])
    await tx.delete(table).where(and(eq(table.agencyId, agencyId), eq(table.inviteeId, inviteeId)))
  await tx.delete(invitee).where(isInvitee(found))
}

/** Those who can read now. */
export const countActiveInvitees = async (tx: Db, leadId: string) =>
  (
    await tx
      .select({ id: invitee.id })
      .from(invitee)
      .where(and(eq(invitee.leadId, leadId), isNull(invitee.revokedAt)))
  ).length
