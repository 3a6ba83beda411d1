import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { memberName } from '#features/agencies/server/team.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { payerChangedEmail } from '../billing.emails.tsx'
import { callStripe, requirePayments, retryForADay } from './stripe.server.ts'

/**
 * The user whose `subscription…` columns are those of the agent's agency. Every call about billing begins here: only owners get an answer.
 * Nothing for an agency whose only owner took over paying for another one.
 */
export async function findPayerForOwner(db: Db, agent: Agent): Promise<User | undefined> {
  requirePermission(agent, 'manageBilling')
  return findPayer(db, agent.agencyId)
}

export async function findPayer(db: Db, agencyId: string): Promise<User | undefined> {
  const [found] = await db
    .select({ user })
    .from(agency)
    .innerJoin(user, eq(user.id, agency.payerId))
    .where(eq(agency.id, agencyId))
  return found?.user
}

/** The agency that someone pays for, and where to send its billing emails: to all owners. */
export async function findPaidAgency(db: Db, payerId: string) {
  const owners = await db
    .select({ agencyId: agency.id, email: user.email })
    .from(agency)
    .innerJoin(member, and(eq(member.agencyId, agency.id), eq(member.role, 'owner')))
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(agency.payerId, payerId), isNull(user.archivedAt)))
    .orderBy(asc(member.joinedAt), asc(user.id))
  const [first] = owners
  return first && { agencyId: first.agencyId, ownerEmails: owners.map(({ email }) => email) }
}

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
  if (payer) return payer
  if (await findPaidAgency(db, agent.id)) throw paysElsewhere()
  const [own] = await db.select().from(user).where(eq(user.id, agent.id))
  if (!own) throw notFound()
  return own
}

/**
 * Who pays, for a checkout that this user has started: billing may have been passed on since. An owner of an agency without a payer becomes
 * it. Nothing for someone who is no owner any more: their payment would be for no agency. The row is locked.
 */
export async function settlePayer(tx: Db, userId: string): Promise<User | undefined> {
  const [found] = await tx
    .select({ agencyId: agency.id, payerId: agency.payerId })
    .from(agency)
    .leftJoin(member, and(eq(member.agencyId, agency.id), eq(member.userId, userId), eq(member.role, 'owner')))
    .where(or(eq(agency.payerId, userId), eq(member.userId, userId)))
    .orderBy(sql`${agency.payerId} is distinct from ${userId}`, asc(member.joinedAt), asc(agency.id))
    .limit(1)
  if (!found) return undefined
  if (found.payerId === null) await tx.update(agency).set({ payerId: userId }).where(eq(agency.id, found.agencyId))
  const [payer] = await tx
    .select()
    .from(user)
    .where(eq(user.id, found.payerId ?? userId))
    .for('update')
  return payer
}

/** An owner passes billing to another one, or takes it over: customer, subscription and the user's columns move together. */
export async function changePayer(services: Services, agent: Agent, userId: string) {
  requirePermission(agent, 'manageBilling')
  const { database, jobs, mailer, env } = services
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
    if (next.subscriptionCustomerId || next.subscriptionActive) throw paysElsewhere(memberName(next))
    // Their own agency was never subscribed. It can have a payer again when there is another owner.
    await tx.update(agency).set({ payerId: null }).where(eq(agency.payerId, userId))
    await tx.update(agency).set({ payerId: userId }).where(eq(agency.id, agent.agencyId))
    const before = users.find(({ id }) => id === locked.payerId)
    if (before) await moveSubscription(tx, before, userId)
    if (before?.subscriptionCustomerId)
      await jobs.enqueue(tx, updateCustomerJob, { customerId: before.subscriptionCustomerId })
    await writeAudit(tx, agent, 'payer_changed', { memberId: userId }, userId)
    const team = await findPaidAgency(tx, userId)
    for (const to of team?.ownerEmails ?? [])
      await mailer.post(tx, { to, ...payerChangedEmail(env.APP_URL, memberName(next)) })
  })
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
  await tx
    .update(user)
    .set({ subscriptionId: '', subscriptionCustomerId: '', subscriptionActive: false })
    .where(eq(user.id, from.id))
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
      stripe.customers.update(customerId, { email: payer.email, name: memberName(payer) }),
    )
  },
}
