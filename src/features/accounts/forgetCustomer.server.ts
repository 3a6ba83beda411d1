import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { user } from '#db/schema/user.ts'
import type { Services } from '#platform/services.server.ts'

/** The provider erases the customer, and with it ends the subscription: nobody pays for an account that is gone. */
export async function forgetCustomer({ database: { db }, payments }: Services, userId: string) {
  const [agent] = await db.select({ customer: user.subscriptionCustomerId }).from(user).where(eq(user.id, userId))
  if (!agent?.customer || !payments) return
  try {
    await payments.stripe.customers.del(agent.customer)
  } catch (error) {
    // Gone already, by a try that was cut short.
    if (!(error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')) throw error
  }
}
