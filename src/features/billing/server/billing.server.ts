import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { subscription } from '#db/schema/billing.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { findPlan } from './pricing.server.ts'
import { callStripe, findSubscription, readCustomerSubscription, requirePayments, stripeDate } from './stripe.server.ts'
import { storeSubscription } from './syncSubscription.server.ts'

const MAX_INVOICES = 12
const refreshLimit = { name: 'refresh_subscription', points: 30, seconds: 3600 }

/** What the portal shows on every page: from our own database, so that no page waits for Stripe. */
export async function readStoredSubscription(db: Db, agent: User) {
  const [stored] = await db.select().from(subscription).where(eq(subscription.userId, agent.id))
  return {
    active: agent.subscriptionActive,
    status: stored?.status ?? null,
    trialEndsAt: stored?.trialEndsAt ?? null,
    endsAt: stored?.endsAt ?? null,
  }
}

/** Plan, card and invoices, as Stripe has them now. Nothing for an agent who never went through a checkout. */
export async function readBilling(services: Services, agent: User) {
  const customerId = agent.subscriptionCustomerId
  if (!customerId) return null
  const { stripe } = requirePayments(services)
  const [current, invoices, customer] = await Promise.all([
    findSubscription(services, agent),
    callStripe(services, () => stripe.invoices.list({ customer: customerId, limit: MAX_INVOICES })),
    callStripe(services, () =>
      stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
    ),
  ])
  if (!current) return null
  return {
    ...(await toPlanDetails(services, current)),
    card:
      toCard(current.default_payment_method) ??
      (customer.deleted ? null : toCard(customer.invoice_settings.default_payment_method)),
    invoices: invoices.data.map(toInvoice),
  }
}

async function toPlanDetails(services: Services, current: Stripe.Subscription) {
  const [item] = current.items.data
  const plan = item && (await findPlan(services, item.price.id))
  return {
    status: current.status,
    planName: plan?.name ?? 'Property Files',
    amount: item?.price.unit_amount ?? null,
    currency: current.currency,
    interval: item?.price.recurring?.interval ?? null,
    trialEndsAt: stripeDate(current.trial_end),
    nextPaymentAt: current.cancel_at ? null : stripeDate(item?.current_period_end),
    endsAt: stripeDate(current.cancel_at),
    endedAt: stripeDate(current.ended_at),
  }
}

function toCard(method: string | Stripe.PaymentMethod | null) {
  if (typeof method === 'string' || !method?.card) return null
  const { brand, last4, exp_month: month, exp_year: year } = method.card
  return { brand, last4, month, year }
}

const toInvoice = (invoice: Stripe.Invoice) => ({
  id: invoice.id ?? '',
  number: invoice.number ?? '',
  createdAt: new Date(invoice.created * 1000),
  amount: invoice.total,
  currency: invoice.currency,
  status: invoice.status ?? 'draft',
  url: invoice.hosted_invoice_url ?? null,
})

/** Takes back a cancellation before it takes effect. */
export async function resumeSubscription(services: Services, agent: User) {
  const { stripe } = requirePayments(services)
  if (!agent.subscriptionId) throw notFound()
  // Without retries of the library: minutes later one could undo what the agent has decided since.
  const once = { maxNetworkRetries: 0 }
  await callStripe(services, () =>
    stripe.subscriptions.update(agent.subscriptionId, { cancel_at_period_end: false }, once),
  )
  await refreshSubscription(services, agent)
}

/** For an agent who has just come back from Stripe and should not wait for a webhook. */
export async function refreshSubscription(services: Services, agent: User) {
  await services.limits.spend(refreshLimit, agent.id)
  if (!agent.subscriptionCustomerId) return
  const reading = await readCustomerSubscription(services, agent)
  await services.database.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(user).where(eq(user.id, agent.id)).for('update')
    // A checkout may have linked another customer since: then the reading is about the wrong one.
    if (locked?.subscriptionCustomerId === agent.subscriptionCustomerId)
      await storeSubscription(services, tx, locked, reading)
  })
}
