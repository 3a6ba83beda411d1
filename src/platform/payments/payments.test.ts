import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#platform/paths.server.ts'
import { openTill, type Till } from '../../../test/support/till.ts'
import { createPayments } from './payments.server.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

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

test('a locked object and a fault of the provider are tried again, twice', async () => {
  for (const kind of ['lock_timeout', 'api_error']) {
    await till.control('faults', { kind, count: 2 })
    const requests = await till.requestsDuring(() => till.stripe.prices.list())
    expect(requests).toHaveLength(3)
  }
})

test('after the second retry the fault is the answer', async () => {
  await till.control('faults', { kind: 'api_error', count: 3 })
  const requests = await till.requestsDuring(() =>
    expect(till.stripe.prices.list()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 }),
  )
  expect(requests).toHaveLength(3)
})

test('too many requests is told at once: the provider asks for no retry', async () => {
  await till.control('faults', { kind: 'rate_limit' })
  const requests = await till.requestsDuring(() =>
    expect(till.stripe.prices.list()).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 }),
  )
  expect(requests).toHaveLength(1)
})

test('a provider that does not answer ends in a timeout', async () => {
  await till.control('faults', { kind: 'hang' })
  const call = till.stripe.prices.list({}, { timeout: 100, maxNetworkRetries: 0 })
  await expect(call).rejects.toMatchObject({
    type: 'StripeConnectionError',
    message: 'Request aborted due to timeout being reached (100ms)',
  })
})

test('an answer that got lost does not make a second session', async () => {
  const before = await till.stripe.checkout.sessions.list()
  await till.control('faults', { kind: 'lost_answer' })
  const requests = await till.requestsDuring(() => till.createSession())

  expect(new Set(requests.map(({ idempotency_key }: { idempotency_key: string }) => idempotency_key)).size).toBe(1)
  expect(requests).toHaveLength(2)
  const after = await till.stripe.checkout.sessions.list()
  expect(after.data).toHaveLength(before.data.length + 1)
})

test('a wrong key is refused', async () => {
  const { url } = till.sandbox
  const stranger = createPayments({ secretKey: 'sk_test_wrong', webhookSecret: 'x', priceIds: [], baseUrl: url })
  await expect(stranger.stripe.prices.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    requestId: expect.stringMatching(/^req_/),
  })
})
