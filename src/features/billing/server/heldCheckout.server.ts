import { and, eq, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { checkout } from '#db/schema/billing.ts'
import {
  consumeToken,
  expiredLink,
  issueToken,
  requireToken,
  voidTokens,
} from '#features/accounts/server/credentials/emailedTokens.server.ts'
import { readSeatUse } from '#features/agencies/server/seats.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { maskedEmail } from '#platform/input/fieldSchemas.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import {
  confirmCheckoutEmail,
  duplicateSubscriptionEmail,
  memberCheckoutEmail,
  subscriptionLinkedEmail,
} from '../billing.emails.tsx'
import { type CheckoutConfirmation, daysAfter, isActiveStatus } from '../billing.schema.ts'
import { claimCard, hasEmailUsedTrial } from './freeTrials.server.ts'
import { findPaidAgency, requireLastingAgency } from './payer.server.ts'
import { endTrialJob, neededSeats } from './seats.server.ts'
import { callStripe, cancelSubscriptionJob, nextReadNumber, requirePayments, stripeDate } from './stripe.server.ts'
import { isSecondSubscription, linkSubscription } from './syncSubscription.server.ts'

/** Well before the first payment, which comes after a trial of 30 days. */
const CONFIRM_DAYS = 7

interface HeldCheckout {
  sessionId: string
  subscription: Stripe.Subscription
  /** False when the address has had too many emails that strangers caused: then it cannot be confirmed, and is cancelled. */
  mayNotify: boolean
}

/** A checkout that was paid while signed out with the address of an existing account waits for the account's owner. */
export async function holdCheckoutForOwner(
  services: Services,
  tx: Db,
  agent: User,
  { sessionId, subscription, mayNotify }: HeldCheckout,
) {
  const isCardNew = await claimCard(services, tx, subscription)
  const hadTrial = agent.subscriptionCustomerId !== '' || (await hasEmailUsedTrial(services, tx, agent.email))
  const chargesOnConfirm = subscription.status === 'trialing' && (hadTrial || !isCardNew)
  await tx.update(checkout).set({ subscriptionId: subscription.id, chargesOnConfirm }).where(eq(checkout.id, sessionId))
  const seats = await countSeats(tx, agent)
  if (mayNotify)
    await askOwner(services, tx, agent, sessionId, toConfirmation({ agent, subscription, chargesOnConfirm, seats }))
}

async function askOwner({ mailer, env }: Services, tx: Db, agent: User, sessionId: string, plan: CheckoutConfirmation) {
  const value = await issueToken(tx, 'confirm_checkout', agent.id, sessionId, CONFIRM_DAYS * DAY_MS)
  const cancelledOn = daysAfter(new Date(), CONFIRM_DAYS)
  const email = confirmCheckoutEmail(`${env.APP_URL}/confirm-checkout/${value}`, { ...plan, cancelledOn })
  await mailer.post(tx, { to: agent.email, ...email })
}

/** The same email again, with a new link. */
export async function resendConfirmation(services: Services, sessionId: string) {
  const waiting = await requireWaitingCheckout(services, sessionId)
  await services.database.db.transaction((tx) =>
    askOwner(services, tx, waiting.agent, sessionId, toConfirmation(waiting)),
  )
}

/** What the link is about. Reading it changes nothing: email scanners open links too. */
export async function readCheckoutConfirmation(services: Services, value: string): Promise<CheckoutConfirmation> {
  const { subject } = await requireToken(services.database.db, 'confirm_checkout', value)
  return toConfirmation(await requireWaitingCheckout(services, subject ?? ''))
}

/** The owner's click: links the subscription to the account and, where the trial was used before, ends it. */
export async function confirmCheckout(services: Services, value: string) {
  const { db } = services.database
  const number = await nextReadNumber(db)
  const { subject } = await requireToken(db, 'confirm_checkout', value)
  const { sessionId, subscription } = await requireWaitingCheckout(services, subject ?? '')
  return db.transaction(async (tx) => {
    const { userId } = await consumeToken(tx, 'confirm_checkout', value)
    const [waiting] = await tx.select().from(checkout).where(eq(checkout.id, sessionId)).for('update')
    const [agent] = await tx.select().from(user).where(eq(user.id, userId)).for('update')
    if (waiting?.outcome !== 'waiting' || !agent) throw expiredLink()
    const outcome = await linkConfirmed(services, tx, agent, {
      subscription,
      number,
      endsTrial: waiting.chargesOnConfirm ?? false,
    })
    await tx.update(checkout).set({ outcome }).where(eq(checkout.id, sessionId))
    return { state: outcome }
  })
}

