import { and, eq, isNotNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { z } from 'zod'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'

const StopRenewalData = z.strictObject({ subscriptionId: z.string() })
/** About a day. */
const MAX_TRIES = 300

/** An agent who has asked for deletion is not charged again: the subscription ends with the period that is paid for. */
export const stopRenewal: Job<z.infer<typeof StopRenewalData>, Services> = {
  name: 'stop_renewal',
  data: StopRenewalData,
  queue: { retryLimit: MAX_TRIES },
  async work({ database: { db }, payments }, { subscriptionId }) {
    const [leaving] = await db
      .select({ id: user.id })
      .from(user)
      .innerJoin(profile, eq(profile.userId, user.id))
      // The agent may have decided to stay since.
      .where(and(eq(user.subscriptionId, subscriptionId), isNotNull(profile.deletionDueAt)))
    if (!leaving || !payments) return
    const { subscriptions } = payments.stripe
    await ignoreMissing(async () => {
      const { status } = await subscriptions.retrieve(subscriptionId)
      if (status === 'canceled' || status === 'incomplete_expired') return
      await subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    })
  },
}

/** Stripe deletes the customer, which ends the subscription: nobody pays for a deleted account. */
export async function deleteStripeCustomer({ database: { db }, payments }: Services, userId: string) {
  const [agent] = await db.select({ customer: user.subscriptionCustomerId }).from(user).where(eq(user.id, userId))
  if (!agent?.customer || !payments) return
  await ignoreMissing(() => payments.stripe.customers.del(agent.customer))
}

/** Gone already, by a try that was cut short. */
async function ignoreMissing(request: () => Promise<unknown>) {
  try {
    await request()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')) throw error
  }
}
