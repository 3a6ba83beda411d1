import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { readSeatUse } from '#features/agencies/server/seats.server.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { findPayerForOwner, requireLastingAgency } from './payer.server.ts'
import { findPlan } from './pricing.server.ts'
import {
  callStripe,
  findSubscription,
  listFormerCustomers,
  readCustomerSubscription,
  requirePayments,
  stripeDate,
} from './stripe.server.ts'
import { storeSubscriptionSnapshot } from './syncSubscription.server.ts'

const MAX_INVOICES = 12
const refreshLimit = { name: 'refresh_subscription', points: 30, seconds: 3600 }

/**
 * What the portal shows on every page: from our own database, so that no page waits for Stripe. Members who may not change it learn only
 * whether the agency is active.
 */
export async function readStoredSubscription(db: Db, agent: Agent) {
  const isManaged = may(agent, 'manageBilling')
  const [stored] = isManaged
    ? await db
        .select({ subscription })
        .from(agency)
        .innerJoin(subscription, eq(subscription.userId, agency.payerId))
        .where(eq(agency.id, agent.agencyId))
    : []
  const { status = null, trialEndsAt = null, endsAt = null, seats = null } = stored?.subscription ?? {}
  return { active: agent.subscriptionActive, isManaged, status, trialEndsAt, endsAt, seats }
}

/**
 * Plan, seats, card and invoices, as Stripe has them now. Nothing for an agency that never went through a checkout. One whose payer pays for
 * another agency now sees how its subscription ended.
 */
export async function readBilling(services: Services, agent: Agent) {
  const payer = await findPayerForOwner(services.database.db, agent)
  const former = await listFormerCustomers(services, agent.agencyId)
  const { subscriptionId = '', subscriptionCustomerId = '' } = payer ?? {}
  const customerId = subscriptionCustomerId || former[0]
  if (!customerId) return null
  const { stripe } = requirePayments(services)
  const [current, invoices, customer] = await Promise.all([
    findSubscription(services, { subscriptionId, subscriptionCustomerId: customerId }),
    listInvoices(services, [...new Set([customerId, ...former])]),
    callStripe(services, () =>
      stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
    ),
  ])
  if (!current) return null
  return {
    ...(await toPlanDetails(services, current)),
    payerId: payer?.id,
    /** Whether card and cancellation can be changed at Stripe. */
    isCurrent: subscriptionCustomerId !== '',
    use: await readSeatUse(services.database.db, agent.agencyId),
    card:
      toCard(current.default_payment_method) ??
      (customer.deleted ? null : toCard(customer.invoice_settings.default_payment_method)),
    invoices: invoices.map(toInvoice),
  }
}

/** The latest of all these customers. */
async function listInvoices(services: Services, customerIds: string[]) {
  const { stripe } = requirePayments(services)
  const lists = await callStripe(services, () =>
    Promise.all(customerIds.map((customer) => stripe.invoices.list({ customer, limit: MAX_INVOICES }))),
  )
  return lists
    .flatMap(({ data }) => data)
    .toSorted((a, b) => b.created - a.created)
    .slice(0, MAX_INVOICES)
}

async function toPlanDetails(services: Services, current: Stripe.Subscription) {
  const [item] = current.items.data
  const plan = item && (await findPlan(services, item.price.id))
  return {
    status: current.status,
    planName: plan?.name ?? 'Property Files',
    /** For one seat. */
    amount: item?.price.unit_amount ?? null,
    /** How many the next period is charged for. */
    seats: item?.quantity ?? 1,
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
export async function resumeSubscription(services: Services, agent: Agent) {
  const { stripe } = requirePayments(services)
  const payer = await findPayerForOwner(services.database.db, agent)
  if (!payer?.subscriptionId) throw notFound()
  await requireLastingAgency(services.database.db, agent.agencyId, 'resume the subscription')
  // Without retries of the library: minutes later one could undo what the agent has decided since.
  const once = { maxNetworkRetries: 0 }
  await callStripe(services, () =>
    stripe.subscriptions.update(payer.subscriptionId, { cancel_at_period_end: false }, once),
  )
  await refreshPayer(services, payer)
}

/** For an owner who has just come back from Stripe and should not wait for a webhook. */
export async function refreshSubscription(services: Services, agent: Agent) {
  const payer = await findPayerForOwner(services.database.db, agent)
  if (payer) await refreshPayer(services, payer)
}

export async function refreshPayer(services: Services, payer: User) {
  await services.limits.spend(refreshLimit, payer.id)
  const { subscriptionCustomerId: customerId } = payer
  if (customerId) await storeSubscriptionSnapshot(services, customerId, await readCustomerSubscription(services, payer))
}
