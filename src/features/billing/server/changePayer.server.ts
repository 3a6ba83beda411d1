import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { releasePayer } from '#features/agencies/server/deleteAgency.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { payerChangedEmail } from '../billing.emails.tsx'
import { findPaidAgency, findPayer, findPayerForOwner, requireLastingAgency } from './payer.server.ts'
import {
  callStripe,
  cancelSubscriptionJob,
  labelFormerCustomer,
  readCustomerSubscription,
  requirePayments,
  retryForADay,
} from './stripe.server.ts'
import { storeSubscriptionSnapshot } from './syncSubscription.server.ts'

/** A second agency needs a second payer: each user has one set of `subscription…` columns. */
const paysElsewhere = (name?: string) =>
  new AppError(
    'PaysElsewhere',
    409,
    name
      ? `${name} already has their own subscription. Choose another owner.`
      : 'You already pay for another agency. Make someone else an owner of this one, and let them subscribe.',
  )

/** Who a checkout of this agency is for: its payer, or the owner who subscribes first. */
export async function requireCheckoutPayer(db: Db, agent: Agent): Promise<User> {
  const payer = await findPayerForOwner(db, agent)
  await requireLastingAgency(db, agent.agencyId, 'subscribe')
  if (payer) return payer
  const own = await findUser(db, agent.id)
  if (!own) throw notFound()
  if (own.subscriptionActive) throw paysElsewhere()
  // Invoices from before are another agency's: this one gets a customer of its own.
  return { ...own, subscriptionId: '', subscriptionCustomerId: '' }
}

async function findUser(db: Db, id: string) {
  const [found] = await db.select().from(user).where(eq(user.id, id))
  return found
}

/**
 * Who pays, for a checkout that this user has started for an agency: billing may have been passed on since. An owner of an agency without a
 * payer becomes it. Nothing for someone who is no owner any more, or who pays for another agency by now. The row is locked.
 */
export async function settlePayer(
  services: Pick<Services, 'jobs' | 'log'>,
  tx: Db,
  userId: string,
  agencyId: string | undefined,
): Promise<User | undefined> {
  const target = await findCheckoutAgency(tx, userId, agencyId)
  if (agencyId && target !== agencyId)
    services.log.warn({ agencyId, creditedTo: target }, 'a checkout is not for the agency it was started in')
  if (!target) return undefined
  const [locked] = await tx.select().from(agency).where(eq(agency.id, target)).for('no key update')
  const [payer] = await tx
    .select()
    .from(user)
    .where(eq(user.id, locked?.payerId ?? userId))
    .for('update')
  if (!payer || locked?.payerId) return payer
  if (payer.subscriptionActive) return undefined
  await endFormerBilling(services, tx, payer)
  await tx.update(agency).set({ payerId: userId }).where(eq(agency.id, target))
  return findUser(tx, userId)
}

/** The agency that the checkout was started in, if its buyer is still an owner of it. Otherwise the one that they pay for, or own. */
async function findCheckoutAgency(tx: Db, userId: string, agencyId = '') {
  const [found] = await tx
    .select({ id: agency.id })
    .from(agency)
    .leftJoin(member, and(eq(member.agencyId, agency.id), eq(member.userId, userId), eq(member.role, 'owner')))
    .where(or(eq(agency.payerId, userId), eq(member.userId, userId)))
    .orderBy(
      sql`(${agency.id} = ${agencyId} and ${member.userId} is not null) desc`,
      sql`${agency.payerId} is distinct from ${userId}`,
      asc(member.joinedAt),
      asc(agency.id),
    )
    .limit(1)
  return found?.id
}

/**
 * For someone whose subscription has ended, before they pay for another agency. The agency of before can have a payer again when another owner
 * subscribes, and its owners still see its invoices.
 */
async function endFormerBilling(services: Pick<Services, 'jobs'>, tx: Db, payer: User) {
  const [former] = await tx
    .update(agency)
    .set({ payerId: null })
    .where(eq(agency.payerId, payer.id))
    .returning({ id: agency.id })
  if (payer.subscriptionCustomerId) await dropCustomer(services, tx, payer, former?.id ?? '')
}

/** Nobody is charged as this customer again. A subscription that was never paid could otherwise come back to life for no agency. */
async function dropCustomer(services: Pick<Services, 'jobs'>, tx: Db, payer: User, agencyId: string) {
  const { id, subscriptionId } = payer
  if (subscriptionId) await services.jobs.enqueue(tx, cancelSubscriptionJob, { subscriptionId })
  await labelFormerCustomer(services, tx, payer, agencyId)
  await tx.update(user).set(noSubscription).where(eq(user.id, id))
  await tx.delete(subscription).where(eq(subscription.userId, id))
}

