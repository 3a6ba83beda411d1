import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The records are Stripe's, with the fields that the application reads. Times are in seconds, as in Stripe's API. */
const Seconds = z.number()

/** What the application has noted on a record. Older versions noted nothing. */
const Metadata = z.record(z.string(), z.string()).default({})

const Price = z.object({
  id: z.string(),
  object: z.literal('price'),
  active: z.boolean(),
  currency: z.string(),
  product: z.string(),
  recurring: z.object({ interval: z.enum(['month', 'year']), interval_count: z.literal(1) }),
  unit_amount: z.number(),
})

const Customer = z.object({
  id: z.string(),
  object: z.literal('customer'),
  email: z.string(),
  name: z.string().nullable(),
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
  metadata: Metadata,
})

const PaymentMethod = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  customer: z.string(),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number(),
    exp_year: z.number(),
    fingerprint: z.string(),
  }),
})

const Subscription = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  billing_cycle_anchor: Seconds,
  cancel_at: Seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  created: Seconds,
  currency: z.string(),
  customer: z.string(),
  default_payment_method: z.string(),
  ended_at: Seconds.nullable(),
  items: z.object({
    object: z.literal('list'),
    data: z.tuple([
      z.object({
        // Older versions had one seat for each subscription, and no ids.
        id: z.string().default(() => newId('si')),
        current_period_start: Seconds,
        current_period_end: Seconds,
        price: Price,
        quantity: z.number().default(1),
      }),
    ]),
  }),
  latest_invoice: z.string(),
  metadata: Metadata,
  // Older versions could leave a subscription unpaid.
  status: z.enum(['trialing', 'active', 'past_due', 'unpaid', 'canceled']),
  trial_end: Seconds.nullable(),
})

const InvoiceLine = z.object({
  id: z.string(),
  object: z.literal('line_item'),
  amount: z.number(),
  description: z.string(),
  parent: z.object({
    type: z.literal('subscription_item_details'),
    subscription_item_details: z.object({ proration: z.boolean() }),
  }),
  period: z.object({ start: Seconds, end: Seconds }),
  quantity: z.number(),
})

const Invoice = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  amount_paid: z.number(),
  attempt_count: z.number(),
  created: Seconds,
  currency: z.string(),
  customer: z.string(),
  lines: z.object({ object: z.literal('list'), data: z.array(InvoiceLine) }).default({ object: 'list', data: [] }),
  next_payment_attempt: Seconds.nullable(),
  number: z.string(),
  status: z.enum(['open', 'paid']),
  total: z.number(),
})

const CheckoutSession = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  amount_total: z.number(),
  cancel_url: z.string(),
  client_reference_id: z.string().nullable(),
  created: Seconds,
  customer: z.string().nullable(),
  customer_details: z.object({ email: z.string(), name: z.string() }).nullable(),
  customer_email: z.string().nullable(),
  expires_at: Seconds,
  metadata: Metadata,
  mode: z.literal('subscription'),
  payment_method_collection: z.literal('always'),
  payment_status: z.enum(['unpaid', 'no_payment_required', 'paid']),
  status: z.enum(['open', 'complete', 'expired']),
  subscription: z.string().nullable(),
  success_url: z.string(),
  url: z.string().nullable(),
})

const PortalSession = z.object({
  id: z.string(),
  object: z.literal('billing_portal.session'),
  created: Seconds,
  customer: z.string(),
  return_url: z.string(),
  url: z.string(),
})

/** What an open checkout is for. */
const Order = z.object({
  priceId: z.string(),
  trialDays: z.number(),
  quantity: z.number().default(1),
  metadata: Metadata,
})

/** An event that the application has not accepted yet. `nextAttempt` is the real time, in milliseconds. */
const Delivery = z.object({
  event: z.object({ id: z.string(), type: z.string() }).loose(),
  attempts: z.number(),
  nextAttempt: z.number(),
})

