import type Stripe from 'stripe'
import type { Services } from '#platform/services.server.ts'
import { type Plan, type Pricing, TRIAL_DAYS } from './billing.ts'
import { ask, inTime, providerOf } from './provider.server.ts'

const FRESH_FOR = 5 * 60_000
/** Nobody looks at an empty page for longer; the answer is kept for the next visitor. */
const PATIENCE = 4_000

type Deeds = Pick<Services, 'payments' | 'log' | 'env'>

/** One per set of services, so that each has prices of its own. */
const shelves = new WeakMap<object, Shelf>()
interface Shelf {
  pricing?: Pricing
  readAt: number
  reading?: Promise<Pricing>
}

/** What the provider sells. Asked at most every few minutes; while it does not answer, the last answer stands. */
export async function readPricing(deeds: Deeds): Promise<Pricing> {
  const shelf = shelfOf(providerOf(deeds))
  const isFresh = Date.now() - shelf.readAt < FRESH_FOR
  if (shelf.pricing && isFresh) return shelf.pricing
  const reading = refresh(deeds, shelf)
  if (!shelf.pricing) return inTime(deeds, reading, PATIENCE).finally(() => forget(shelf, reading))
  reading.catch(() => {})
  return shelf.pricing
}

export async function findPlan(deeds: Deeds, priceId: string) {
  const { plans } = await readPricing(deeds)
  return plans.find((plan) => plan.priceId === priceId)
}

function shelfOf(payments: object) {
  const known = shelves.get(payments) ?? { readAt: 0 }
  shelves.set(payments, known)
  return known
}

function refresh(deeds: Deeds, shelf: Shelf) {
  if (shelf.reading) return shelf.reading
  const reading = readPlans(deeds)
    .then((plans) => {
      shelf.readAt = Date.now()
      shelf.pricing = { plans }
      return shelf.pricing
    })
    .finally(() => forget(shelf, reading))
  shelf.reading = reading
  return reading
}

/** One that hangs is not waited for by the next visitor: the line may be good again. */
function forget(shelf: Shelf, reading: Promise<Pricing>) {
  if (shelf.reading === reading) shelf.reading = undefined
}

async function readPlans(deeds: Deeds) {
  const { stripe, priceIds } = providerOf(deeds)
  const prices = await ask(deeds, () =>
    Promise.all(priceIds.map((id) => stripe.prices.retrieve(id, { expand: ['product'] }))),
  )
  return prices.flatMap((price) => planOf(deeds.env.APP_URL, price))
}

/** A price without a fixed amount or without a rhythm is no plan of ours. */
function planOf(appUrl: string, price: Stripe.Price): Plan[] {
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
