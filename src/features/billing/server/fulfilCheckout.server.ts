import { and, eq, ne, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { checkout } from '#db/schema/billing.ts'
import { sendFirstPasswordLink } from '#features/accounts/server/credentials/passwords/firstPassword.server.ts'
import { hashPassword } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import { newToken, type User } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { maskedEmail } from '#platform/input/fieldSchemas.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { mayEmailVisitor, requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import {
  duplicateSubscriptionEmail,
  memberCheckoutEmail,
  subscriptionLinkedEmail,
  TRIAL_REFUSED_TEXT,
  trialRefusedEmail,
} from '../billing.emails.tsx'
import { type CheckoutState, splitName } from '../billing.schema.ts'
import { settlePayer } from './changePayer.server.ts'
import { claimTrial } from './freeTrials.server.ts'
import { holdCheckoutForOwner, resendConfirmation } from './heldCheckout.server.ts'
import { findPaidAgency } from './payer.server.ts'
import {
  callStripe,
  cancelSubscriptionJob,
  nextReadNumber,
  requirePayments,
  retryForADay,
  stripeId,
} from './stripe.server.ts'
import { isSecondSubscription, linkSubscription } from './syncSubscription.server.ts'

/** Who paid: an agent who was signed in, a new address, or the address of an existing account. */
type Payer = 'signed in' | 'new address' | 'known address'
type Outcome = NonNullable<(typeof checkout.$inferSelect)['outcome']>
type PaidSession = Stripe.Checkout.Session & { subscription: Stripe.Subscription }

const FulfilmentJobData = z.strictObject({ sessionId: z.string() })

export const fulfilPaidCheckoutJob: Job<z.infer<typeof FulfilmentJobData>, Services> = {
  name: 'fulfil_checkout',
  data: FulfilmentJobData,
  queue: retryForADay,
  concurrency: 4,
  async work(services, { sessionId }) {
    await fulfilCheckout(services, sessionId)
  },
}

/**
 * Turns a paid checkout into an account. Called by the thank-you page, the webhook and the daily reconciliation, in any order and
 * at the same time. The first call does the work; the others find it done.
 */
export async function fulfilCheckout(services: Services, sessionId: string, clientIp?: string): Promise<CheckoutState> {
  const { db } = services.database
  const known = await findFulfilled(db, sessionId)
  if (known) return known

  const { stripe, priceIds } = requirePayments(services)
  const number = await nextReadNumber(db)
  const session = await callStripe(services, () =>
    stripe.checkout.sessions.retrieve(sessionId, {
      expand: ['subscription.latest_invoice', 'subscription.default_payment_method'],
    }),
  )
  if (session.status === 'expired') return { state: 'expired' }
  if (!isPaid(session)) return { state: 'pending' }
  if (!isOurs(session, priceIds)) return { state: 'expired' }

  const mayNotify = await mayNotifyPayer(services, session, clientIp)
  // A random password that no one knows: the email lets the owner of the address create theirs.
  const password = await hashPassword(newToken())
  return db.transaction(async (tx) => {
    await tx.insert(checkout).values({ id: sessionId }).onConflictDoNothing()
    await tx.select().from(checkout).where(eq(checkout.id, sessionId)).for('update')
    const done = await findFulfilled(tx, sessionId)
    if (done) return done
    const { agent, payer } = await findPayer(services, tx, session, password)
    const outcome = await createOrLink(services, tx, { agent, payer, session, number, mayNotify })
    const wasSignedIn = payer === 'signed in'
    await tx
      .update(checkout)
      .set({ userId: agent.id, outcome, wasSignedIn, fulfilledAt: new Date() })
      .where(eq(checkout.id, sessionId))
    return toCheckoutState({ outcome, wasSignedIn }, agent)
  })
}

interface Fulfilment {
  agent: User
  payer: Payer
  session: PaidSession
  number: number
  mayNotify: boolean
}

