import { checkoutUrl } from './checkout.server.ts'
import { catchUp } from './clock.server.ts'
import { createFaults } from './faults.server.ts'
import { assertSandboxAllowed } from './guard.server.ts'
import { createHandle } from './handle.server.ts'
import { listen } from './http.server.ts'
import { priceIds, stockPrices } from './prices.server.ts'
import { createRequestLog } from './requestLog.ts'
import type { Report, Sandbox } from './sandbox.ts'
import { emptyState, readState, type State, stateWriter } from './state.server.ts'
import { createWebhooks } from './webhooks.server.ts'

const SECOND = 1_000
const MINUTE = 60_000
const RETRY_DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE]

interface Settings {
  dataDir: string
  /** Where the application takes its webhooks. */
  webhookUrl: string
  /** Made and kept by the sandbox when not given. */
  webhookSecret?: string
  secretKey?: string
  whenUnpaid?: Sandbox['whenUnpaid']
  webhookRetryDelays?: number[]
  report?: Report
}

/** The payment provider's API and pages, for a start without its keys: on loopback, with pretend money. */
export async function startPaymentSandbox(settings: Settings) {
  const {
    dataDir,
    webhookUrl,
    whenUnpaid = 'canceled',
    webhookRetryDelays = RETRY_DELAYS,
    report = () => {},
  } = settings
  assertSandboxAllowed({ HOST: '127.0.0.1', APP_URL: webhookUrl, STRIPE_SECRET_KEY: settings.secretKey })

  const state = readState(dataDir) ?? emptyState()
  state.secretKey = settings.secretKey ?? state.secretKey
  state.webhookSecret = settings.webhookSecret ?? state.webhookSecret
  stockPrices(state)
  const save = stateWriter(dataDir, state)
  const now = () => Math.floor(Date.now() / SECOND) + state.aheadSeconds
  const sandbox: Sandbox = { state, now, whenUnpaid }
  const webhooks = createWebhooks({
    state,
    save,
    url: webhookUrl,
    secret: state.webhookSecret,
    retryDelays: webhookRetryDelays,
    report,
  })
  const parts = { sandbox, faults: createFaults(), requests: createRequestLog(), webhooks, save, report }
  const server = await listen(state.url, createHandle(parts))
  moveTo(state, server.url)
  await keepUp()
  // Time also passes when nobody asks.
  const timer = setInterval(
    () => void keepUp().catch((error) => report('The payment sandbox fell behind', error)),
    MINUTE,
  )
  timer.unref()

  async function keepUp() {
    catchUp(sandbox)
    await save()
    webhooks.wake()
  }

  async function stop() {
    clearInterval(timer)
    await server.stop()
    await webhooks.stop()
    await save()
  }

  return { ...addressOf(state), stop }
}

/** The sandbox that another process has started in this folder, if one has. */
export function attachPaymentSandbox(dataDir: string) {
  const state = readState(dataDir)
  return state && addressOf(state)
}

const addressOf = ({ url, secretKey, webhookSecret }: State) => ({ url, secretKey, webhookSecret, priceIds })

function moveTo(state: State, url: string) {
  state.url = url
  for (const session of Object.values(state.checkoutSessions))
    if (session.status === 'open') session.url = checkoutUrl({ state }, session.id)
}
