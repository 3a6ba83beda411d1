import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { parseEnv } from '../env.server.ts'
import { createLog } from '../log.server.ts'
import { openPayments } from './openPayments.server.ts'

const SECRET = 'x'.repeat(32)
const open = async (given: Record<string, string>, role: 'web' | 'worker' = 'web') => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  const opened = await openPayments(parseEnv({ DATA_DIR: await temporaryFolder(), ...given }), role, log)
  await opened.close()
  return { payments: opened.payments, logged: lines.join('') }
}

const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_IDS: 'price_a,price_b' }

test('with keys the provider is the real one, and the prices are those of the settings', async () => {
  const { payments } = await open(keys)
  expect(payments?.priceIds).toEqual(['price_a', 'price_b'])
  expect(payments?.stripe.getApiField('host')).toBe('api.stripe.com')
})

test('without keys the sandbox is started for whoever sits at this computer', async () => {
  const { payments } = await open({})
  expect(payments?.stripe.getApiField('host')).toBe('127.0.0.1')
})

test.each([
  ['an address that others can reach', { APP_URL: 'https://files.example.nz' }],
  ['a host that others can reach', { HOST: '0.0.0.0', APP_URL: 'http://localhost:3000', APP_SECRET: SECRET }],
])('without keys, on %s, nothing can be bought, and the log says what to set', async (_where, given) => {
  const { payments, logged } = await open(given)
  expect(payments).toBeUndefined()
  expect(logged).toContain('STRIPE_SECRET_KEY')
})

test('a worker beside no sandbox goes without', async () => {
  expect((await open({}, 'worker')).payments).toBeUndefined()
})