/** Anyone can pay with another person's address; only an agent who was signed in at the checkout has asked for these emails. */
const mayNotifyPayer = async (services: Services, session: PaidSession, clientIp: string | undefined) =>
  session.client_reference_id !== null ||
  (await mayEmailVisitor(services, { to: payerEmail(session), recipient: 'billingNotice', clientIp }))

async function createOrLink(services: Services, tx: Db, fulfilment: Fulfilment): Promise<Outcome> {
  const { mailer, jobs, env } = services
  const { agent, payer, session, number, mayNotify } = fulfilment
  const { subscription } = session
  const cancel = () => jobs.enqueue(tx, cancelSubscriptionJob, { subscriptionId: subscription.id })
  // The agency has one already, or somebody else pays for it: then the payment would be for no agency.
  const isForNoAgency =
    payer !== 'new address' &&
    (!(await findPaidAgency(tx, agent.id)) || (await isAnothersCustomer(tx, agent, stripeId(subscription.customer))))
  if (isForNoAgency || isSecondSubscription(agent, subscription)) {
    await cancel()
    if (mayNotify) await mailer.post(tx, { to: agent.email, ...(await refusalEmail(services, tx, agent)) })
    return 'duplicate'
  }
  if (payer === 'known address') {
    // Anyone can type another person's address: only its owner can link the payer's card to the account.
    await holdCheckoutForOwner(services, tx, agent, { sessionId: session.id, subscription, mayNotify })
    return 'waiting'
  }
  // The email that creates the password is never withheld: without it the account cannot be used, and an address gets it once.
  const isRefused = subscription.status === 'trialing' && !(await claimTrial(services, tx, agent.email, subscription))
  if (isRefused) {
    await cancel()
    if (payer === 'new address') await sendFirstPasswordLink(services, tx, agent, TRIAL_REFUSED_TEXT)
    else await mailer.post(tx, { to: agent.email, ...trialRefusedEmail(env.APP_URL) })
    return payer === 'new address' ? 'created' : 'trial_refused'
  }
  if (payer === 'new address') await sendFirstPasswordLink(services, tx, agent)
  else await mailer.post(tx, { to: agent.email, ...subscriptionLinkedEmail(env.APP_URL) })
  await linkSubscription(services, tx, agent, { number, subscription })
  return payer === 'new address' ? 'created' : 'linked'
}

/** Someone who has left an agency since they opened a checkout as its customer must not get its card and invoices with it. */
const isAnothersCustomer = async (tx: Db, { id }: User, customerId: string) =>
  (await tx.$count(user, and(eq(user.subscriptionCustomerId, customerId), ne(user.id, id)))) > 0

const refusalEmail = async ({ env }: Pick<Services, 'env'>, tx: Db, { id }: User) =>
  (await findPaidAgency(tx, id)) ? duplicateSubscriptionEmail(env.APP_URL) : memberCheckoutEmail(env.APP_URL)

/** For a trial a card is left, and there is nothing to pay yet. */
const isPaid = (session: Stripe.Checkout.Session): session is PaidSession =>
  session.status === 'complete' &&
  session.payment_status !== 'unpaid' &&
  typeof session.subscription === 'object' &&
  session.subscription !== null

/** The Stripe account may sell other things too. */
const isOurs = ({ subscription, customer_details: payer }: PaidSession, priceIds: string[]) =>
  Boolean(payer?.email) && subscription.items.data.some(({ price }) => priceIds.includes(price.id))

const payerEmail = ({ customer_details: payer }: PaidSession) => payer?.email?.trim().toLowerCase() ?? ''

/** The agent who went to the checkout while signed in, else the owner of the address that was paid with. */
async function findPayer(
  services: Services,
  tx: Db,
  session: PaidSession,
  password: string,
): Promise<{ agent: User; payer: Payer }> {
  const email = payerEmail(session)
  const [known] = session.client_reference_id
    ? await tx.select().from(user).where(eq(user.id, session.client_reference_id))
    : []
  // Billing may have been passed on since the checkout began.
  const settled = known && (await settlePayer(services, tx, known.id, session.metadata?.agencyId))
  if (known) return { agent: settled ?? (await lockUser(tx, known)), payer: 'signed in' }
  const [created] = await tx
    .insert(user)
    .values({ email, password, ...splitName(session.customer_details?.name ?? '') })
    .onConflictDoNothing({ target: user.email })
    .returning()
  if (created) return { agent: created, payer: 'new address' }
  const [owner] = await tx.select().from(user).where(eq(user.email, email)).for('update')
  if (!owner) throw new Error('The account with the address that was paid with has just been deleted.')
  return { agent: owner, payer: 'known address' }
}

