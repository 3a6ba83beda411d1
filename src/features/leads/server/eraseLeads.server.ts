import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { deleteLeads } from '#db/deleteLeads.server.ts'
import { event } from '#db/schema/events.ts'
import { invitee } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { person } from '#db/schema/people.ts'
import {
  expireAgencyExports,
  holdBackExports,
  removeExportFiles,
} from '#features/accounts/server/export/expireExports.server.ts'
import { forgetHistory, writeAudit } from '#features/audit/writeAudit.server.ts'
import { removeReaderCopies } from '#features/files/server/access/readerCopies.server.ts'
import { deleteLeadNotifications } from '#features/notifications/notifications.server.ts'
import { isPersonWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { deleteEmailsAbout, deleteKeptEmailsAbout } from '#platform/mail/deleteEmailsAbout.server.ts'
import { announceAll, forgetAnnouncements } from '#platform/outbound/webhooks/announce.server.ts'
import type { Services } from '#platform/services.server.ts'
import { addToDigest } from './agentNotifications/notifyAgent.server.ts'
import { guestReaderId } from './documents/documentUrl.server.ts'
import { requireAllEnquiries } from './people/people.server.ts'

interface Erasure {
  agencyId: string
  /** Runs first in the transaction, and locks what must not change meanwhile. */
  findLeadIds: (tx: Db) => Promise<string[]>
  /** Writes the entry of the activity log. */
  audit: (tx: Db, leadIds: string[]) => Promise<void>
}

/** Deletes everything about some leads, wherever it is. Their events stay in the statistics, without them. */
export async function eraseLeads(services: Services, { agencyId, findLeadIds, audit }: Erasure) {
  const { database, jobs, env, log } = services
  const { ids, copies } = await database.db.transaction(async (tx) => {
    await holdBackExports(tx, agencyId)
    const ids = await findLeadIds(tx)
    // Locked first, so that nothing new can refer to the leads meanwhile.
    const leads = await tx
      .select()
      .from(lead)
      .where(and(eq(lead.agencyId, agencyId), inArray(lead.id, ids)))
      .orderBy(asc(lead.id))
      .for('update')
    for (const one of leads) await removeLeadCopies(services, tx, one)
    await tx
      .update(event)
      .set({ leadId: null })
      .where(and(eq(event.agencyId, agencyId), inArray(event.leadId, ids)))
    await deleteLeadNotifications(tx, agencyId, ids)
    await forgetHistory(tx, agencyId, ids)
    await deleteLeads(tx, [agencyId], ids)
    await forgetAnnouncements(tx, [agencyId], ids)
    await announceAll(
      tx,
      leads.map(({ id, listingId }) => ({
        ...{ agencyId, type: 'lead.erased', objectId: id },
        data: { leadId: id, listingId },
      })),
    )
    for (const id of ids) await returnToDigest(services, tx, agencyId, await deleteEmailsAbout(tx, jobs, id))
    await audit(tx, ids)
    return { ids, copies: await expireAgencyExports(tx, agencyId) }
  })
  for (const id of ids) await deleteKeptEmailsAbout(env.DATA_DIR, id)
  await removeExportFiles(services, copies)
  log.info({ leads: ids.length }, 'leads erased')
}

/** Their name and address are across the pages that were drawn for them, for those who typed their address, and for their invitees. */
async function removeLeadCopies({ jobs }: Services, tx: Db, { id, agencyId, listingId }: typeof lead.$inferSelect) {
  const invitees = await tx
    .select({ id: invitee.id })
    .from(invitee)
    .where(and(eq(invitee.agencyId, agencyId), eq(invitee.leadId, id)))
  const readerIds = [id, guestReaderId(id), ...invitees.map((one) => one.id)]
  await removeReaderCopies(tx, jobs, { listingId, readerIds })
}

/** Erases a person with all their enquiries, on the agent's request. */
export const erasePerson = (services: Services, agent: Agent, id: string) =>
  eraseLeads(services, {
    agencyId: agent.agencyId,
    findLeadIds: async (tx) => {
      // Locked: an enquiry that arrives meanwhile waits, and is a new person.
      const [own] = await tx
        .select({ id: person.id })
        .from(person)
        .where(and(eq(person.id, id), isPersonWithinReach(agent), isNull(person.mergedIntoId)))
        .for('update')
      if (!own) throw notFound()
      return requireAllEnquiries(tx, agent, [id])
    },
    audit: (tx, ids) => writeAudit(tx, agent, 'person_erased', { leads: ids.length }),
  })

/** Erases one enquiry, on the agent's request. A person without another one goes with it. */
export const eraseLead = (services: Services, agent: Agent, id: string) =>
  eraseLeads(services, {
    agencyId: agent.agencyId,
    findLeadIds: async (tx) => {
      const [own] = await tx
        .select({ id: lead.id })
        .from(lead)
        .where(and(eq(lead.id, id), isWithinReach(agent, lead)))
      if (!own) throw notFound()
      return [own.id]
    },
    audit: (tx) => writeAudit(tx, agent, 'person_erased', { leads: 1 }),
  })

/** Leads who were named in the same unsent digest go into the next one. */
async function returnToDigest(services: Services, tx: Db, agencyId: string, leadIds: string[]) {
  const [first] = await tx
    .select({ listingId: lead.listingId, createdAt: lead.createdAt })
    .from(lead)
    .where(and(eq(lead.agencyId, agencyId), inArray(lead.id, leadIds)))
    .orderBy(asc(lead.createdAt))
  if (first) await addToDigest(services, tx, first)
}
