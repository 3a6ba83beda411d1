import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { subscription } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { followSubscription } from './followSubscription.server.ts'
import { findPlan } from './pricing.server.ts'
import { ask, moment, providerOf } from './provider.server.ts'
import { readCustomer, readSubscription } from './providerReading.server.ts'

const NEWEST_INVOICES = 12
const refreshing = { name: 'refresh_subscription', points: 30, seconds: 3600 }

/** What the portal shows on every page: from our own database, so that no page waits for the provider. */
export async function readKnownSubscription(db: Db, agent: Agent) {
  const [known] = await db.select().from(subscription).where(eq(subscription.userId, agent.id))
  return {
    active: agent.subscriptionActive,
    status: known?.status ?? null,
    trialEndsAt: known?.trialEndsAt ?? null,
    endsAt: known?.endsAt ?? null,
  }
}

/** The whole of it, as the provider has it now. Nothing for an agent who never went through a checkout. */
export async function readBilling(services: Services, agent: Agent) {
  const customer = agent.subscriptionCustomerId
  if (!customer) return null
  const { stripe } = providerOf(services)
  const [said, invoices, person] = await Promise.all([
    readSubscription(services, agent),
    ask(services, () => stripe.invoices.list({ customer, limit: NEWEST_INVOICES })),
    ask(services, () => stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] })),
  ])
  if (!said) return null
  return {
    ...(await describe(services, said)),
    card:
      cardOf(said.default_payment_method) ??
      (person.deleted ? null : cardOf(person.invoice_settings.default_payment_method)),
    invoices: invoices.data.map(describeInvoice),
  }
}

async function describe(services: Services, said: Stripe.Subscription) {
  const [item] = said.items.data
  const plan = item && (await findPlan(services, item.price.id))
  return {
    status: said.status,
    planName: plan?.name ?? 'Property Files',
    amount: item?.price.unit_amount ?? null,
    currency: said.currency,
    interval: item?.price.recurring?.interval ?? null,
    trialEndsAt: moment(said.trial_end),
    nextPaymentAt: said.cancel_at ? null : moment(item?.current_period_end),
    endsAt: moment(said.cancel_at),
    endedAt: moment(said.ended_at),
  }
}

function cardOf(method: string | Stripe.PaymentMethod | null) {
  if (typeof method === 'string' || !method?.card) return null
  const { brand, last4, exp_month: month, exp_year: year } = method.card
  return { brand, last4, month, year }
}

const describeInvoice = (invoice: Stripe.Invoice) => ({
  id: invoice.id ?? '',
  number: invoice.number ?? '',
  createdAt: new Date(invoice.created * 1000),
  amount: invoice.total,
  currency: invoice.currency,
  status: invoice.status ?? 'draft',
  url: invoice.hosted_invoice_url ?? null,
})

/** Card, invoices and cancelling are the provider's own pages. */
export async function openBillingPortal(services: Services, agent: Agent) {
  const { stripe } = providerOf(services)
  if (!agent.subscriptionCustomerId) throw notFound()
  const { url } = await ask(services, () =>
    stripe.billingPortal.sessions.create({
      customer: agent.subscriptionCustomerId,
      return_url: `${services.env.APP_URL}/portal/settings#billing`,
    }),
  )
  return url
}

/** Takes back a cancellation before it comes into force. */
export async function resumeSubscription(services: Services, agent: Agent) {
  const { stripe } = providerOf(services)
  if (!agent.subscriptionId) throw notFound()
  // Not tried again by the library: minutes later it could take back what the agent has decided since.
  const once = { maxNetworkRetries: 0 }
  await ask(services, () => stripe.subscriptions.update(agent.subscriptionId, { cancel_at_period_end: false }, once))
  await refreshSubscription(services, agent)
}

/** For somebody who has just come back from the provider and should not wait for a webhook. */
export async function refreshSubscription(services: Services, agent: Agent) {
  await services.limits.spend(refreshing, agent.id)
  if (!agent.subscriptionCustomerId) return
  const reading = await readCustomer(services, agent)
  await services.database.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(user).where(eq(user.id, agent.id)).for('update')
    // A checkout may have linked another customer since: what was read is then about somebody else.
    if (locked?.subscriptionCustomerId === agent.subscriptionCustomerId)
      await followSubscription(services, tx, locked, reading)
  })
}
