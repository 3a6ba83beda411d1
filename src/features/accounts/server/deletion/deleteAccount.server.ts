import { and, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { deleteWebhookEndpoints, deleteWebhookMessages } from '#db/deleteWebhooks.server.ts'
import { calendarLink, dataExport, knownDevice, profile, session, token, user } from '#db/schema/accounts.ts'
import { agency, member, memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { checkout, subscription } from '#db/schema/billing.ts'
import { eventDay } from '#db/schema/events.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { file, fileVersion, upload } from '#db/schema/files.ts'
import { inboundEmail } from '#db/schema/inboundEmails.ts'
import { replyTemplate } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { buyerMessage, silencedAddress } from '#db/schema/messages.ts'
import { notification, pushSubscription } from '#db/schema/notifications.ts'
import { person } from '#db/schema/people.ts'
import {
  accountRecovery,
  authenticator,
  identity,
  passkey,
  pendingSignIn,
  previousAddress,
  recoveryCode,
} from '#db/schema/signInMethods.ts'
import { webhookEndpoint } from '#db/schema/webhooks.ts'
import { forgetAccount, writeAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { notSignedIn } from '#platform/errors.ts'
import { sumOwner } from '#platform/events/eventSums.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { emailDate } from '#ui/format/dates.ts'
import { DAY_MS } from '#values/time.ts'
import { deletionScheduledEmail } from '../../accounts.emails.tsx'
import { requirePassword } from '../credentials/passwords/passwordHashing.server.ts'
import { readSettings } from '../settings.server.ts'
import { deleteApiKeys, eraseWork, listWorkPaths, removePaths } from './eraseWork.server.ts'
import {
  isNeededByTeam,
  leaveTeams,
  lockUserAgencies,
  requireNoDependentTeam,
  selectUserAgencies,
} from './leaveTeams.server.ts'

export const UNDO_DAYS = 14

/** Stops future charges. The confirmation email cannot be muted. */
export async function scheduleAccountDeletion(services: Services, agent: User, password: string) {
  await requirePassword(services, agent, password, 'password')
  await requireNoDependentTeam(services.database.db, agent.id)
  const { database, mailer, jobs, env } = services
  return database.db.transaction(async (tx) => {
    const deletionDueAt = await setDeletion(tx, agent, fromNow(UNDO_DAYS * DAY_MS))
    const { subscriptionId } = agent
    if (subscriptionId) await jobs.enqueue(tx, stopRenewalJob, { subscriptionId })
    if (deletionDueAt) {
      const { timeZone } = await readSettings(tx, agent)
      const day = emailDate(deletionDueAt, timeZone)
      await mailer.post(tx, { to: agent.email, ...deletionScheduledEmail(day, UNDO_DAYS, env.APP_URL) })
    }
    return { deletionDueAt }
  })
}

/** The account stays, but its subscription still ends. Returns until when the agent can resume it. */
export const cancelAccountDeletion = (db: Db, agent: User) =>
  db.transaction(async (tx) => {
    await setDeletion(tx, agent, null)
    const [known] = await tx.select().from(subscription).where(eq(subscription.userId, agent.id))
    return { subscriptionEndsAt: agent.subscriptionActive ? (known?.endsAt ?? null) : null }
  })

async function setDeletion(tx: Db, { id: userId }: User, deletionDueAt: SQL | null) {
  // Locked in the order of `closeAccount`, which may be closing it just now.
  const [open] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), isNull(user.archivedAt)))
    .for('no key update')
  if (!open) throw notSignedIn()
  const [stored] = await tx
    .insert(profile)
    .values({ userId, deletionDueAt })
    .onConflictDoUpdate({ target: profile.userId, set: { deletionDueAt } })
    .returning({ deletionDueAt: profile.deletionDueAt })
  await writeAudit(tx, { id: userId }, deletionDueAt ? 'deletion_scheduled' : 'deletion_undone', {})
  return stored?.deletionDueAt ?? null
}

const NoData = z.object({})

