import { isIP } from 'node:net'
import { startPaymentSandbox } from '#payment-sandbox'
import type { SettingsWithoutSecrets } from '../config/env.server.ts'
import { isLoopbackHost } from '../http/ipAddresses.server.ts'
import type { Log } from '../telemetry/log.server.ts'

const WEBHOOK_PATH = '/webhooks/stripe'

/** Once for all processes that share a data folder, where they find it. Returns how to stop it. */
export async function startSandboxIfNeeded(env: SettingsWithoutSecrets, log: Log) {
  if (env.STRIPE_SECRET_KEY || !isSandboxAllowed(env)) return async () => {}
  const sandbox = await startPaymentSandbox({
    dataDir: env.DATA_DIR,
    webhookUrl: env.APP_URL + WEBHOOK_PATH,
    reportError: (what, err) => log.error({ err }, what),
  })
  return sandbox.stop
}

/** The sandbox must never serve real customers: it runs on loopback only. */
export const isSandboxAllowed = ({ HOST, APP_URL }: SettingsWithoutSecrets) =>
  isLoopbackHost(isIP(HOST) === 6 ? `[${HOST}]` : HOST) && isLoopbackHost(new URL(APP_URL).host)
