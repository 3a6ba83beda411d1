import { checkoutUrl } from './api.ts'
import { listen } from './server.ts'
import { emptyState, prices, readState, type State, stateWriter } from './store.ts'
import { catchUp, type Sandbox } from './subscriptions.ts'
import { createWebhooks, type ReportError } from './webhooks.ts'

export type { Fault } from './server.ts'

const SECOND_MS = 1_000
const CATCH_UP_MS = 60_000

interface Options {
  /** The state is kept in `payments/sandbox.json` in this folder. */
  dataDir: string
  /** Where the application receives its webhooks. */
  webhookUrl: string
  reportError?: ReportError
}

/** What the application needs to talk to the sandbox as if it were Stripe. */
export interface SandboxConnection {
  url: string
  secretKey: string
  webhookSecret: string
  priceIds: string[]
}

export async function startPaymentSandbox({ dataDir, webhookUrl, reportError = () => {} }: Options) {
  const state = readState(dataDir) ?? emptyState()
  const save = stateWriter(dataDir, state)
  const sandbox: Sandbox = { state, now: () => Math.floor(Date.now() / SECOND_MS) + state.aheadSeconds }
  const webhooks = createWebhooks({ state, save, url: webhookUrl, reportError })
  const server = await listen({ sandbox, lastUrl: state.url, save, onChange: webhooks.wake, reportError })
  state.url = server.url
  for (const session of state.checkoutSessions.values())
    if (session.status === 'open') session.url = checkoutUrl(state, session.id)
  await keepUp()
  const timer = setInterval(
    () => void keepUp().catch((error) => reportError('The payment sandbox could not save its state', error)),
    CATCH_UP_MS,
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

  return { ...sandboxAddress(state), stop }
}

/** The sandbox that another process has started with this folder. */
export function findPaymentSandbox(dataDir: string): SandboxConnection | undefined {
  const state = readState(dataDir)
  return state && sandboxAddress(state)
}

const sandboxAddress = ({ url, secretKey, webhookSecret }: State): SandboxConnection => ({
  url,
  secretKey,
  webhookSecret,
  priceIds: [...prices.keys()],
})
