import type Stripe from 'stripe'
import type { Services } from '#platform/services.server.ts'
import { type Plan, type Pricing, TRIAL_DAYS } from '../billing.schema.ts'
import { callStripe, requirePayments, withStripeTimeout } from './stripe.server.ts'

const FRESH_MS = 5 * 60_000
/** Visitors should not wait longer for the page. A later response is kept for the next visitor. */
const TIMEOUT_MS = 4_000

type PricingServices = Pick<Services, 'payments' | 'log' | 'env'>

interface Cache {
  pricing?: Pricing
  readAt: number
  reading?: Promise<Pricing>
}
/** One for each connection to Stripe. */
const caches = new WeakMap<object, Cache>()

/** Asks Stripe at most every few minutes; while it does not respond, the last prices are used. */
export async function readPricing(services: PricingServices): Promise<Pricing> {
  const cache = cacheFor(requirePayments(services))
  const isFresh = Date.now() - cache.readAt < FRESH_MS
  if (cache.pricing && isFresh) return cache.pricing
  const reading = refreshCache(services, cache)
  if (!cache.pricing)
    return withStripeTimeout(services, reading, TIMEOUT_MS).finally(() => forgetReading(cache, reading))
  // Logged where Stripe is called; the prices from before are shown.
  reading.catch(() => {})
  return cache.pricing
}

export async function findPlan(services: PricingServices, priceId: string) {
  const { plans } = await readPricing(services)
  return plans.find((plan) => plan.priceId === priceId)
}

function cacheFor(payments: object) {
  const cache = caches.get(payments) ?? { readAt: 0 }
  caches.set(payments, cache)
  return cache
}

function refreshCache(services: PricingServices, cache: Cache) {
  if (cache.reading) return cache.reading
  const reading = readPlans(services)
    .then((plans) => {
      cache.readAt = Date.now()
      cache.pricing = { plans }
      return cache.pricing
    })
    .finally(() => forgetReading(cache, reading))
  cache.reading = reading
  return reading
}

/** The next visitor does not wait for a request that hangs: the connection may work again. */
function forgetReading(cache: Cache, reading: Promise<Pricing>) {
  if (cache.reading === reading) cache.reading = undefined
}

async function readPlans(services: PricingServices) {
  const { stripe, priceIds } = requirePayments(services)
  const prices = await callStripe(services, () =>
    Promise.all(priceIds.map((id) => stripe.prices.retrieve(id, { expand: ['product'] }))),
  )
  return prices.flatMap((price) => toPlan(services.env.APP_URL, price))
}

/** A price without a fixed amount or an interval is not a plan. */
function toPlan(appUrl: string, price: Stripe.Price): Plan[] {
  const { id, unit_amount: amount, recurring, product, currency, active } = price
  if (amount === null || !recurring || !active || typeof product === 'string' || product.deleted) return []
  return [
    {
      priceId: id,
      name: product.name,
      description: product.description ?? '',
      amount,
      currency,
      interval: recurring.interval,
      intervalCount: recurring.interval_count,
      trialDays: TRIAL_DAYS,
      checkoutUrl: `${appUrl}/checkout/${id}`,
    },
  ]
}