/** A map, because an id in a request may be `constructor`. */
const collection = <T>(record: z.ZodType<T>) =>
  z
    .record(z.string(), record)
    .default({})
    .transform((records) => new Map<string, T>(Object.entries(records)))

/** Fields that other versions of the sandbox wrote are ignored; those they lacked start empty. */
const State = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  url: z.string(),
  /** How far the sandbox's clock is ahead of the real one. */
  aheadSeconds: z.number(),
  invoiceCount: z.number(),
  customers: collection(Customer),
  paymentMethods: collection(PaymentMethod),
  subscriptions: collection(Subscription),
  invoices: collection(Invoice),
  checkoutSessions: collection(CheckoutSession),
  portalSessions: collection(PortalSession),
  orders: collection(Order),
  /** The subscriptions whose trial was announced to end soon. */
  announcedTrialEnds: z
    .array(z.string())
    .default([])
    .transform((ids) => new Set(ids)),
  undelivered: z.array(Delivery).default([]),
})

export type Price = z.infer<typeof Price>
export type Customer = z.infer<typeof Customer>
export type PaymentMethod = z.infer<typeof PaymentMethod>
export type Subscription = z.infer<typeof Subscription>
export type Invoice = z.infer<typeof Invoice>
export type InvoiceLine = z.infer<typeof InvoiceLine>
export type Order = z.infer<typeof Order>
export type CheckoutSession = z.infer<typeof CheckoutSession>
export type PortalSession = z.infer<typeof PortalSession>
export type Delivery = z.infer<typeof Delivery>
export type State = z.infer<typeof State>

/** Example prices. What the plan really costs is in the Stripe account and nowhere in the code. */
const price = (id: string, interval: 'month' | 'year', unit_amount: number): Price => ({
  id,
  object: 'price',
  active: true,
  currency: 'nzd',
  product: 'prod_sandbox',
  recurring: { interval, interval_count: 1 },
  unit_amount,
})
export const prices = new Map(
  [price('price_sandbox_monthly', 'month', 4_900), price('price_sandbox_yearly', 'year', 49_000)].map((entry) => [
    entry.id,
    entry,
  ]),
)
export const product = {
  id: 'prod_sandbox',
  object: 'product',
  name: 'Property Files',
  description: 'One plan for an agent: listings, documents and leads.',
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** Anyone who has such an id may pay, or manage the subscription, so it cannot be guessed. */
export const newSecret = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`

export const emptyState = (): State =>
  State.parse({
    secretKey: newSecret('sk_test_sandbox'),
    webhookSecret: newSecret('whsec_sandbox'),
    url: '',
    aheadSeconds: 0,
    invoiceCount: 0,
  })

const stateFolder = (dataDir: string) => join(dataDir, 'payments')
const statePath = (dataDir: string) => join(stateFolder(dataDir), 'sandbox.json')

/** Nothing on a first start. A file that cannot be read is reported, never overwritten. */
export function readState(dataDir: string) {
  if (!existsSync(statePath(dataDir))) return undefined
  try {
    return State.parse(JSON.parse(readFileSync(statePath(dataDir), 'utf8')))
  } catch (cause) {
    throw new Error('The payment sandbox cannot read payments/sandbox.json in DATA_DIR.', { cause })
  }
}

/** One write at a time. Those who ask during a write share the next one. */
export function stateWriter(dataDir: string, state: State) {
  mkdirSync(stateFolder(dataDir), { recursive: true, mode: 0o700 })
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last
      .catch(() => {})
      .then(() => {
        last = next ?? last
        next = undefined
        return replaceFile(statePath(dataDir), JSON.stringify(state, plainValue))
      })
    return next
  }
}

function plainValue(_key: string, value: unknown) {
  if (value instanceof Map) return Object.fromEntries(value)
  return value instanceof Set ? [...value] : value
}

/** The old file is there until the new one is complete. */
async function replaceFile(path: string, text: string) {
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}