/** As it is now: another checkout of the same person may have been linked since the row was read. */
async function lockUser(tx: Db, { id }: User) {
  const [locked] = await tx.select().from(user).where(eq(user.id, id)).for('update')
  if (!locked) throw new Error('The account that went to the checkout has just been deleted.')
  return locked
}

async function findFulfilled(db: Db, sessionId: string): Promise<CheckoutState | undefined> {
  const [found] = await db
    .select({ outcome: checkout.outcome, wasSignedIn: checkout.wasSignedIn, agent: user })
    .from(checkout)
    .leftJoin(user, eq(user.id, checkout.userId))
    .where(eq(checkout.id, sessionId))
  if (!found?.outcome) return undefined
  // The account was erased since: the checkout does not bring it back.
  return found.agent ? toCheckoutState({ ...found, outcome: found.outcome }, found.agent) : { state: 'expired' }
}

/**
 * A payer who was signed out learns nothing about the address: the response is the same whether it had an account, a subscription or
 * neither. It changes only when the emailed link has been used.
 */
function toCheckoutState(
  { outcome, wasSignedIn }: { outcome: Outcome; wasSignedIn: boolean | null },
  { email, emailVerified }: User,
): CheckoutState {
  const address = maskedEmail(email)
  const isOpenlyKnown = wasSignedIn ?? outcome !== 'created'
  if (isOpenlyKnown && (outcome === 'linked' || outcome === 'duplicate' || outcome === 'trial_refused'))
    return { state: outcome, email: address }
  const isFinished = outcome === 'linked' || (outcome === 'created' && emailVerified)
  return isFinished ? { state: 'emailed', finished: true } : { state: 'emailed', finished: false, email: address }
}

const resendLimit = { name: 'resend_welcome', points: 3, seconds: 3600 }

/**
 * Sends the email of a checkout again, until its link is used: to create the password, or to confirm the payment. Limits and
 * responses are the same for each, so that they do not reveal whether the address had an account.
 */
export async function resendCheckoutEmail(services: Services, sessionId: string, clientIp: string) {
  const { database, limits, mailer } = services
  await limits.spend(resendLimit, sessionId)
  const { agent, outcome } = await requireUnfinishedCheckout(database.db, sessionId)
  await requireEmailLimit(services, { to: agent.email, recipient: 'unproven', clientIp })
  if (outcome === 'waiting') return resendConfirmation(services, sessionId)
  await database.db.transaction(async (tx) => {
    // Read again: the link may have been used since.
    const found = await requireUnfinishedCheckout(tx, sessionId)
    if (found.outcome === 'duplicate')
      await mailer.post(tx, { to: found.agent.email, ...(await refusalEmail(services, tx, found.agent)) })
    else if (found.outcome === 'created')
      await sendFirstPasswordLink(
        services,
        tx,
        found.agent,
        found.agent.subscriptionId ? undefined : TRIAL_REFUSED_TEXT,
      )
  })
}

/** A checkout made while signed out whose page still says "Check your inbox". */
async function requireUnfinishedCheckout(db: Db, sessionId: string) {
  const [found] = await db
    .select({ agent: user, outcome: checkout.outcome })
    .from(checkout)
    .innerJoin(user, eq(user.id, checkout.userId))
    .where(
      and(
        eq(checkout.id, sessionId),
        sql`coalesce(${checkout.wasSignedIn}, ${checkout.outcome} <> 'created') is false`,
        ne(checkout.outcome, 'linked'),
        or(ne(checkout.outcome, 'created'), eq(user.emailVerified, false)),
      ),
    )
  if (!found) throw notFound()
  return found
}
