import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#platform/paths.server.ts'
import { DECLINED, openSandbox, PAYS, type TestSandbox } from '../../../test/support/paymentSandbox.ts'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { parseEnv } from '../env.server.ts'
import { createLog } from '../log.server.ts'
import { createPayments, openPayments } from './payments.server.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox?.close())

test('a request may take 80 seconds and is tried two times more', () => {
  const { stripe } = createPayments({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', priceIds: [] })
  expect(stripe.getApiField('timeout')).toBe(80_000)
  expect(stripe.getMaxNetworkRetries()).toBe(2)
  expect(stripe.getApiField('host')).toBe('api.stripe.com')
  expect(stripe.getApiField('protocol')).toBe('https')
  expect(stripe.getTelemetryEnabled()).toBe(false)
})

test('the library waits half a second up to five between tries, and has no setting for it', () => {
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
  const opened = await openPayments(parseEnv({ DATA_DIR: await temporaryFolder(), ...given }), role, log)
  await opened.close()
  return { payments: opened.payments, logged: lines.join('') }
}

const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_IDS: 'price_a,price_b' }
const APP_SECRET = 'x'.repeat(32)

test('with keys the application talks to Stripe, and the prices are those of the settings', async () => {
  const { payments } = await open(keys)
  expect(payments?.priceIds).toEqual(['price_a', 'price_b'])
  expect(payments?.stripe.getApiField('host')).toBe('api.stripe.com')
})

test.each<Record<string, string>>([{}, { HOST: '::1' }, { HOST: 'localhost' }])(
  'without keys the sandbox starts on this computer: %o',
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
  'without keys nothing can be bought where others can reach the application, and the log says what to set: %o',
  async (given) => {
    const { payments, logged } = await open(given)
    expect(payments).toBeUndefined()
    expect(logged).toContain('STRIPE_SECRET_KEY')
  },
)

test('a worker without a sandbox beside it has no payments', async () => {
  expect((await open({}, 'worker')).payments).toBeUndefined()
})

test('the sandbox neither accepts, shows again nor keeps a real card', async () => {
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

test('another site cannot reach the sandbox under its own name, nor use it without the key', async () => {
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

test('what changed is there again after a restart, at the same address', async () => {
  const { url } = sandbox.address
  const { id } = await sandbox.subscribe()
  await sandbox.restart()
  expect(sandbox.address.url).toBe(url)
  expect(await sandbox.status(id)).toBe('trialing')
})
