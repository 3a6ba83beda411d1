import type { Env } from '../env.server.ts'
import type { Log } from '../log.server.ts'
import { createPayments, type Payments } from './payments.server.ts'
import { assertSandboxAllowed, SandboxRefused } from './sandbox/guard.server.ts'
import { attachPaymentSandbox, startPaymentSandbox } from './sandbox/start.server.ts'

export const WEBHOOK_PATH = '/webhooks/stripe'

interface Opened {
  payments: Payments | undefined
  close: () => Promise<void>
}

/** The provider with its keys; without them the sandbox, where that is allowed; else nothing can be bought here. */
export async function openPayments(env: Env, role: 'web' | 'worker', log: Log): Promise<Opened> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_IDS: priceIds } = env
  const close = async () => {}
  if (secretKey && webhookSecret && priceIds)
    return { payments: createPayments({ secretKey, webhookSecret, priceIds }), close }
  if (!isSandboxAllowed(env)) {
    log.warn('payments are not set up: set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_IDS')
    return { payments: undefined, close }
  }
  if (role === 'worker') {
    const running = attachPaymentSandbox(env.DATA_DIR)
    return { payments: running && createPayments({ ...running, baseUrl: running.url }), close }
  }
  const sandbox = await startPaymentSandbox({
    dataDir: env.DATA_DIR,
    webhookUrl: env.APP_URL + WEBHOOK_PATH,
    report: (what, err) => log.error({ err }, what),
  })
  return { payments: createPayments({ ...sandbox, baseUrl: sandbox.url }), close: sandbox.stop }
}

function isSandboxAllowed(env: Env) {
  try {
    assertSandboxAllowed(env)
    return true
  } catch (error) {
    if (error instanceof SandboxRefused) return false
    throw error
  }
}
