import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { ask, providerOf, triedForADay } from './provider.server.ts'

const Subscription = z.strictObject({ subscriptionId: z.string() })

/** Ends a subscription that nobody should pay for: a second one, one that was never confirmed, a second free trial. */
export const cancelSubscription: Job<z.infer<typeof Subscription>, Services> = {
  // Named after its first use. Jobs of this name may wait in a queue while a new version starts.
  name: 'cancel_duplicate_subscription',
  data: Subscription,
  queue: triedForADay,
  async work(services, { subscriptionId }) {
    const { stripe } = providerOf(services)
    try {
      await ask(services, () => stripe.subscriptions.cancel(subscriptionId))
    } catch (error) {
      // Cancelled already, by a try whose answer was lost.
      if (!(error instanceof AppError && error.status === 404)) throw error
    }
  },
}
