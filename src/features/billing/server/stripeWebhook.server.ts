import { and, asc, gt, lt, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { paymentEvent } from '#db/schema/billing.ts'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import { sweepUsedTrials } from './freeTrials.server.ts'
import { fulfilPaidCheckoutJob } from './fulfilCheckout.server.ts'
import { callStripe, requirePayments, stripeId } from './stripe.server.ts'
import { syncCustomerJob } from './syncSubscription.server.ts'

const badSignature = () => new AppError('BadSignature', 400, 'The signature does not match.')

/** `POST /webhooks/stripe`. */
export async function receiveWebhook(request: Request) {
  await acceptWebhook(useServices(), await request.text(), request.headers.get('stripe-signature') ?? '')
  return Response.json({ received: true })
}

/**
 * The event and the job that follows from it are stored in one transaction before Stripe gets its response. The same event again
 * changes nothing.
 */
export async function acceptWebhook(services: Services, rawBody: string, signature: string) {
  const event = verifyEvent(services, rawBody, signature)
  await services.database.db.transaction(async (tx) => {
    const [isNew] = await tx
      .insert(paymentEvent)
      .values({ id: event.id, type: event.type })
      .onConflictDoNothing()
      .returning()
    if (isNew) await enqueueWork(services, tx, event)
  })
}

function verifyEvent(services: Services, rawBody: string, signature: string) {
  const { verifyWebhook } = requirePayments(services)
  try {
    return verifyWebhook(rawBody, signature)
  } catch {
    throw badSignature()
  }
}

/** An event only says what to read again: the state itself is always read from Stripe. */
async function enqueueWork({ jobs }: Services, tx: Db, event: Stripe.Event) {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      await jobs.enqueue(tx, fulfilPaidCheckoutJob, { sessionId: event.data.object.id })
      break
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.trial_will_end':
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const customerId = stripeId(event.data.object.customer)
      const trialEnding = event.type === 'customer.subscription.trial_will_end'
      if (customerId) await jobs.enqueue(tx, syncCustomerJob, { customerId, trialEnding })
      break
    }
    default:
  }
}

/** Stripe repeats a webhook for days; accepted ones are remembered for longer than that. */
const KEPT_EVENT_DAYS = 30
const LOOK_BACK_DAYS = 14
const CUSTOMERS_PER_PAGE = 500
const MAX_CHECKOUTS = 10_000

const NoData = z.object({})

/** Recovers missed webhooks: once a day each recent checkout and each customer is read again. */
export const reconcileSubscriptionsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'reconcile_subscriptions',
  data: NoData,
  schedule: '41 15 * * *',
  async work(services) {
    if (!services.payments) return
    const { db } = services.database
    await enqueueCheckouts(services)
    await enqueueCustomers(services)
    await db.delete(paymentEvent).where(lt(paymentEvent.createdAt, ago(KEPT_EVENT_DAYS * DAY_MS)))
    await sweepUsedTrials(db)
  },
}

async function enqueueCheckouts(services: Services) {
  const { stripe } = requirePayments(services)
  const since = Math.floor((Date.now() - LOOK_BACK_DAYS * DAY_MS) / 1000)
  const paid = await callStripe(services, () =>
    stripe.checkout.sessions
      .list({ status: 'complete', created: { gte: since }, limit: 100 })
      .autoPagingToArray({ limit: MAX_CHECKOUTS }),
  )
  const { jobs, database } = services
  for (const { id: sessionId } of paid) await jobs.enqueue(database.db, fulfilPaidCheckoutJob, { sessionId })
}

async function enqueueCustomers({ database: { db }, jobs }: Services) {
  let last = ''
  for (;;) {
    const customers = await db
      .select({ id: user.id, customerId: user.subscriptionCustomerId })
      .from(user)
      .where(and(ne(user.subscriptionCustomerId, ''), gt(user.id, last)))
      .orderBy(asc(user.id))
      .limit(CUSTOMERS_PER_PAGE)
    for (const { customerId } of customers) await jobs.enqueue(db, syncCustomerJob, { customerId })
    const end = customers.at(-1)
    if (!end) return
    last = end.id
  }
}
