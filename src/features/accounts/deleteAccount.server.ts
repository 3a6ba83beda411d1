import { and, eq, exists, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { audit } from '#db/schema/audit.ts'
import { checkout, subscription } from '#db/schema/billing.ts'
import { dataExport } from '#db/schema/dataExport.ts'
import { device } from '#db/schema/device.ts'
import { event } from '#db/schema/event.ts'
import { eventDay } from '#db/schema/eventDay.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { leadDigest } from '#db/schema/leadDigest.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { profile } from '#db/schema/profile.ts'
import { session } from '#db/schema/session.ts'
import { sharePicture } from '#db/schema/sharePicture.ts'
import { token } from '#db/schema/token.ts'
import { upload } from '#db/schema/upload.ts'
import { user } from '#db/schema/user.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { removeStored } from '#platform/storage/removeStored.ts'
import { deletionScheduledEmail } from './accounts.emails.tsx'
import { deleteStripeCustomer, stopRenewal } from './forgetCustomer.server.ts'
import { requirePassword } from './requirePassword.server.ts'
import { readSettings } from './settings.server.ts'

export const UNDO_DAYS = 14
const DAY_MS = 24 * 3600 * 1000

/** From now on nothing is charged any more, and an email that cannot be switched off says so. */
export async function scheduleDeletion(services: Services, agent: Agent, password: string) {
  await requirePassword(services, agent, password, 'password')
  const { database, mailer, jobs, env } = services
  return database.db.transaction(async (tx) => {
    const deletionDueAt = await setDeletion(tx, agent, fromNow(UNDO_DAYS * DAY_MS))
    const { subscriptionId } = agent
    if (subscriptionId) await jobs.enqueue(tx, stopRenewal, { subscriptionId })
    if (deletionDueAt) {
      const { timeZone } = await readSettings(tx, agent)
      const day = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone }).format(deletionDueAt)
      await mailer.post(tx, { to: agent.email, ...deletionScheduledEmail(day, UNDO_DAYS, env.APP_URL) })
    }
    return { deletionDueAt }
  })
}

/** The account stays. A subscription that was stopped for the deletion is the agent's to resume: until when they can. */
export const undoDeletion = (db: Db, agent: Agent) =>
  db.transaction(async (tx) => {
    await setDeletion(tx, agent, null)
    const [known] = await tx.select().from(subscription).where(eq(subscription.userId, agent.id))
    return { subscriptionEndsAt: agent.subscriptionActive ? (known?.endsAt ?? null) : null }
  })

async function setDeletion(tx: Db, { id: userId }: Agent, deletionDueAt: SQL | null) {
  const [stored] = await tx
    .insert(profile)
    .values({ userId, deletionDueAt })
    .onConflictDoUpdate({ target: profile.userId, set: { deletionDueAt } })
    .returning({ deletionDueAt: profile.deletionDueAt })
  await writeAudit(tx, userId, deletionDueAt ? 'deletion_scheduled' : 'deletion_undone', {})
  return stored?.deletionDueAt ?? null
}

const NoData = z.object({})

export const eraseDueAccounts: Job<z.infer<typeof NoData>, Services> = {
  name: 'erase_due_accounts',
  data: NoData,
  schedule: '23 * * * *',
  async work(services) {
    const due = await services.database.db
      .select({ id: profile.userId })
      .from(profile)
      .where(lte(profile.deletionDueAt, now))
    const failures: unknown[] = []
    for (const { id } of due) await eraseAccount(services, id).catch((error) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be erased yet.')
  },
}

const isDue = (userId: string) => and(eq(profile.userId, userId), lte(profile.deletionDueAt, now))

/** Everything of an agent and of the buyers who wrote to them, in the order that the foreign keys allow. */
async function eraseAccount(services: Services, userId: string) {
  const {
    database: { db },
    log,
    storage,
  } = services
  const paths = await db
    .select({ path: file.path })
    .from(file)
    .where(eq(file.userId, userId))
    .union(db.select({ path: upload.path }).from(upload).where(eq(upload.userId, userId)))
    .union(
      db
        .select({ path: sql<string>`${dataExport.path}` })
        .from(dataExport)
        .where(and(eq(dataExport.userId, userId), isNotNull(dataExport.path))),
    )
  const pictures = await db
    .select({ path: sharePicture.path })
    .from(sharePicture)
    .innerJoin(listing, eq(listing.id, sharePicture.listingId))
    .where(eq(listing.userId, userId))
  // From here on nobody can sign in and change their mind halfway.
  const [closed] = await db
    .update(user)
    .set({ archivedAt: new Date() })
    .where(and(eq(user.id, userId), exists(db.select().from(profile).where(isDue(userId)))))
    .returning()
  if (!closed) return
  await deleteStripeCustomer(services, userId)
  await db.transaction(async (tx) => {
    // Held first: whoever writes an event holds the listing before its sums.
    await tx.select({ id: listing.id }).from(listing).where(eq(listing.userId, userId)).for('update')
    const listings = tx.select({ id: listing.id }).from(listing).where(eq(listing.userId, userId))
    const files = tx.select({ id: file.id }).from(file).where(eq(file.userId, userId))
    const leads = tx.select({ id: lead.id }).from(lead).where(inArray(lead.listingId, listings))
    await tx
      .delete(event)
      .where(or(inArray(event.listingId, listings), inArray(event.leadId, leads), inArray(event.fileId, files)))
    await tx.delete(eventDay).where(eq(eventDay.userId, userId))
    await tx
      .delete(notification)
      .where(or(inArray(notification.listingId, listings), inArray(notification.leadId, leads)))
    await tx.delete(leadDigest).where(inArray(leadDigest.listingId, listings))
    await tx.delete(leadNote).where(inArray(leadNote.leadId, leads))
    await tx.delete(lead).where(inArray(lead.listingId, listings))
    await tx.update(listing).set({ coverFileId: null }).where(eq(listing.userId, userId))
    await tx.delete(sharePicture).where(inArray(sharePicture.listingId, listings))
    await tx.delete(upload).where(eq(upload.userId, userId))
    await tx.delete(file).where(eq(file.userId, userId))
    await tx.delete(listing).where(eq(listing.userId, userId))
    for (const table of [audit, session, token, device, dataExport, profile, subscription])
      await tx.delete(table).where(eq(table.userId, userId))
    // Nobody's now, but remembered: reloading its page must not make the account anew.
    await tx.update(checkout).set({ userId: null }).where(eq(checkout.userId, userId))
    await tx.delete(user).where(eq(user.id, userId))
  })
  // Nobody can reach them any more; what a crash leaves here is swept as an orphan.
  for (const { path } of [...paths, ...pictures]) if (path) await removeStored(storage, path)
  log.info('account erased')
}
