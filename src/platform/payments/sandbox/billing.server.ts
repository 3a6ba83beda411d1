import { emit } from './events.server.ts'
import { newId } from './ids.server.ts'
import { addInvoice, chargeInvoice } from './invoices.server.ts'
import { itemOf } from './item.ts'
import { listOf } from './lists.ts'
import { periodEnd } from './periods.ts'
import type { Customer, Invoice, PaymentMethod, Subscription } from './records.ts'
import { DAY, type Sandbox } from './sandbox.ts'
import type { Order } from './state.server.ts'
import { changeSubscription, endSubscription } from './subscription.server.ts'

/** A first period that is free, or paid at once. */
export function startSubscription(sandbox: Sandbox, order: Order, customer: Customer, method: PaymentMethod) {
  const { state } = sandbox
  const now = sandbox.now()
  const price = state.prices[order.priceId]
  if (!price) throw new Error('The order is for a price that is gone.')
  const trialEnd = order.trialDays > 0 ? now + order.trialDays * DAY : null
  const id = newId('sub')
  const subscription: Subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: customer.id,
    default_payment_method: method.id,
    description: null,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [
      {
        id: newId('si'),
        object: 'subscription_item',
        created: now,
        current_period_start: now,
        current_period_end: trialEnd ?? periodEnd(now, now, price.recurring),
        metadata: {},
        price,
        quantity: order.quantity,
        subscription: id,
      },
    ]),
    latest_invoice: null,
    livemode: false,
    metadata: order.metadata,
    start_date: now,
    status: trialEnd ? 'trialing' : 'active',
    trial_end: trialEnd,
    trial_start: trialEnd ? now : null,
  }
  state.subscriptions[id] = subscription
  const item = itemOf(subscription)
  const invoice = addInvoice(sandbox, subscription, item, {
    amount: trialEnd ? 0 : price.unit_amount * item.quantity,
    description: trialEnd ? 'Free trial' : 'Property Files',
    reason: 'subscription_create',
  })
  subscription.latest_invoice = invoice.id
  emit(sandbox, 'customer.subscription.created', subscription)
  chargeInvoice(sandbox, subscription, invoice)
  return { subscription, invoice }
}

/** The next period begins, and with it its invoice. */
export function renew(sandbox: Sandbox, subscription: Subscription) {
  const item = itemOf(subscription)
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEnd(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    item.price.recurring,
  )
  const invoice = addInvoice(sandbox, subscription, item, {
    amount: item.price.unit_amount * item.quantity,
    description: 'Property Files',
    reason: 'subscription_cycle',
  })
  const paid = chargeInvoice(sandbox, subscription, invoice)
  changeSubscription(sandbox, subscription, { latest_invoice: invoice.id, status: paid ? 'active' : 'past_due' })
}

/** The first paid period begins now instead of at the end of the trial. */
export function endTrialNow(sandbox: Sandbox, subscription: Subscription) {
  const now = sandbox.now()
  Object.assign(subscription, { trial_end: now, billing_cycle_anchor: now })
  itemOf(subscription).current_period_end = now
  renew(sandbox, subscription)
}

/** Another try at an open invoice: by the calendar, or because the customer asked for it. */
export function payAgain(sandbox: Sandbox, subscription: Subscription, invoice: Invoice) {
  const paid = chargeInvoice(sandbox, subscription, invoice)
  if (paid) {
    if (subscription.status !== 'canceled') changeSubscription(sandbox, subscription, { status: 'active' })
  } else if (invoice.next_payment_attempt === null && subscription.status === 'past_due') {
    if (sandbox.whenUnpaid === 'unpaid') changeSubscription(sandbox, subscription, { status: 'unpaid' })
    else endSubscription(sandbox, subscription)
  }
  return paid
}
