import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { inSpan } from '#platform/telemetry/tracing.server.ts'
import { isActiveStatus } from '../billing.schema.ts'

const notSetUp = () => new AppError('PaymentsNotSetUp', 503, 'Payments are not set up here yet.')
const notResponding = () =>
  new AppError('Unavailable', 503, 'Our payment partner isn’t responding right now. Please try again in a moment.', {
    retryAfter: 30,
  })

const cardDeclined = () =>
  new AppError(
    'CardDeclined',
    402,
    'Your card was declined, and nothing has changed. Update it under Billing and try again.',
  )

export function requirePayments({ payments }: Pick<Services, 'payments'>) {
  if (!payments) throw notSetUp()
  return payments
}

/**
 * Every request to Stripe goes through here, because its failures are not our bugs. Never inside a transaction, because a response may
 * take minutes.
 */
export async function callStripe<T>({ log }: Pick<Services, 'log'>, request: () => Promise<T>): Promise<T> {
  try {
    return await inSpan('payment provider', {}, request)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') throw notFound()
    if (error instanceof Stripe.errors.StripeCardError) throw cardDeclined()
    log.warn({ type: error.type, code: error.code, requestId: error.requestId }, 'the payment provider failed')
    throw notResponding()
  }
}

/** Jobs that need Stripe are retried for a day, so that a payer does not have to wait for the daily reconciliation. */
export const retryForADay = { retryLimit: 300 }

/** How long a person waits for Stripe. Background jobs wait as long as the library does, which is minutes. */
const TIMEOUT_MS = 8_000

/** The result if it comes in time, otherwise a 503. The work itself goes on, so the next request may find it done. */
export async function withStripeTimeout<T>(
  { log }: Pick<Services, 'log'>,
  result: Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      log.warn({ timeoutMs }, 'the payment provider is not answering')
      result.catch((err) => err instanceof AppError || log.error({ err }, 'failed when no one waited any more'))
      reject(notResponding())
    }, timeoutMs)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The id in a field that holds either an id or the record. */
export const stripeId = (link: string | { id: string } | null | undefined) =>
  typeof link === 'string' ? link : (link?.id ?? '')

export const stripeDate = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** What Stripe said about a customer, and when in the order of all requests it was asked. */
export interface SubscriptionSnapshot {
  number: number
  /** Nothing, if there is none, or Stripe no longer knows the customer. */
  subscription: Stripe.Subscription | undefined
}

/** Drawn before the request is sent: a response with a higher number is never older than one with a lower number. */
export async function nextReadNumber(db: Db) {
  const {
    rows: [row],
  } = await db.execute<{ number: string }>(sql`select nextval('provider_read_number') as number`)
  return Number(row?.number)
}

type Customer = Pick<User, 'subscriptionId' | 'subscriptionCustomerId'>

export async function readCustomerSubscription(
  services: Pick<Services, 'payments' | 'log' | 'database'>,
  customer: Customer,
): Promise<SubscriptionSnapshot> {
  const number = await nextReadNumber(services.database.db)
  try {
    return { number, subscription: await findSubscription(services, customer) }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return { number, subscription: undefined }
    throw error
  }
}

/** Of all the subscriptions a customer ever had: the linked one if it is active, another active one, or else the newest. */
export async function findSubscription(services: Pick<Services, 'payments' | 'log'>, customer: Customer) {
  const { stripe } = requirePayments(services)
  const { data } = await callStripe(services, () =>
    stripe.subscriptions.list({
      customer: customer.subscriptionCustomerId,
      status: 'all',
      limit: 20,
      expand: ['data.default_payment_method', 'data.latest_invoice'],
    }),
  )
  const rank = ({ id, status }: Stripe.Subscription) =>
    isActiveStatus(status) ? (id === customer.subscriptionId ? 2 : 1) : 0
  const [best] = data.toSorted((a, b) => rank(b) - rank(a) || b.created - a.created)
  return best
}

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
