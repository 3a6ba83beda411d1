import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { checkout } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { inviteToSetPassword } from '#features/accounts/invite.server.ts'
import { hashPassword } from '#features/accounts/password.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type Agent, newToken } from '#platform/session.server.ts'
import { duplicateSubscriptionMail, subscriptionLinkedMail } from './billing.emails.tsx'
import { type CheckoutState, maskedEmail, partedName } from './billing.ts'
import { cancelDuplicate } from './cancelDuplicate.server.ts'
import { followCustomer, followSubscription } from './followSubscription.server.ts'
import { ask, idOf, providerOf, triedForADay } from './provider.server.ts'
import { nextReadNumber } from './providerReading.server.ts'

type Outcome = 'created' | 'linked' | 'duplicate'
type Paid = Stripe.Checkout.Session & { subscription: Stripe.Subscription }

const Session = z.strictObject({ sessionId: z.string() })

export const fulfilPaidCheckout: Job<z.infer<typeof Session>, Services> = {
  name: 'fulfil_checkout',
  data: Session,
  queue: triedForADay,
  concurrency: 4,
  async work(services, { sessionId }) {
    await fulfilCheckout(services, sessionId)
  },
}

/**
 * Turns a paid checkout into an account: called by the page the payer comes back to, by the webhook, and by the daily
 * look at what was missed, in any order and all at once. The first makes the account and its mail; the others find it.
 */
export async function fulfilCheckout(services: Services, sessionId: string, clientIp?: string): Promise<CheckoutState> {
  const { db } = services.database
  const known = await findFulfilled(db, sessionId)
  if (known) return known

  const { stripe, priceIds } = providerOf(services)
  const number = await nextReadNumber(db)
  const session = await ask(services, () =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['subscription.latest_invoice'] }),
  )
  if (session.status === 'expired') return { state: 'expired' }
  if (!isPaid(session)) return { state: 'pending' }
  if (!isOurs(session, priceIds)) return { state: 'expired' }

  const mayNotify = await mayNotifyPayer(services, session, clientIp)
  // Nobody knows this one: the mail lets the owner of the address choose theirs.
  const password = await hashPassword(newToken())
  return db.transaction(async (tx) => {
    await tx.insert(checkout).values({ id: sessionId }).onConflictDoNothing()
    await tx.select().from(checkout).where(eq(checkout.id, sessionId)).for('update')
    const done = await findFulfilled(tx, sessionId)
    if (done) return done
    const { agent, isNew } = await findPayer(tx, session, password)
    const outcome = isNew ? 'created' : isSecond(agent, session) ? 'duplicate' : 'linked'
    await carryOut(services, tx, { agent, outcome, session, number, mayNotify })
    await tx
      .update(checkout)
      .set({ userId: agent.id, outcome, fulfilledAt: new Date() })
      .where(eq(checkout.id, sessionId))
    return stateOf(outcome, agent)
  })
}

interface Fulfilment {
  agent: Agent
  outcome: Outcome
  session: Paid
  number: number
  mayNotify: boolean
}

/** Anybody can pay with another person's address; only an agent who was signed in at the checkout has asked for these emails. */
const mayNotifyPayer = async (services: Services, session: Paid, clientIp: string | undefined) =>
  session.client_reference_id !== null ||
  (await mayEmailStranger(services, { to: payerEmail(session), recipient: 'billingNotice', clientIp }))

async function carryOut(services: Services, tx: Db, { agent, outcome, session, number, mayNotify }: Fulfilment) {
  const { mailer, jobs, env } = services
  const { subscription } = session
  if (outcome === 'duplicate') {
    await jobs.enqueue(tx, cancelDuplicate, { subscriptionId: subscription.id })
    if (mayNotify) await mailer.post(tx, { to: agent.email, ...duplicateSubscriptionMail(env.APP_URL) })
    return
  }
  // Never withheld: without it the account that was paid for cannot be used, and an address gets it once.
  if (outcome === 'created') await inviteToSetPassword(services, tx, agent)
  else if (mayNotify) await mailer.post(tx, { to: agent.email, ...subscriptionLinkedMail(env.APP_URL) })
  await followSubscription(services, tx, agent, { number, subscription })
  // What happened since the provider was asked was told while nobody had this customer.
  await jobs.enqueue(tx, followCustomer, { customerId: idOf(subscription.customer) })
}

/** Paying for a trial means leaving a card: there is nothing to pay yet. */
const isPaid = (session: Stripe.Checkout.Session): session is Paid =>
  session.status === 'complete' &&
  session.payment_status !== 'unpaid' &&
  typeof session.subscription === 'object' &&
  session.subscription !== null

/** The provider's account may sell other things too. */
const isOurs = ({ subscription, customer_details: payer }: Paid, priceIds: string[]) =>
  Boolean(payer?.email) && subscription.items.data.some(({ price }) => priceIds.includes(price.id))

/** A working subscription is not swapped for another: whoever pays with somebody's address must not be able to. */
const isSecond = (agent: Agent, { subscription }: Paid) =>
  agent.subscriptionActive && agent.subscriptionId !== '' && agent.subscriptionId !== subscription.id

const payerEmail = ({ customer_details: payer }: Paid) => payer?.email?.trim().toLowerCase() ?? ''

/** The agent who went to the checkout while signed in, else whoever has the address that was paid with. */
async function findPayer(tx: Db, session: Paid, password: string): Promise<{ agent: Agent; isNew: boolean }> {
  const email = payerEmail(session)
  const [known] = session.client_reference_id
    ? await tx.select().from(user).where(eq(user.id, session.client_reference_id)).for('update')
    : []
  if (known) return { agent: known, isNew: false }
  const [created] = await tx
    .insert(user)
    .values({ email, password, ...partedName(session.customer_details?.name ?? '') })
    .onConflictDoNothing({ target: user.email })
    .returning()
  if (created) return { agent: created, isNew: true }
  const [owner] = await tx.select().from(user).where(eq(user.email, email)).for('update')
  if (!owner) throw new Error('The owner of the address that was paid with has just gone.')
  return { agent: owner, isNew: false }
}

async function findFulfilled(db: Db, sessionId: string): Promise<CheckoutState | undefined> {
  const [found] = await db
    .select({ outcome: checkout.outcome, agent: user })
    .from(checkout)
    .leftJoin(user, eq(user.id, checkout.userId))
    .where(eq(checkout.id, sessionId))
  if (!found?.outcome) return undefined
  // The account was erased since: the checkout does not bring it back.
  return found.agent ? stateOf(found.outcome, found.agent) : { state: 'expired' }
}

const stateOf = (state: Outcome, { email, emailVerified }: Agent): CheckoutState => ({
  state,
  email: maskedEmail(email),
  passwordSet: state !== 'created' || emailVerified,
})
