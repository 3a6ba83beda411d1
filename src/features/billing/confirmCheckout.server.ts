import { and, eq, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { checkout } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { consumeToken, deadLink, findToken, issueToken, voidTokens } from '#features/accounts/tokens.server.ts'
import { maskedEmail } from '#platform/emailAddress.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { confirmCheckoutMail, duplicateSubscriptionMail, subscriptionLinkedMail } from './billing.emails.tsx'
import { type CheckoutConfirmation, isActive } from './billing.ts'
import { cancelSubscription } from './cancelSubscription.server.ts'
import { followCustomer, followSubscription, isSecondSubscription } from './followSubscription.server.ts'
import { ask, idOf, moment, providerOf, triedForADay } from './provider.server.ts'
import { nextReadNumber } from './providerReading.server.ts'
import { claimCard, hasAddressUsedTrial } from './usedTrials.server.ts'

/** Well before the first payment, which comes after a trial of 30 days. */
const CONFIRM_DAYS = 7
const DAY_MS = 24 * 3600 * 1000

interface Held {
  sessionId: string
  subscription: Stripe.Subscription
  /** False when the address has had too many emails that strangers caused: then the checkout can only run out. */
  mayNotify: boolean
}

/** A checkout that was paid while signed out with the address of an existing account waits for the account's owner. */
export async function holdForOwner(
  services: Services,
  tx: Db,
  agent: Agent,
  { sessionId, subscription, mayNotify }: Held,
) {
  const isCardNew = await claimCard(services, tx, subscription)
  const hadTrial = agent.subscriptionCustomerId !== '' || (await hasAddressUsedTrial(services, tx, agent.email))
  const chargesOnConfirm = subscription.status === 'trialing' && (hadTrial || !isCardNew)
  await tx.update(checkout).set({ subscriptionId: subscription.id, chargesOnConfirm }).where(eq(checkout.id, sessionId))
  if (mayNotify) await askOwner(services, tx, agent, sessionId, describe(agent, subscription, chargesOnConfirm))
}

async function askOwner(
  { mailer, env }: Services,
  tx: Db,
  agent: Agent,
  sessionId: string,
  plan: CheckoutConfirmation,
) {
  const lifetimeMs = CONFIRM_DAYS * DAY_MS
  const value = await issueToken(tx, 'confirm_checkout', agent.id, sessionId, lifetimeMs)
  const cancelledOn = new Date(Date.now() + lifetimeMs)
  const mail = confirmCheckoutMail(`${env.APP_URL}/confirm-checkout/${value}`, { ...plan, cancelledOn })
  await mailer.post(tx, { to: agent.email, ...mail })
}

/** The same email once more, with a new link. */
export async function remindOwner(services: Services, sessionId: string) {
  const { agent, subscription, chargesOnConfirm } = await findWaiting(services, sessionId)
  await services.database.db.transaction((tx) =>
    askOwner(services, tx, agent, sessionId, describe(agent, subscription, chargesOnConfirm)),
  )
}

/** What the link is about. Reading it changes nothing: mail scanners open links too. */
export async function readConfirmation(services: Services, value: string): Promise<CheckoutConfirmation> {
  const { subject } = await findToken(services.database.db, 'confirm_checkout', value)
  const { agent, subscription, chargesOnConfirm } = await findWaiting(services, subject ?? '')
  return describe(agent, subscription, chargesOnConfirm)
}

/** The owner's click: links the subscription to the account and, where the trial was used before, ends it. */
export async function confirmCheckout(services: Services, value: string) {
  const { db } = services.database
  const number = await nextReadNumber(db)
  const { subject } = await findToken(db, 'confirm_checkout', value)
  const { sessionId, subscription } = await findWaiting(services, subject ?? '')
  return db.transaction(async (tx) => {
    const { userId } = await consumeToken(tx, 'confirm_checkout', value)
    const [waiting] = await tx.select().from(checkout).where(eq(checkout.id, sessionId)).for('update')
    const [agent] = await tx.select().from(user).where(eq(user.id, userId)).for('update')
    if (waiting?.outcome !== 'waiting' || !agent) throw deadLink()
    const outcome = await linkConfirmed(services, tx, agent, {
      subscription,
      number,
      endsTrial: waiting.chargesOnConfirm ?? false,
    })
    await tx.update(checkout).set({ outcome }).where(eq(checkout.id, sessionId))
    return { state: outcome }
  })
}

interface Confirmed {
  subscription: Stripe.Subscription
  number: number
  endsTrial: boolean
}

async function linkConfirmed(
  services: Services,
  tx: Db,
  agent: Agent,
  { subscription, number, endsTrial }: Confirmed,
): Promise<'linked' | 'duplicate'> {
  const { jobs, mailer, env } = services
  // The account may have got another subscription while this one waited.
  if (isSecondSubscription(agent, subscription)) {
    await jobs.enqueue(tx, cancelSubscription, { subscriptionId: subscription.id })
    await mailer.post(tx, { to: agent.email, ...duplicateSubscriptionMail(env.APP_URL) })
    return 'duplicate'
  }
  await followSubscription(services, tx, agent, { number, subscription })
  await mailer.post(tx, { to: agent.email, ...subscriptionLinkedMail(env.APP_URL) })
  if (endsTrial) await jobs.enqueue(tx, endTrial, { subscriptionId: subscription.id })
  await jobs.enqueue(tx, followCustomer, { customerId: idOf(subscription.customer) })
  return 'linked'
}

async function findWaiting(services: Services, sessionId: string) {
  const { db } = services.database
  const { stripe } = providerOf(services)
  const [found] = await db
    .select({ agent: user, checkout })
    .from(checkout)
    .innerJoin(user, eq(user.id, checkout.userId))
    .where(and(eq(checkout.id, sessionId), eq(checkout.outcome, 'waiting')))
  const subscriptionId = found?.checkout.subscriptionId
  if (!found || !subscriptionId) throw deadLink()
  const subscription = await ask(services, () =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice', 'default_payment_method'] }),
  )
  // Cancelled at the provider in the meantime: there is nothing left to confirm.
  if (!isActive(subscription.status)) throw deadLink()
  return { sessionId, agent: found.agent, subscription, chargesOnConfirm: found.checkout.chargesOnConfirm ?? false }
}

function describe(agent: Agent, subscription: Stripe.Subscription, chargesNow: boolean): CheckoutConfirmation {
  const [item] = subscription.items.data
  const { default_payment_method: method } = subscription
  const card = typeof method === 'object' ? method?.card : undefined
  return {
    email: maskedEmail(agent.email),
    amount: item?.price.unit_amount ?? null,
    currency: subscription.currency,
    interval: item?.price.recurring?.interval ?? null,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    chargesNow,
    firstPaymentAt: chargesNow || subscription.status !== 'trialing' ? null : moment(subscription.trial_end),
  }
}

const Trial = z.strictObject({ subscriptionId: z.string() })

/** The first payment comes now, as the owner was told before confirming. */
export const endTrial: Job<z.infer<typeof Trial>, Services> = {
  name: 'end_trial',
  data: Trial,
  queue: triedForADay,
  async work(services, { subscriptionId }) {
    const { stripe } = providerOf(services)
    const { status } = await ask(services, () => stripe.subscriptions.retrieve(subscriptionId))
    // Ended already, by a try whose answer was lost: once more would begin another period.
    if (status === 'trialing')
      await ask(services, () => stripe.subscriptions.update(subscriptionId, { trial_end: 'now' }))
  },
}

const Nothing = z.object({})

/** A checkout that nobody confirmed in time is cancelled before it could ever charge the card. */
export const cancelUnconfirmedCheckouts: Job<z.infer<typeof Nothing>, Services> = {
  name: 'cancel_unconfirmed_checkouts',
  data: Nothing,
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
        await jobs.enqueue(tx, cancelSubscription, { subscriptionId: closed.subscriptionId })
      })
  },
}