interface ConfirmedCheckout {
  subscription: Stripe.Subscription
  number: number
  endsTrial: boolean
}

async function linkConfirmed(
  services: Services,
  tx: Db,
  agent: User,
  { subscription, number, endsTrial }: ConfirmedCheckout,
): Promise<'linked' | 'duplicate'> {
  const { jobs, mailer, env } = services
  // The account may have got another subscription, or passed billing on, while this one waited.
  const isSecond = isSecondSubscription(agent, subscription)
  const team = await findPaidAgency(tx, agent.id)
  if (isSecond || !team) {
    await jobs.enqueue(tx, cancelSubscriptionJob, { subscriptionId: subscription.id })
    const email = isSecond ? duplicateSubscriptionEmail(env.APP_URL) : memberCheckoutEmail(env.APP_URL)
    await mailer.post(tx, { to: agent.email, ...email })
    return 'duplicate'
  }
  await requireLastingAgency(tx, team.agencyId, 'confirm the subscription')
  await linkSubscription(services, tx, agent, { number, subscription })
  await mailer.post(tx, { to: agent.email, ...subscriptionLinkedEmail(env.APP_URL) })
  if (endsTrial) await jobs.enqueue(tx, endTrialJob, { subscriptionId: subscription.id })
  return 'linked'
}

async function requireWaitingCheckout(services: Services, sessionId: string) {
  const { db } = services.database
  const { stripe } = requirePayments(services)
  const [found] = await db
    .select({ agent: user, checkout })
    .from(checkout)
    .innerJoin(user, eq(user.id, checkout.userId))
    .where(and(eq(checkout.id, sessionId), eq(checkout.outcome, 'waiting')))
  const subscriptionId = found?.checkout.subscriptionId
  if (!found || !subscriptionId) throw expiredLink()
  const subscription = await callStripe(services, () =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice', 'default_payment_method'] }),
  )
  // Cancelled at Stripe in the meantime: there is nothing left to confirm.
  if (!isActiveStatus(subscription.status)) throw expiredLink()
  const chargesOnConfirm = found.checkout.chargesOnConfirm ?? false
  return { sessionId, agent: found.agent, subscription, chargesOnConfirm, seats: await countSeats(db, found.agent) }
}

/** Someone who pays while signed out is asked for one seat. A team that comes back needs one for everyone in it. */
async function countSeats(db: Db, { id }: User) {
  const team = await findPaidAgency(db, id)
  return team ? neededSeats(await readSeatUse(db, team.agencyId)) : 1
}

interface WaitingCheckout {
  agent: User
  subscription: Stripe.Subscription
  chargesOnConfirm: boolean
  seats: number
}

function toConfirmation({ agent, subscription, chargesOnConfirm, seats }: WaitingCheckout): CheckoutConfirmation {
  const [item] = subscription.items.data
  const { default_payment_method: method } = subscription
  const card = typeof method === 'object' ? method?.card : undefined
  return {
    email: maskedEmail(agent.email),
    amount: item?.price.unit_amount ?? null,
    currency: subscription.currency,
    interval: item?.price.recurring?.interval ?? null,
    seats,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    chargesNow: chargesOnConfirm,
    firstPaymentAt: chargesOnConfirm || subscription.status !== 'trialing' ? null : stripeDate(subscription.trial_end),
  }
}

const NoData = z.object({})

/** A checkout that was not confirmed in time is cancelled before it can charge the card. */
export const cancelUnconfirmedCheckoutsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'cancel_unconfirmed_checkouts',
  data: NoData,
  schedule: '29 * * * *',
  async work({ database: { db }, jobs }) {
    const isOverdue = and(eq(checkout.outcome, 'waiting'), lte(checkout.fulfilledAt, ago(CONFIRM_DAYS * DAY_MS)))
    const overdue = await db.select({ id: checkout.id }).from(checkout).where(isOverdue)
    for (const { id } of overdue)
      await db.transaction(async (tx) => {
        const [closed] = await tx
          .update(checkout)
          .set({ outcome: 'unconfirmed' })
          .where(and(eq(checkout.id, id), isOverdue))
          .returning()
        if (!closed?.subscriptionId) return
        if (closed.userId) await voidTokens(tx, 'confirm_checkout', closed.userId, id)
        await jobs.enqueue(tx, cancelSubscriptionJob, { subscriptionId: closed.subscriptionId })
      })
  },
}
