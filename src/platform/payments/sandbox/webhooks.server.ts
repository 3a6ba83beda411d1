import Stripe from 'stripe'
import { missing } from './errors.ts'
import type { Report } from './sandbox.ts'
import type { State } from './state.server.ts'

const PATIENCE_MS = 10_000

interface Delivering {
  state: State
  save: () => Promise<void>
  url: string
  secret: string
  /** How long to wait after each failed try. After the last one it is given up, and can be sent again by hand. */
  retryDelays: number[]
  report: Report
}

/** Brings the events to the application: one after another, in the background, again when it fails, also after a restart. */
export function createWebhooks({ state, save, url, secret, retryDelays, report }: Delivering) {
  const stopping = new AbortController()
  // Who restarts the application has mended it: what was waiting starts over.
  for (const delivery of Object.values(state.deliveries))
    if (delivery.state === 'pending') Object.assign(delivery, { attempts: 0, nextAttempt: Date.now() })
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const waiting = () =>
    Object.entries(state.deliveries)
      .filter(([, delivery]) => delivery.state === 'pending')
      .sort(([, a], [, b]) => a.nextAttempt - b.nextAttempt)

  function wake() {
    if (stopping.signal.aborted) return
    round ??= deliverDue()
      .catch((error) => report('A delivery of the payment sandbox was not written down', error))
      .finally(() => {
        round = undefined
        sleepUntilNext()
      })
  }

  function sleepUntilNext() {
    clearTimeout(timer)
    const [next] = waiting()
    if (!next || stopping.signal.aborted) return
    timer = setTimeout(wake, Math.max(0, next[1].nextAttempt - Date.now()))
    timer.unref()
  }

  async function deliverDue() {
    while (!stopping.signal.aborted) {
      const [next] = waiting()
      if (!next || next[1].nextAttempt > Date.now()) return
      await deliver(next[0])
    }
  }

  async function deliver(id: string) {
    const delivery = state.deliveries[id]
    const event = state.events[id]
    if (!delivery || !event) return
    const answer = await post(JSON.stringify(event, undefined, 2))
    if (stopping.signal.aborted) return
    const wait = retryDelays[delivery.attempts]
    delivery.attempts += 1
    delivery.lastAnswer = answer
    if (/^2\d\d$/.test(answer)) {
      delivery.state = 'delivered'
      event.pending_webhooks = 0
    } else if (wait === undefined) delivery.state = 'given up'
    else delivery.nextAttempt = Date.now() + wait
    await save()
  }

  /** Signed with the real time, however far the sandbox's own clock is ahead: the receiver refuses old signatures. */
  async function post(payload: string) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]),
      })
      await response.body?.cancel()
      return String(response.status)
    } catch (error) {
      return error instanceof Error ? error.name : 'Error'
    }
  }

  function redeliver(id: string) {
    const event = state.events[id]
    if (!event) throw missing('event', id)
    event.pending_webhooks = 1
    const again = { state: 'pending' as const, attempts: 0, nextAttempt: Date.now(), lastAnswer: null }
    state.deliveries[id] = again
    return { id, ...again }
  }

  const show = () => ({ data: Object.entries(state.deliveries).map(([id, delivery]) => ({ id, ...delivery })) })

  async function stop() {
    stopping.abort()
    clearTimeout(timer)
    await round
  }

  return { wake, redeliver, show, stop }
}

export type Webhooks = ReturnType<typeof createWebhooks>
