import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DECLINED, PAYS } from '../../../test/fixtures/billing.ts'
import { openSandbox, type TestSandbox } from '../../../test/support/servers/paymentSandbox.ts'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { parseEnv } from '../config/env.server.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import { createLog } from '../telemetry/log.server.ts'
import { createPayments, openPayments } from './payments.server.ts'
import { startSandboxIfNeeded } from './startSandbox.server.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox?.close())

test('a request may take 80 seconds and is retried twice', () => {
  const { stripe } = createPayments({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', priceIds: [] })
  expect(stripe.getApiField('timeout')).toBe(80_000)
  expect(stripe.getMaxNetworkRetries()).toBe(2)
  expect(stripe.getApiField('host')).toBe('api.stripe.com')
  expect(stripe.getApiField('protocol')).toBe('https')
  expect(stripe.getTelemetryEnabled()).toBe(false)
})

test('the library waits half a second to five seconds between attempts, and has no setting for it', () => {
  const source = readFileSync(join(projectRoot, 'node_modules/stripe/esm/stripe.esm.node.js'), 'utf8')
  expect(source).toContain('const INITIAL_NETWORK_RETRY_DELAY_SEC = 0.5;')
  expect(source).toContain('const MAX_NETWORK_RETRY_DELAY_SEC = 5;')
  expect(/const ALLOWED_CONFIG_PROPERTIES = \[[^\]]*\]/.exec(source)?.[0]).not.toMatch(/delay/i)
  const sender = readFileSync(join(projectRoot, 'node_modules/stripe/esm/RequestSender.js'), 'utf8')
  expect(sender).toContain('Math.min(initialNetworkRetryDelay * Math.pow(2, numRetries - 1), maxNetworkRetryDelay)')
})

const retrievePrice = () => sandbox.stripe.prices.retrieve(sandbox.address.priceIds[0] ?? '')

test('a failed request is sent twice more, then the error is reported', async () => {
  await sandbox.fail('api_error', 2)
  expect(await sandbox.requestsDuring(retrievePrice)).toHaveLength(3)
  await sandbox.fail('api_error', 3)
  const requests = await sandbox.requestsDuring(() =>
    expect(retrievePrice()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 }),
  )
  expect(requests).toHaveLength(3)
})

const open = async (given: Record<string, string>, role: 'web' | 'worker' = 'web') => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  const env = parseEnv({ DATA_DIR: await temporaryFolder(), ...given })
  if (role === 'web') onTestFinished(await startSandboxIfNeeded(env, log))
  return { payments: openPayments(env, log), logged: lines.join('') }
}

const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_IDS: 'price_a,price_b' }
const APP_SECRET = 'x'.repeat(32)

test('with keys the application uses Stripe and the configured prices', async () => {
  const { payments } = await open(keys)
  expect(payments?.priceIds).toEqual(['price_a', 'price_b'])
  expect(payments?.stripe.getApiField('host')).toBe('api.stripe.com')
})

test.each<Record<string, string>>([{}, { HOST: '::1' }, { HOST: 'localhost' }])(
  'without keys the sandbox starts for a local application: %o',
  async (given) => {
    const { payments } = await open(given)
    expect(payments?.stripe.getApiField('host')).toBe('127.0.0.1')
  },
)

test.each<Record<string, string>>([
  { APP_URL: 'https://files.example.nz' },
  { HOST: '0.0.0.0', APP_URL: 'http://localhost:3000', APP_SECRET },
  { HOST: '::', APP_URL: 'http://localhost:3000', APP_SECRET },
  { HOST: '192.168.1.5', APP_URL: 'http://localhost:3000', APP_SECRET },
])(
  'without keys nothing can be bought if the application is reachable by others, and the log says what to set: %o',
  async (given) => {
    const { payments, logged } = await open(given)
    expect(payments).toBeUndefined()
    expect(logged).toContain('STRIPE_SECRET_KEY')
  },
)

test('a worker without a sandbox beside it has no payments', async () => {
  expect((await open({}, 'worker')).payments).toBeUndefined()
})

test('the sandbox does not accept, show or store a real card number', async () => {
  const { url } = await sandbox.createSession()
  const real = '4539 1488 0343 6467'
  const response = await sandbox.pay(url, real, { email: 'nobody', expiry: '01/20', cvc: 'x', name: '<b>Mia</b>' })
  const page = await response.text()
  expect(response.status).toBe(422)
  for (const name of ['email', 'number', 'expiry', 'cvc']) expect(page).toContain(`aria-describedby="${name}-error"`)
  expect(page).toContain('&lt;b&gt;Mia&lt;/b&gt;')
  expect(page).not.toContain(real)
  expect((await sandbox.pay(url, DECLINED)).status).toBe(402)
  expect((await sandbox.pay(url, PAYS)).status).toBe(303)
  const file = readFileSync(join(sandbox.dataDir, 'payments/sandbox.json'), 'utf8')
  for (const number of [real, PAYS]) expect(file).not.toContain(number.replaceAll(' ', ''))
})

