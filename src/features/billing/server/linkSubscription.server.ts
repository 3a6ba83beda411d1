import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { stopRenewalJob } from '#features/accounts/server/deleteAccount.server.ts'
import { reportSeatChange } from '#features/agencies/server/seats.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import type { Services } from '#platform/services.server.ts'
import { cancelSubscriptionJob } from './cancelSubscription.server.ts'
import { labelFormerCustomer } from './formerCustomers.server.ts'
import { findPaidAgency, isDeletionScheduled } from './payer.server.ts'
import { type SubscriptionReading, stripeId } from './stripe.server.ts'
import { storeSubscription, syncCustomerJob } from './syncSubscription.server.ts'

interface PaidReading extends SubscriptionReading {
  subscription: Stripe.Subscription
}

/** A paid checkout becomes the subscription of its payer's agency, for as many seats as are in use. The payer's row is locked. */
export async function linkSubscription(services: Services, tx: Db, payer: User, reading: PaidReading) {
  const { jobs } = services
  const { id: subscriptionId, customer } = reading.subscription
  const customerId = stripeId(customer)
  const team = await findPaidAgency(tx, payer.id)
  // One that ended without being cancelled could charge again.
  if (payer.subscriptionId && payer.subscriptionId !== subscriptionId)
    await jobs.enqueue(tx, cancelSubscriptionJob, { subscriptionId: payer.subscriptionId })
  if (team && payer.subscriptionCustomerId !== customerId) await labelFormerCustomer(services, tx, payer, team.agencyId)
  await storeSubscription(services, tx, payer, reading)
  // Events since the request to Stripe found no agent with this customer.
  await jobs.enqueue(tx, syncCustomerJob, { customerId })
  if (!team) return
  await reportSeatChange(services, tx, team.agencyId)
  // Requested while the checkout was open.
  if (await isDeletionScheduled(tx, team.agencyId)) await jobs.enqueue(tx, stopRenewalJob, { subscriptionId })
}
