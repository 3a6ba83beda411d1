import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { dataExport } from '#db/schema/dataExport.ts'
import { event } from '#db/schema/event.ts'
import { lead } from '#db/schema/lead.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { notification } from '#db/schema/notification.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { forgetMail, removeKept } from '#platform/mail/forgetMail.server.ts'
import type { Services } from '#platform/services.server.ts'
import { requirePerson } from './privateLink.server.ts'
import { leaveToDigest } from './tellAgent.server.ts'

/** Everything of one buyer, for good. What they did is counted on, without them. */
export async function eraseDetails(services: Services, key: string) {
  const { person, home } = await requirePerson(services, key)
  const { database, jobs, env, log } = services
  await database.db.transaction(async (tx) => {
    // Locked first: nothing new can refer to it meanwhile.
    await tx.select({ id: lead.id }).from(lead).where(eq(lead.id, person.id)).for('update')
    await tx.update(event).set({ leadId: null }).where(eq(event.leadId, person.id))
    await tx.delete(notification).where(eq(notification.leadId, person.id))
    await tx.delete(leadNote).where(eq(leadNote.leadId, person.id))
    await tx.delete(lead).where(eq(lead.id, person.id))
    const others = await forgetMail(tx, jobs, person.id)
    if (others.length > 0) await nameAgain(services, tx, others)
    await writeAudit(tx, home.userId, 'buyer_erased', { listingId: home.id })
    // The agent's own copy of everything has them too. It is out of reach at once, and swept within the hour.
    await tx
      .update(dataExport)
      .set({ expiresAt: new Date() })
      .where(and(eq(dataExport.userId, home.userId), eq(dataExport.state, 'ready')))
  })
  await removeKept(env.DATA_DIR, person.id)
  log.info('lead erased')
  return { listingId: home.id }
}

/** Who stood in the same digest that had not been sent yet stands in the next. */
async function nameAgain(services: Services, tx: Db, leadIds: string[]) {
  const [first] = await tx
    .select({ listingId: lead.listingId, createdAt: lead.createdAt })
    .from(lead)
    .where(inArray(lead.id, leadIds))
    .orderBy(asc(lead.createdAt))
    .limit(1)
  if (first) await leaveToDigest(services, tx, first)
}
