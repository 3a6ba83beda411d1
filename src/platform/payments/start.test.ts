import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { openTill, PAYS } from '../../../test/support/till.ts'
import { assertSandboxAllowed, SandboxRefused } from './sandbox/guard.server.ts'
import { attachPaymentSandbox, startPaymentSandbox } from './sandbox/start.server.ts'

test('everything is there again after a restart, at the same address', async () => {
  const till = await openTill()
  onTestFinished(till.close)
  const before = till.sandbox
  const { id } = await till.subscribe()
  const open = await till.createSession()
  await till.advance(5)
  const clock = await till.control('clock')
  await till.stripe.customers.create({ email: 'kept@example.nz' }, { idempotencyKey: 'kept' })

  await till.restart()
  expect(till.sandbox).toMatchObject({
    url: before.url,
    secretKey: before.secretKey,
    webhookSecret: before.webhookSecret,
    priceIds: before.priceIds,
  })
  expect(await till.status(id)).toBe('trialing')
  expect((await till.control('clock')).ahead_seconds).toBe(clock.ahead_seconds)
  const again = await till.stripe.customers.create({ email: 'kept@example.nz' }, { idempotencyKey: 'kept' })
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  // Five days later the open session has expired, as it would have with nobody there.
  expect(await till.stripe.checkout.sessions.retrieve(open.id)).toMatchObject({ status: 'expired' })
  expect(await till.subscribe(PAYS)).toMatchObject({ status: 'trialing' })
})

test('another process finds the sandbox of this folder', async () => {
  const till = await openTill()
  onTestFinished(till.close)
  const { url, secretKey, webhookSecret, priceIds } = till.sandbox
  expect(attachPaymentSandbox(till.dataDir)).toEqual({ url, secretKey, webhookSecret, priceIds })
  expect(attachPaymentSandbox(join(till.dataDir, 'elsewhere'))).toBeUndefined()
})

test('the file is for its owner only, and no half-written one is left', async () => {
  const till = await openTill()
  onTestFinished(till.close)
  await Promise.all(Array.from({ length: 20 }, () => till.createSession()))
  const folder = join(till.dataDir, 'payments')
  await till.restart()
  expect(readdirSync(folder)).toEqual(['sandbox.json'])
  expect(statSync(join(folder, 'sandbox.json')).mode & 0o777).toBe(0o600)
  expect((await till.stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(20)
})

test('a file that cannot be read is told, not overwritten', async () => {
  const dataDir = await temporaryFolder()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'payments'))
  writeFileSync(join(dataDir, 'payments/sandbox.json'), '{ half')
  const start = startPaymentSandbox({ dataDir, webhookUrl: 'http://127.0.0.1:1/' })
  await expect(start).rejects.toThrow('cannot read payments/sandbox.json')
})

test('what cannot be written down is not answered as done, and is told', async () => {
  const told: string[] = []
  const till = await openTill({ report: (what) => told.push(what) })
  onTestFinished(till.close)
  const folder = join(till.dataDir, 'payments')
  await rm(folder, { recursive: true })
  const call = till.stripe.customers.create({ email: 'x@example.nz' }, { maxNetworkRetries: 0 })
  await expect(call).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  expect(told).toContain('A request to the payment sandbox failed')
  mkdirSync(folder)
})

const home = { HOST: '127.0.0.1', APP_URL: 'http://localhost:3000' }

test.each([home, { ...home, HOST: '::1' }, { ...home, HOST: 'localhost', STRIPE_SECRET_KEY: 'sk_test_x' }])(
  'the sandbox may start with %o',
  (env) => {
    expect(() => assertSandboxAllowed(env)).not.toThrow()
  },
)

test.each([
  { ...home, STRIPE_SECRET_KEY: 'sk_live_x' },
  { ...home, STRIPE_SECRET_KEY: 'rk_live_x' },
  { ...home, HOST: '0.0.0.0' },
  { ...home, HOST: '::' },
  { ...home, HOST: '192.168.1.5' },
  { ...home, HOST: '127.0.0.1.evil.example' },
  { ...home, APP_URL: 'https://files.example.nz' },
  { ...home, APP_URL: 'not an address' },
])('the sandbox may not start with %o', (env) => {
  expect(() => assertSandboxAllowed(env)).toThrow(SandboxRefused)
})

test('nothing is started with a live key, or for an application elsewhere', async () => {
  const dataDir = await temporaryFolder()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const webhookUrl = 'http://127.0.0.1:1/'
  for (const refused of [{ webhookUrl, secretKey: 'sk_live_x' }, { webhookUrl: 'https://files.example.nz/webhooks' }])
    await expect(startPaymentSandbox({ dataDir, ...refused })).rejects.toThrow(SandboxRefused)
  expect(readdirSync(dataDir)).toEqual([])
})
