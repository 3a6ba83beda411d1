import { z } from 'zod'
import { endTrialNow } from './billing.server.ts'
import { invalid, missing, read } from './errors.ts'
import type { Input } from './form.ts'
import { itemOf } from './item.ts'
import { pageOf } from './lists.ts'
import { flag, metadata, page } from './parameters.ts'
import type { Subscription } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import { cancelAtPeriodEnd, changeSubscription, endSubscription } from './subscription.server.ts'

const Changes = z.strictObject({
  cancel_at_period_end: flag.optional(),
  default_payment_method: z.string().optional(),
  metadata: metadata.optional(),
  trial_end: z.literal('now').optional(),
})

export function updateSubscription(sandbox: Sandbox, input: Input, id: string) {
  const changes = read(Changes, input)
  const subscription = getSubscription(sandbox, {}, id)
  if (subscription.status === 'canceled') throw invalid('A canceled subscription can only update its metadata.')
  const { cancel_at_period_end: cancel, default_payment_method: method, metadata: more, trial_end: trialEnd } = changes
  if (method !== undefined && sandbox.state.paymentMethods[method]?.customer !== subscription.customer)
    throw invalid(`No such PaymentMethod: '${method}'`, 'default_payment_method', 'resource_missing')
  if (cancel !== undefined && cancel !== subscription.cancel_at_period_end)
    cancelAtPeriodEnd(sandbox, subscription, cancel)
  if (method ?? more)
    changeSubscription(sandbox, subscription, {
      default_payment_method: method ?? subscription.default_payment_method,
      metadata: { ...subscription.metadata, ...more },
    })
  if (trialEnd && subscription.status === 'trialing') endTrialNow(sandbox, subscription)
  return subscription
}

export function cancelSubscription(sandbox: Sandbox, input: Input, id: string) {
  read(z.strictObject({}), input)
  const subscription = getSubscription(sandbox, {}, id)
  if (subscription.status === 'canceled') throw missing('subscription', id)
  return endSubscription(sandbox, subscription)
}

export function getSubscription({ state }: Sandbox, _input: Input, id: string) {
  const subscription = state.subscriptions[id]
  if (!subscription) throw missing('subscription', id)
  return subscription
}

const STATES = ['trialing', 'active', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused']
const Listing = z.strictObject({
  ...page,
  customer: z.string().optional(),
  price: z.string().optional(),
  status: z.enum([...STATES, 'all']).optional(),
})

/** Without a status asked for, those that have ended are left out. */
export function listSubscriptions({ state }: Sandbox, input: Input) {
  const { customer, price, status, ...rest } = read(Listing, input)
  const matches = (subscription: Subscription) =>
    (customer === undefined || subscription.customer === customer) &&
    (price === undefined || itemOf(subscription).price.id === price) &&
    (status === 'all' || (status === undefined ? subscription.status !== 'canceled' : subscription.status === status))
  return pageOf('/v1/subscriptions', Object.values(state.subscriptions).filter(matches), rest)
}