export const eraseDueAccountsJob: Job<z.infer<typeof NoData>, Services> = {
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

/** Deletes everything of an agent and their leads, in the order that the foreign keys allow. What belongs to a team stays with it. */
async function eraseAccount(services: Services, userId: string) {
  const {
    database: { db },
    log,
  } = services
  if (!(await closeAccount(services, userId))) return
  const work = {
    isListing: eq(listing.userId, userId),
    isFile: eq(file.userId, userId),
    // Also what someone else has begun in an agency that goes with the account.
    isUpload: or(eq(upload.userId, userId), inArray(upload.agencyId, selectUserAgencies(db, userId))),
  }
  const paths = await listWorkPaths(db, work)
  const exports = await db.select({ path: dataExport.path }).from(dataExport).where(eq(dataExport.userId, userId))
  await deleteStripeCustomer(services, userId)
  await db.transaction(async (tx) => {
    const agencies = await tx.select({ id: member.agencyId }).from(member).where(eq(member.userId, userId))
    await eraseWork(tx, work)
    const sums = [userId, ...agencies.flatMap(({ id }) => [id, sumOwner(userId, id)])]
    await tx.delete(eventDay).where(inArray(eventDay.userId, sums))
    // What they uploaded and an agency has kept counts as its lead agent's.
    await tx
      .update(fileVersion)
      .set({ uploadedById: file.userId })
      .from(file)
      .where(and(eq(file.id, fileVersion.fileId), eq(fileVersion.uploadedById, userId)))
    // What they wrote to the buyers of a colleague’s listing counts as that colleague’s.
    await tx
      .update(buyerMessage)
      .set({ userId: listing.userId })
      .from(listing)
      .where(and(eq(listing.id, buyerMessage.listingId), eq(buyerMessage.userId, userId)))
    // What they emailed to a colleague's listing stays there, from an address that has no account.
    for (const column of ['memberId', 'decidedById'] as const)
      await tx
        .update(inboundEmail)
        .set({ [column]: null })
        .where(eq(inboundEmail[column], userId))
    await forgetAccount(tx, userId)
    for (const table of [
      session,
      token,
      knownDevice,
      authenticator,
      recoveryCode,
      pendingSignIn,
      accountRecovery,
      previousAddress,
      passkey,
      identity,
      notification,
      pushSubscription,
      replyTemplate,
      calendarLink,
      person,
      dataExport,
      feedRun,
      profile,
      subscription,
    ])
      await tx.delete(table).where(eq(table.userId, userId))
    await deleteOwnAgencies(tx, userId)
    // Kept without its user: reloading the thank-you page must not create the account again.
    await tx.update(checkout).set({ userId: null }).where(eq(checkout.userId, userId))
    await tx.delete(user).where(eq(user.id, userId))
  })
  await removePaths(services, [...paths, ...exports.flatMap(({ path }) => path ?? [])])
  log.info('account erased')
}

/**
 * From here on no one can sign in and cancel the deletion halfway. Checks and leaves in one transaction, with the same locks as removing a
 * member: of two owners who are due at the same moment, one stays. False if the account is to stay, for now or for good.
 */
const closeAccount = ({ database: { db }, log }: Services, userId: string) =>
  db.transaction(async (tx) => {
    if (!(await lockUserAgencies(tx, userId))) return false
    const [due] = await tx.select().from(profile).where(isDue(userId)).for('update')
    if (!due) return false
    if (await isNeededByTeam(tx, userId)) {
      log.warn('an account is not erased while its team needs it')
      return false
    }
    await leaveTeams(tx, userId)
    await tx.update(user).set({ archivedAt: now }).where(eq(user.id, userId))
    return true
  })

/** The agencies that this user has alone. */
async function deleteOwnAgencies(tx: Db, userId: string) {
  const left = await tx.delete(member).where(eq(member.userId, userId)).returning({ id: member.agencyId })
  const ids = left.map(({ id }) => id)
  await tx.delete(memberInvitation).where(inArray(memberInvitation.agencyId, ids))
  // Also of those who were members once.
  for (const table of [audit, dataExport, feedRun, silencedAddress, calendarLink])
    await tx.delete(table).where(inArray(table.agencyId, ids))
  await deleteWebhookMessages(tx, { agencyIds: ids })
  await deleteWebhookEndpoints(tx, inArray(webhookEndpoint.agencyId, ids))
  await deleteApiKeys(tx, ids)
  await tx.update(session).set({ agencyId: null }).where(inArray(session.agencyId, ids))
  await tx.delete(agency).where(inArray(agency.id, ids))
}

const StopRenewalData = z.strictObject({ subscriptionId: z.string() })
/** About a day, with the queue's retry delay. */
const MAX_TRIES = 300

/** Nobody is charged again who has requested deletion, of their account or of the agency they pay for: the subscription ends with the period that is paid for. */
export const stopRenewalJob: Job<z.infer<typeof StopRenewalData>, Services> = {
  name: 'stop_renewal',
  data: StopRenewalData,
  queue: { retryLimit: MAX_TRIES },
  async work({ database: { db }, payments }, { subscriptionId }) {
    const [leaving] = await db
      .select({ id: user.id })
      .from(user)
      .leftJoin(profile, eq(profile.userId, user.id))
      .leftJoin(agency, eq(agency.payerId, user.id))
      // The deletion may have been cancelled since.
      .where(
        and(
          eq(user.subscriptionId, subscriptionId),
          or(isNotNull(profile.deletionDueAt), isNotNull(agency.deletionDueAt)),
        ),
      )
    if (!leaving || !payments) return
    const { subscriptions } = payments.stripe
    await ignoreMissing(async () => {
      const { status } = await subscriptions.retrieve(subscriptionId)
      if (status === 'canceled' || status === 'incomplete_expired') return
      await subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    })
  },
}

/**
 * Stripe deletes the customers, which ends the subscription, so that a deleted account is not charged. Colleagues keep the invoices of their agency,
 * without the name of the one who has left.
 */
async function deleteStripeCustomer({ database: { db }, payments }: Services, userId: string) {
  const [agent] = await db.select({ customer: user.subscriptionCustomerId }).from(user).where(eq(user.id, userId))
  if (!payments) return
  const { customers } = payments.stripe
  if (agent?.customer) await ignoreMissing(() => customers.del(agent.customer))
  // Billing labels the customers that the account has paid as before, for an agency that may go on without it.
  const former = await customers.search({ query: `metadata['userId']:'${userId}'`, limit: 100 })
  for (const { id, metadata } of former.data) {
    // Someone else may pay as this customer by now.
    if ((await db.$count(user, and(eq(user.subscriptionCustomerId, id), ne(user.id, userId)))) > 0) continue
    const others = and(eq(member.agencyId, metadata.agencyId ?? ''), ne(member.userId, userId))
    const isShared = (await db.$count(member, others)) > 0
    await ignoreMissing(() => (isShared ? customers.update(id, { name: '', email: '' }) : customers.del(id)))
  }
}

/** An interrupted earlier attempt may have deleted it already. */
async function ignoreMissing(request: () => Promise<unknown>) {
  try {
    await request()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')) throw error
  }
}
