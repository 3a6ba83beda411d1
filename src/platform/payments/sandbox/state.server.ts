import { mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Behaviour, Payer } from './cards.ts'
import { randomKey } from './ids.server.ts'
import type * as Kept from './records.ts'

type Collection<T> = Record<string, T>
/** Knows what was put into it and nothing else: an id that somebody sends may be called `constructor`. */
const collection = <T>(things: object = {}): Collection<T> => Object.assign(Object.create(null), things)

/** What is known of one event's way to the application. Times are the real clock's, in milliseconds. */
export interface Delivery {
  state: 'pending' | 'delivered' | 'given up'
  attempts: number
  nextAttempt: number
  lastAnswer: string | null
}

/** How a finished checkout will become a subscription. */
export interface Order {
  priceId: string
  quantity: number
  trialDays: number
  metadata: Record<string, string>
  /** Waits for the bank's confirmation. A card's number is never kept. */
  payer?: Payer
}

export const emptyState = () => ({
  secretKey: `sk_test_sandbox_${randomKey()}`,
  webhookSecret: `whsec_sandbox_${randomKey()}`,
  url: '',
  /** How far the sandbox's clock is ahead of the real one. */
  aheadSeconds: 0,
  invoiceCount: 0,
  products: collection<Kept.Product>(),
  prices: collection<Kept.Price>(),
  customers: collection<Kept.Customer>(),
  paymentMethods: collection<Kept.PaymentMethod>(),
  subscriptions: collection<Kept.Subscription>(),
  invoices: collection<Kept.Invoice>(),
  checkoutSessions: collection<Kept.CheckoutSession>(),
  portalSessions: collection<Kept.PortalSession>(),
  events: collection<Kept.SandboxEvent>(),
  // What the provider knows and does not show.
  orders: collection<Order>(),
  behaviours: collection<Behaviour>(),
  warnedOfTrialEnd: collection<true>(),
  deliveries: collection<Delivery>(),
  answers: collection<{ fingerprint: string; status: number; body: string; keptAt: number }>(),
})

export type State = ReturnType<typeof emptyState>

const folderOf = (dataDir: string) => join(dataDir, 'payments')
const pathOf = (dataDir: string) => join(folderOf(dataDir), 'sandbox.json')

/** Nothing there is a first start; anything else that cannot be read is a fault to be told, not to be overwritten. */
export function readState(dataDir: string): State | undefined {
  try {
    const kept: object = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))
    const known = Object.entries(kept).map(([name, value]) => [
      name,
      value instanceof Object ? collection(value) : value,
    ])
    return { ...emptyState(), ...Object.fromEntries(known) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error('The payment sandbox cannot read payments/sandbox.json in DATA_DIR.', { cause: error })
  }
}

/**
 * One write at a time, each to a file of its own that then takes the place of the old one. Who asks while one is under
 * way shares the next.
 */
export function stateWriter(dataDir: string, state: State) {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last
      .catch(() => {})
      .then(() => {
        last = next ?? last
        next = undefined
        return write(pathOf(dataDir), JSON.stringify(state))
      })
    return next
  }
}

async function write(path: string, text: string) {
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}