const noSubscription = { subscriptionId: '', subscriptionCustomerId: '', subscriptionActive: false }

/** After an agency was erased: its payer is not charged again, unless they pay for another one, such as the new agency of one they got. */
export const releasePayerJob: Job<z.infer<typeof releasePayer.data>, Services> = {
  ...releasePayer,
  async work(services, { userId, agencyId }) {
    await services.database.db.transaction(async (tx) => {
      const [payer] = await tx.select().from(user).where(eq(user.id, userId)).for('update')
      const agencies = await tx.$count(agency, eq(agency.payerId, userId))
      if (payer?.subscriptionCustomerId && agencies === 0) await dropCustomer(services, tx, payer, agencyId)
    })
  },
}

/** An owner passes billing to another one, or takes it over: customer, subscription and the user's columns move together. */
export async function changePayer(services: Services, agent: Agent, userId: string) {
  requirePermission(agent, 'manageBilling')
  const { database, jobs } = services
  await readFormerSubscription(services, agent, userId)
  await database.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(agency).where(eq(agency.id, agent.agencyId)).for('update')
    if (!locked) throw notFound()
    if (locked.payerId === userId) return
    await requireOwner(tx, agent.agencyId, userId)
    const ids = [userId, locked.payerId].filter((id) => id !== null)
    // In a fixed order: consistent lock order prevents deadlocks.
    const users = await tx.select().from(user).where(inArray(user.id, ids)).orderBy(asc(user.id)).for('update')
    const next = users.find(({ id }) => id === userId)
    if (!next) throw notFound()
    if (next.subscriptionActive) throw paysElsewhere(nameOrEmail(next))
    await endFormerBilling(services, tx, next)
    await tx.update(agency).set({ payerId: userId }).where(eq(agency.id, agent.agencyId))
    const before = users.find(({ id }) => id === locked.payerId)
    if (before) await moveSubscription(tx, before, userId)
    if (before?.subscriptionCustomerId)
      await jobs.enqueue(tx, updateCustomerJob, { customerId: before.subscriptionCustomerId })
    await writeAudit(tx, agent, 'payer_changed', { memberId: userId }, userId)
    await emailOwners(services, tx, next, before)
  })
}

/** Whether someone still pays elsewhere is read from Stripe: a webhook may have been lost. */
async function readFormerSubscription(services: Services, { agencyId }: Agent, userId: string) {
  const { db } = services.database
  const next = await findUser(db, userId)
  const current = await findPayer(db, agencyId)
  if (!next?.subscriptionCustomerId || current?.id === userId) return
  await requireOwner(db, agencyId, userId)
  await storeSubscriptionSnapshot(services, next.subscriptionCustomerId, await readCustomerSubscription(services, next))
}

async function emailOwners({ mailer, env }: Services, tx: Db, next: User, before: User | undefined) {
  const team = await findPaidAgency(tx, next.id)
  for (const to of team?.ownerEmails ?? []) {
    const reader = to === next.email ? 'new payer' : to === before?.email ? 'former payer' : 'owner'
    await mailer.post(tx, { to, ...payerChangedEmail(env.APP_URL, nameOrEmail(next), reader) })
  }
}

async function requireOwner(tx: Db, agencyId: string, userId: string) {
  const [found] = await tx
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.agencyId, agencyId), eq(member.userId, userId)))
  if (!found) throw notFound()
  if (found.role !== 'owner') throw conflict('Only an owner can pay. Make them an owner first.')
}

async function moveSubscription(tx: Db, from: User, to: string) {
  const { subscriptionId, subscriptionCustomerId, subscriptionActive } = from
  await tx.update(user).set(noSubscription).where(eq(user.id, from.id))
  await tx.update(user).set({ subscriptionId, subscriptionCustomerId, subscriptionActive }).where(eq(user.id, to))
  await tx.delete(subscription).where(eq(subscription.userId, to))
  await tx.update(subscription).set({ userId: to }).where(eq(subscription.userId, from.id))
}

const CustomerData = z.strictObject({ customerId: z.string() })

/** Stripe sends receipts to the payer of now. */
export const updateCustomerJob: Job<z.infer<typeof CustomerData>, Services> = {
  name: 'update_customer',
  data: CustomerData,
  queue: retryForADay,
  async work(services, { customerId }) {
    const { stripe } = requirePayments(services)
    const [payer] = await services.database.db.select().from(user).where(eq(user.subscriptionCustomerId, customerId))
    if (!payer) return
    await callStripe(services, () =>
      stripe.customers.update(customerId, { email: payer.email, name: nameOrEmail(payer) }),
    )
  },
}
