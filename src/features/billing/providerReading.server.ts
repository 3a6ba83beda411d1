import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { isActive } from './billing.ts'
import { ask, providerOf } from './provider.server.ts'

/** What the provider said about a customer, and its place among all that was ever asked. */
export interface Reading {
  number: number
  /** Nothing, if the provider has none, or no longer knows the customer. */
  subscription: Stripe.Subscription | undefined
}

/** Taken before the question is put: an answer with a higher number is never older than one with a lower. */
export async function nextReadNumber(db: Db) {
  const {
    rows: [row],
  } = await db.execute<{ number: string }>(sql`select nextval('provider_read_number') as number`)
  return Number(row?.number)
}

type Deeds = Pick<Services, 'payments' | 'log' | 'database'>

type Payer = Pick<Agent, 'subscriptionId' | 'subscriptionCustomerId'>

export async function readCustomer(deeds: Deeds, payer: Payer): Promise<Reading> {
  const number = await nextReadNumber(deeds.database.db)
  try {
    return { number, subscription: await readSubscription(deeds, payer) }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return { number, subscription: undefined }
    throw error
  }
}

/** The one that counts of those a customer ever had: one that works, of these the one that is linked, else the newest. */
export async function readSubscription(deeds: Pick<Services, 'payments' | 'log'>, payer: Payer) {
  const { stripe } = providerOf(deeds)
  const { subscriptionCustomerId: customer, subscriptionId } = payer
  const { data } = await ask(deeds, () =>
    stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 20,
      expand: ['data.default_payment_method', 'data.latest_invoice'],
    }),
  )
  const rank = ({ id, status }: Stripe.Subscription) => (isActive(status) ? (id === subscriptionId ? 2 : 1) : 0)
  const [best] = data.toSorted((a, b) => rank(b) - rank(a) || b.created - a.created)
  return best
}
