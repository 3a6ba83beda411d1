import { z } from 'zod'
import { invalid, missing, read } from './errors.ts'
import type { Input } from './form.ts'
import { pageOf } from './lists.ts'
import { flag, page } from './parameters.ts'
import type { Price } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import type { State } from './state.server.ts'

const PRODUCT = 'prod_sandbox'
const FIRST_DAY = Date.UTC(2026, 0, 1) / 1000
const TEST_DATA = { sandbox: 'true' }

/** Example figures, marked as such: what the plan really costs stands in the provider's account and nowhere in our code. */
const examples = [
  { id: 'price_sandbox_monthly', interval: 'month', unit_amount: 4_900 },
  { id: 'price_sandbox_yearly', interval: 'year', unit_amount: 49_000 },
] as const

export const priceIds: string[] = examples.map(({ id }) => id)

export function stockPrices(state: State) {
  const common = { active: true, created: FIRST_DAY, livemode: false, metadata: TEST_DATA }
  state.products[PRODUCT] = {
    ...common,
    id: PRODUCT,
    object: 'product',
    name: 'Property Files',
    description: 'One plan for an agent: listings, files and leads.',
    images: [],
    updated: FIRST_DAY,
    default_price: examples[0].id,
  }
  for (const { id, interval, unit_amount } of examples) {
    state.prices[id] = {
      ...common,
      id,
      object: 'price',
      billing_scheme: 'per_unit',
      currency: 'nzd',
      lookup_key: null,
      nickname: 'Test price',
      product: PRODUCT,
      recurring: { interval, interval_count: 1, usage_type: 'licensed', meter: null },
      tax_behavior: 'inclusive',
      type: 'recurring',
      unit_amount,
    }
  }
}

const Listing = z.strictObject({ ...page, active: flag.optional(), product: z.string().optional() })

export function listPrices({ state }: Sandbox, input: Input) {
  const { active, product, ...rest } = read(Listing, input)
  const matches = (price: Price) =>
    (active === undefined || price.active === active) && (product === undefined || price.product === product)
  return pageOf('/v1/prices', Object.values(state.prices).filter(matches), rest)
}

export function getPrice({ state }: Sandbox, _input: Input, id: string) {
  const price = state.prices[id]
  if (!price) throw missing('price', id, 'price')
  return price
}

/** A price inside another request: there it is a bad parameter, not a missing page. */
export function priceToSell({ state }: Sandbox, id: string, param: string) {
  const price = state.prices[id]
  if (!price?.active) throw invalid(`No such price: '${id}'`, param, 'resource_missing')
  return price
}

export function getProduct({ state }: Sandbox, _input: Input, id: string) {
  const product = state.products[id]
  if (!product) throw missing('product', id)
  return product
}
