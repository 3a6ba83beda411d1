import Stripe from 'stripe'
import type { Delivery, State } from './store.ts'

const TIMEOUT_MS = 10_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** How long to wait after each failed attempt. After the last one the event is dropped: the application's daily reconciliation recovers it. */
const RETRY_DELAYS_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

export type ReportError = (what: string, error: unknown) => void

interface Options {
  state: State
  save: () => Promise<void>
  /** Where the application receives its webhooks. */
  url: string
  reportError: ReportError
}

/** Delivers the events to the application: one after another, in the background, also after a restart. */
export function createWebhooks({ state, save, url, reportError }: Options) {
  const stopping = new AbortController()
  // A restart may have repaired what failed.
  for (const delivery of state.undelivered) Object.assign(delivery, { attempts: 0, nextAttempt: Date.now() })
  let delivering: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const nextDelivery = () => state.undelivered.toSorted((a, b) => a.nextAttempt - b.nextAttempt)[0]

  function wake() {
    if (stopping.signal.aborted) return
    delivering ??= deliverDue()
      .catch((error) => reportError('The payment sandbox could not save a delivery', error))
      .finally(() => {
        delivering = undefined
        wakeForNext()
      })
  }

  function wakeForNext() {
    clearTimeout(timer)
    const next = nextDelivery()
    if (!next || stopping.signal.aborted) return
    timer = setTimeout(wake, Math.max(0, next.nextAttempt - Date.now()))
    timer.unref()
  }

  async function deliverDue() {
    while (!stopping.signal.aborted) {
      const next = nextDelivery()
      if (!next || next.nextAttempt > Date.now()) return
      await deliver(next)
    }
  }

  async function deliver(delivery: Delivery) {
    const isAccepted = await post(JSON.stringify(delivery.event))
    if (stopping.signal.aborted) return
    const delayMs = RETRY_DELAYS_MS[delivery.attempts]
    if (isAccepted || delayMs === undefined) state.undelivered.splice(state.undelivered.indexOf(delivery), 1)
    else Object.assign(delivery, { attempts: delivery.attempts + 1, nextAttempt: Date.now() + delayMs })
    await save()
  }

  /** Signed with the real time, however far the sandbox's clock is ahead: the application refuses old signatures. */
  async function post(payload: string) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: state.webhookSecret })
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      // The application is not there, or too slow: another attempt follows.
      return false
    }
  }

  async function stop() {
    stopping.abort()
    clearTimeout(timer)
    await delivering
  }

  return { wake, stop }
}
