import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import type { Services } from '#platform/services.server.ts'
import { isActive } from './billing.ts'
import { ask, providerOf } from './provider.server.ts'

/** What the provider said about a customer, and its place among all that was ever asked. */
export interface Reading {
  number: number
  subscription: Stripe.Subscription
}

/** Taken before the question is put: an answer with a higher number is never older than one with a lower. */
export async function nextReadNumber(db: Db) {
  const [row] = await db.execute<{ number: string }>(sql`select nextval('provider_read_number') as number`)
  return Number(row?.number)
}

type Deeds = Pick<Services, 'payments' | 'log' | 'database'>

export async function readCustomer(deeds: Deeds, customer: string): Promise<Reading | undefined> {
  const number = await nextReadNumber(deeds.database.db)
  const subscription = await readSubscription(deeds, customer)
  return subscription && { number, subscription }
}

/** The one that counts of those a customer ever had: one that works before one that does not, then the newest. */
export async function readSubscription(deeds: Pick<Services, 'payments' | 'log'>, customer: string) {
  const { stripe } = providerOf(deeds)
  const { data } = await ask(deeds, () =>
    stripe.subscriptions.list({ customer, status: 'all', limit: 20, expand: ['data.default_payment_method'] }),
  )
  const [best] = data.toSorted(
    (a, b) => Number(isActive(b.status)) - Number(isActive(a.status)) || b.created - a.created,
  )
  return best
}
