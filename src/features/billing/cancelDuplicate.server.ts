import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { ask, providerOf, triedForADay } from './provider.server.ts'

const Duplicate = z.strictObject({ subscriptionId: z.string() })

/** Nobody pays twice. */
export const cancelDuplicate: Job<z.infer<typeof Duplicate>, Services> = {
  name: 'cancel_duplicate_subscription',
  data: Duplicate,
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
