import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { dataExport } from '#db/schema/dataExport.ts'
import { event } from '#db/schema/event.ts'
import { lead } from '#db/schema/lead.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { notification } from '#db/schema/notification.ts'
import { user } from '#db/schema/user.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { forgetEmails, removeKeptEmails } from '#platform/mail/forgetMail.server.ts'
import type { Services } from '#platform/services.server.ts'
import { requireLinkedLead } from './privateLink.server.ts'
import { addToDigest } from './tellAgent.server.ts'

/** Everything of one buyer, for good. What they did is counted on, without them. */
export async function eraseDetails(services: Services, key: string) {
  const { person, home } = await requireLinkedLead(services, key)
  const { database, jobs, env, log } = services
  const copies = await database.db.transaction(async (tx) => {
    // An export that is asked for from now on starts after this transaction, and does not see the buyer.
    await tx.select({ id: user.id }).from(user).where(eq(user.id, home.userId)).for('share')
    // Locked before anything is deleted: nothing new can refer to it meanwhile.
    await tx.select({ id: lead.id }).from(lead).where(eq(lead.id, person.id)).for('update')
    await tx.update(event).set({ leadId: null }).where(eq(event.leadId, person.id))
    await tx.delete(notification).where(eq(notification.leadId, person.id))
    await tx.delete(leadNote).where(eq(leadNote.leadId, person.id))
    await tx.delete(lead).where(eq(lead.id, person.id))
    const others = await forgetEmails(tx, jobs, person.id)
    if (others.length > 0) await returnToDigest(services, tx, others)
    await writeAudit(tx, home.userId, 'buyer_erased', { listingId: home.id })
    return expireExports(tx, home.userId)
  })
  await removeKeptEmails(env.DATA_DIR, person.id)
  await removeExportFiles(services, copies)
  log.info('lead erased')
  return { listingId: home.id }
}

/**
 * The agent's exports hold the buyer too. A finished one expires at once. One that is being made loses its place in the storage, notices when
 * it wants to finish, and starts again without the buyer. Answers where the finished ones lie.
 */
async function expireExports(tx: Db, agentId: string) {
  const isReady = sql`${dataExport.state} = 'ready'`
  const rows = await tx
    .update(dataExport)
    .set({
      expiresAt: sql`case when ${isReady} then now() else ${dataExport.expiresAt} end`,
      path: sql`case when ${isReady} then ${dataExport.path} end`,
    })
    .where(eq(dataExport.userId, agentId))
    .returning({ path: dataExport.path })
  return rows.flatMap(({ path }) => path ?? [])
}

/** The buyer is erased and the copies are out of reach already. A storage that does not answer is tried again by `sweep_exports`. */
async function removeExportFiles({ storage, log }: Services, paths: string[]) {
  for (const path of paths)
    await storage
      .remove(path)
      .catch((err) => log.error({ err }, 'an export of an erased buyer could not be removed yet'))
}

/** Who stood in the same digest that had not been sent yet stands in the next. */
async function returnToDigest(services: Services, tx: Db, leadIds: string[]) {
  const [first] = await tx
    .select({ listingId: lead.listingId, createdAt: lead.createdAt })
    .from(lead)
    .where(inArray(lead.id, leadIds))
    .orderBy(asc(lead.createdAt))
    .limit(1)
  if (first) await addToDigest(services, tx, first)
}
