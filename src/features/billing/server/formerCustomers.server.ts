import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { callStripe, requirePayments, retryForADay } from './stripe.server.ts'

const FormerCustomerData = z.strictObject({ customerId: z.string(), agencyId: z.string(), userId: z.string() })

/**
 * A customer that no account is linked to any more keeps its invoices at Stripe. The ids that we write there are how its agency finds them, and
 * how erasing the account finds the customer.
 */
export const labelFormerCustomerJob: Job<z.infer<typeof FormerCustomerData>, Services> = {
  name: 'label_former_customer',
  data: FormerCustomerData,
  queue: retryForADay,
  async work(services, { customerId, ...metadata }) {
    const { stripe } = requirePayments(services)
    try {
      await callStripe(services, () => stripe.customers.update(customerId, { metadata }))
    } catch (error) {
      // Deleted at Stripe: it has no invoices to show.
      if (!(error instanceof AppError && error.status === 404)) throw error
    }
  },
}

/** In the transaction that links another customer, or none, to this payer. */
export async function labelFormerCustomer(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Db,
  { id: userId, subscriptionCustomerId: customerId }: User,
  agencyId: string,
) {
  if (customerId) await jobs.enqueue(tx, labelFormerCustomerJob, { customerId, agencyId, userId })
}

const MAX_FORMER_CUSTOMERS = 10

/** The latest first. Stripe finds one about a minute after it was labelled. */
export async function listFormerCustomers(services: Pick<Services, 'payments' | 'log'>, agencyId: string) {
  const { payments } = services
  if (!payments) return []
  const query = `metadata['agencyId']:'${agencyId}'`
  const { data } = await callStripe(services, () =>
    payments.stripe.customers.search({ query, limit: MAX_FORMER_CUSTOMERS }),
  )
  return data.map(({ id }) => id)
}