test('another site cannot reach the sandbox by its own host name or without the key', async () => {
  const { url, priceIds } = sandbox.address
  const status = await new Promise((resolve, reject) =>
    request(`${url}/v1/prices/${priceIds[0]}`, { headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end(),
  )
  expect(status).toBe(403)
  for (const path of ['/v1/customers/cus_1', '/_sandbox/clock'])
    expect((await fetch(url + path, { method: 'POST', body: '{"advance_days":1}' })).status).toBe(401)
})

test('the sandbox keeps its data and its address after a restart', async () => {
  const { url } = sandbox.address
  const { id } = await sandbox.subscribe()
  await sandbox.restart()
  expect(sandbox.address.url).toBe(url)
  expect(await sandbox.status(id)).toBe('trialing')
})

const changeSeats = (
  quantity: number,
  proration_behavior: 'always_invoice' | 'none',
  item: { id: string } | undefined,
) => ({
  items: [{ id: item?.id ?? '', quantity }],
  proration_behavior,
})

test('the sandbox charges another seat for the rest of the period as it announced, and the next period in full', async () => {
  const { stripe, advance, buy, invoices } = sandbox
  const { subscription } = await stripe.checkout.sessions.retrieve(
    await buy('seat@example.nz', PAYS, { subscription_data: {} }),
  )
  const id = String(subscription)
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data
  await advance(10)
  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: changeSeats(3, 'always_invoice', item),
  })
  expect(preview.lines.data).toMatchObject([
    { quantity: 1, description: 'Unused time on 1 × Property Files', amount: expect.any(Number) },
    { quantity: 3, description: 'Remaining time on 3 × Property Files', amount: expect.any(Number) },
  ])
  const [unused, remaining] = preview.lines.data
  expect(preview.amount_due).toBe((unused?.amount ?? 0) + (remaining?.amount ?? 0))
  // Two seats, for 18 to 21 of the month's 28 to 31 days.
  expect(preview.amount_due).toBeGreaterThan(2 * 4_900 * 0.6)
  expect(preview.amount_due).toBeLessThan(2 * 4_900 * 0.7)

  const payment_behavior = 'error_if_incomplete'
  await stripe.subscriptions.update(id, { ...changeSeats(3, 'always_invoice', item), payment_behavior })
  await stripe.subscriptions.update(id, { ...changeSeats(3, 'always_invoice', item), payment_behavior })
  await stripe.subscriptions.update(id, { ...changeSeats(2, 'none', item), payment_behavior })
  const totals = async () => (await invoices(id)).map(({ total }) => total)
  expect(await totals()).toEqual([preview.amount_due, 4_900])
  await advance(22)
  expect(await totals()).toEqual([2 * 4_900, preview.amount_due, 4_900])
})

/** What earlier versions stored, with fields and collections that this one no longer has. */
const earlierState = {
  secretKey: 'sk_test_sandbox_earlier',
  webhookSecret: 'whsec_sandbox_earlier',
  url: '',
  aheadSeconds: 0,
  invoiceCount: 1,
  products: { prod_sandbox: { id: 'prod_sandbox', object: 'product', livemode: false } },
  customers: {
    cus_1: {
      ...{ id: 'cus_1', object: 'customer', created: 1_794_000_000, email: 'mia@example.nz', name: 'Mia Chen' },
      ...{ invoice_settings: { default_payment_method: 'pm_1' }, metadata: {}, phone: null },
    },
  },
  paymentMethods: {
    pm_1: {
      ...{ id: 'pm_1', object: 'payment_method', customer: 'cus_1', type: 'card' },
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2045, fingerprint: 'x', funding: 'credit' },
    },
  },
  subscriptions: {
    sub_1: {
      ...{ id: 'sub_1', object: 'subscription', customer: 'cus_1', status: 'active', currency: 'nzd', metadata: {} },
      ...{ created: 1_794_000_000, billing_cycle_anchor: 1_794_000_000, trial_end: null, ended_at: null },
      ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null },
      ...{ default_payment_method: 'pm_1', latest_invoice: 'in_1' },
      items: {
        ...{ object: 'list', url: '/v1/subscription_items', has_more: false },
        data: [
          {
            ...{ id: 'si_1', current_period_start: 1_794_000_000, current_period_end: 4_100_000_000, quantity: 1 },
            price: {
              ...{ id: 'price_sandbox_monthly', object: 'price', active: true, currency: 'nzd', unit_amount: 4_900 },
              ...{ product: 'prod_sandbox', recurring: { interval: 'month', interval_count: 1, meter: null } },
            },
          },
        ],
      },
    },
  },
  invoices: {
    in_1: {
      ...{ id: 'in_1', object: 'invoice', customer: 'cus_1', number: 'TEST-0001', status: 'paid', currency: 'nzd' },
      ...{ amount_paid: 4_900, total: 4_900, attempt_count: 1, created: 1_794_000_000, next_payment_attempt: null },
    },
  },
  events: { evt_1: { id: 'evt_1', type: 'invoice.paid' } },
  deliveries: { evt_1: { state: 'delivered', attempts: 1, nextAttempt: 0, lastAnswer: '200' } },
}

test('subscriptions in the sandbox survive an update of the application', async () => {
  const updated = await openSandbox(earlierState)
  onTestFinished(updated.close)
  const subscription = await updated.stripe.subscriptions.retrieve('sub_1', { expand: ['default_payment_method'] })
  expect(subscription).toMatchObject({ status: 'active', default_payment_method: { card: { last4: '4242' } } })
  expect(await updated.invoices('sub_1')).toMatchObject([{ number: 'TEST-0001', status: 'paid' }])
})
