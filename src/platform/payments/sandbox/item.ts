import type { Subscription, SubscriptionItem } from './records.ts'

/** The plan is one price, so a subscription has exactly one item. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription without an item.')
  return item
}
