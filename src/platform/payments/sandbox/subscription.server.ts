import { emit } from './events.server.ts'
import { itemOf } from './item.ts'
import type { Subscription } from './records.ts'
import type { Sandbox } from './sandbox.ts'

/** Changes it, and tells what it was before. */
export function changeSubscription(sandbox: Sandbox, subscription: Subscription, changes: Partial<Subscription>) {
  const names = Object.keys(changes) as (keyof Subscription)[]
  const previous = Object.fromEntries(
    names.filter((name) => changes[name] !== subscription[name]).map((name) => [name, subscription[name]]),
  )
  Object.assign(subscription, changes)
  emit(sandbox, 'customer.subscription.updated', subscription, previous)
  return subscription
}

/** Ends with the period that is paid for; until then it can be taken back. */
export const cancelAtPeriodEnd = (sandbox: Sandbox, subscription: Subscription, cancel: boolean) =>
  changeSubscription(sandbox, subscription, {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? itemOf(subscription).current_period_end : null,
    canceled_at: cancel ? sandbox.now() : null,
  })

export function endSubscription(sandbox: Sandbox, subscription: Subscription) {
  const now = sandbox.now()
  Object.assign(subscription, { status: 'canceled', canceled_at: subscription.canceled_at ?? now, ended_at: now })
  const invoice = sandbox.state.invoices[subscription.latest_invoice ?? '']
  if (invoice) invoice.next_payment_attempt = null
  emit(sandbox, 'customer.subscription.deleted', subscription)
  return subscription
}
