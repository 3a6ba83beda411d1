import { afterAll, expect, test } from 'vitest'
import { parseEnv } from '#platform/config/env.server.ts'
import { createPayments } from '#platform/payments/payments.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { startFaultyConnection } from '../../../../test/support/faults/faultyConnection.ts'
import { openSandbox } from '../../../../test/support/servers/paymentSandbox.ts'
import { readPricing } from './pricing.server.ts'

const sandbox = await openSandbox()
const line = await startFaultyConnection({ port: Number(new URL(sandbox.address.url).port) })
afterAll(async () => {
  await line.stop()
  await sandbox.close()
})

test('while Stripe does not respond visitors do not wait long, and the next visitor gets the price once it does', async () => {
  const payments = createPayments({ ...sandbox.address, url: `http://127.0.0.1:${line.port}` })
  const read = () =>
    readPricing({ payments, log: createLog({ level: 'silent' }), env: { ...parseEnv({}), APP_SECRET: '' } })
  await line.become('silent')
  const visitors = await Promise.allSettled([read(), read()])
  expect(visitors).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }])
  await line.become('good')
  expect(await read()).toMatchObject({ plans: [{ interval: 'month' }, { interval: 'year' }] })
})
