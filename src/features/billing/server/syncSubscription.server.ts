import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { subscription } from '#db/schema/billing.ts'
import { stopRenewalJob } from '#features/accounts/server/deletion/deleteAccount.server.ts'
import { reportSeatChange } from '#features/agencies/server/seats.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import { firstPaymentEmail, paymentFailedEmail, subscriptionEndedEmail, trialEndingEmail } from '../billing.emails.tsx'
import { daysAfter, isActiveStatus, MONEY_BACK_DAYS } from '../billing.schema.ts'
import { claimTrial } from './freeTrials.server.ts'
import { findPaidAgency, isDeletionScheduled } from './payer.server.ts'
import {
  cancelSubscriptionJob,
  labelFormerCustomer,
  readCustomerSubscription,
  retryForADay,
  type SubscriptionSnapshot,
  stripeDate,
  stripeId,
} from './stripe.server.ts'

const TRIAL_NOTICE_DAYS = 3

const CustomerJobData = z.strictObject({ customerId: z.string(), trialEnding: z.boolean().optional() })

/** Follows every event about a customer: whatever the event said, the state is read from Stripe again. */
export const syncCustomerJob: Job<z.infer<typeof CustomerJobData>, Services> = {
  name: 'follow_customer',
  data: CustomerJobData,
  queue: retryForADay,
  concurrency: 4,
  async work(services, { customerId, trialEnding }) {
    const { db } = services.database
    const [customer] = await db.select().from(user).where(eq(user.subscriptionCustomerId, customerId))
    // No agent has this customer yet: the checkout that will link it reads the state itself.
    if (!customer) return
    await storeSubscriptionSnapshot(
      services,
      customerId,
      await readCustomerSubscription(services, customer),
      trialEnding,
    )
  },
}

/** Stores it for the one who pays as this customer now: billing may have been passed on, or another customer linked, since it was requested. */
export const storeSubscriptionSnapshot = (
  services: Pick<Services, 'mailer' | 'env' | 'database'>,
  customerId: string,
  reading: SubscriptionSnapshot,
  trialEnding = false,
) =>
  services.database.db.transaction(async (tx) => {
    const [payer] = await tx.select().from(user).where(eq(user.subscriptionCustomerId, customerId)).for('update')
    if (payer) await storeSubscription(services, tx, payer, reading, trialEnding)
  })

/** An active subscription is never replaced: otherwise a stranger could do it by paying with the agent's address. */
export const isSecondSubscription = (agent: User, { id }: Stripe.Subscription) =>
  agent.subscriptionActive && agent.subscriptionId !== '' && agent.subscriptionId !== id

/** Stores what Stripe said, unless something newer was stored since. The payer's row is locked. */
export async function storeSubscription(
  services: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  payer: User,
  { number, subscription: current }: SubscriptionSnapshot,
  trialEnding = false,
) {
  const [before] = await tx.select().from(subscription).where(eq(subscription.userId, payer.id))
  if (before && before.readNumber > number) return
  const team = await findPaidAgency(tx, payer.id)
  const [item] = current?.items.data ?? []
  const now = {
    status: current?.status ?? 'canceled',
    trialEndsAt: stripeDate(current?.trial_end),
    periodEndsAt: stripeDate(item?.current_period_end),
    endsAt: stripeDate(current?.cancel_at),
    ...countSeats(before, item),
    readNumber: number,
    updatedAt: new Date(),
  }
  const change = { ...now, trialEnding, isPaid: isPaid(current) }
  const sent = await sendSubscriptionEmails(services, tx, team?.ownerEmails ?? [payer.email], before, change)
  await tx
    .insert(subscription)
    .values({ userId: payer.id, ...now, ...sent })
    .onConflictDoUpdate({ target: subscription.userId, set: { ...now, ...sent } })
  if (!before || before.status !== now.status || !before.endsAt !== !now.endsAt)
    await writeAudit(tx, { id: payer.id, agencyId: team?.agencyId }, 'subscription_changed', {
      from: before?.status ?? null,
      to: now.status,
      ending: now.endsAt !== null,
    })
  await tx
    .update(user)
    .set({
      ...(current && { subscriptionId: current.id, subscriptionCustomerId: stripeId(current.customer) }),
      subscriptionActive: isActiveStatus(now.status),
    })
    .where(eq(user.id, payer.id))
  if (current?.trial_end) await claimTrial(services, tx, payer.email, current)
}

