import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { callStripe, requirePayments, retryForADay } from './stripe.server.ts'

const SubscriptionData = z.strictObject({ subscriptionId: z.string() })

/**
 * Cancels a subscription that must not be charged: a second one, one that was never confirmed, a second free trial, or one whose agency is
 * deleted or paid for by someone else.
 */
export const cancelSubscriptionJob: Job<z.infer<typeof SubscriptionData>, Services> = {
  name: 'cancel_duplicate_subscription',
  data: SubscriptionData,
  queue: retryForADay,
  async work(services, { subscriptionId }) {
    const { stripe } = requirePayments(services)
    try {
      await callStripe(services, () => stripe.subscriptions.cancel(subscriptionId))
    } catch (error) {
      // Already cancelled, by an attempt whose response was lost.
      if (!(error instanceof AppError && error.status === 404)) throw error
    }
  },
}