/** How many seats the next period has, and how many this one: as many as there ever were in it. */
function countSeats(before: StoredSubscription | undefined, item: Stripe.SubscriptionItem | undefined) {
  if (!item) return {}
  const seats = item.quantity ?? 1
  const paidSeatsUntil = stripeDate(item.current_period_end)
  const isSamePeriod = before?.paidSeatsUntil?.getTime() === paidSeatsUntil?.getTime()
  return { seats, paidSeats: isSamePeriod && before ? Math.max(before.paidSeats, seats) : seats, paidSeatsUntil }
}

/** When a trial ends, the subscription is active before its first charge. */
function isPaid(current: Stripe.Subscription | undefined) {
  const invoice = current?.latest_invoice
  return typeof invoice === 'object' && invoice !== null && invoice.status === 'paid' && invoice.amount_paid > 0
}

type StoredSubscription = typeof subscription.$inferSelect
type CurrentSubscription = Pick<StoredSubscription, 'status' | 'trialEndsAt' | 'endsAt'> & {
  /** Stripe has announced the end of the trial. */
  trialEnding: boolean
  /** The last invoice was for more than nothing, and is paid. */
  isPaid: boolean
}

/**
 * The emails follow from the difference between the stored and the current state, not from events: each is sent once, in whatever
 * order and however often events arrive. Returns what to store about it.
 */
async function sendSubscriptionEmails(
  { mailer, env }: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  recipients: string[],
  before: StoredSubscription | undefined,
  now: CurrentSubscription,
) {
  const sent: Partial<StoredSubscription> = {}
  const send = async (email: ReturnType<typeof trialEndingEmail>) => {
    for (const to of recipients) await mailer.post(tx, { to, ...email })
  }

  if (now.trialEndsAt && isTrialEnding(now) && before?.trialNoticeFor?.getTime() !== now.trialEndsAt.getTime()) {
    sent.trialNoticeFor = now.trialEndsAt
    await send(trialEndingEmail(env.APP_URL, now.trialEndsAt))
  }
  if (now.status === 'active' && now.isPaid && !before?.firstPaidAt) {
    sent.firstPaidAt = new Date()
    await send(firstPaymentEmail(env.APP_URL, daysAfter(sent.firstPaidAt, MONEY_BACK_DAYS)))
  }
  if (now.status === 'past_due' && before?.status !== 'past_due') await send(paymentFailedEmail(env.APP_URL))
  if (before && isActiveStatus(before.status) && !isActiveStatus(now.status)) {
    const moneyBackUntil = before.firstPaidAt && daysAfter(before.firstPaidAt, MONEY_BACK_DAYS)
    await send(subscriptionEndedEmail(env.APP_URL, moneyBackUntil))
  }
  return sent
}

/** An agent who has cancelled knows already, and pays nothing. */
const isTrialEnding = ({ status, trialEndsAt, endsAt, trialEnding }: CurrentSubscription) =>
  status === 'trialing' &&
  endsAt === null &&
  (trialEnding || (trialEndsAt !== null && trialEndsAt.getTime() - Date.now() <= TRIAL_NOTICE_DAYS * DAY_MS))

interface PaidReading extends SubscriptionSnapshot {
  subscription: Stripe.Subscription
}

/** A paid checkout becomes the subscription of its payer's agency, for as many seats as are in use. The payer's row is locked. */
export async function linkSubscription(services: Services, tx: Db, payer: User, reading: PaidReading) {
  const { jobs } = services
  const { id: subscriptionId, customer } = reading.subscription
  const customerId = stripeId(customer)
  const team = await findPaidAgency(tx, payer.id)
  // One that ended without being cancelled could charge again.
  if (payer.subscriptionId && payer.subscriptionId !== subscriptionId)
    await jobs.enqueue(tx, cancelSubscriptionJob, { subscriptionId: payer.subscriptionId })
  if (team && payer.subscriptionCustomerId !== customerId) await labelFormerCustomer(services, tx, payer, team.agencyId)
  await storeSubscription(services, tx, payer, reading)
  // Events since the request to Stripe found no agent with this customer.
  await jobs.enqueue(tx, syncCustomerJob, { customerId })
  if (!team) return
  await reportSeatChange(services, tx, team.agencyId)
  // Requested while the checkout was open.
  if (await isDeletionScheduled(tx, team.agencyId)) await jobs.enqueue(tx, stopRenewalJob, { subscriptionId })
}
