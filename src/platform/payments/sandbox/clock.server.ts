import { z } from 'zod'
import { payAgain, renew } from './billing.server.ts'
import { expireCheckout } from './checkout.server.ts'
import { read } from './errors.ts'
import { emit } from './events.server.ts'
import { itemOf } from './item.ts'
import type { Subscription } from './records.ts'
import { DAY, type Sandbox } from './sandbox.ts'
import { endSubscription } from './subscription.server.ts'

interface Due {
  at: number
  happen: () => void
}

const NOTICE = 3 * DAY

/**
 * Everything that should have happened by now happens, one thing at a time and in the order of the calendar, each
 * at its own hour: what one does (an invoice fails) decides what is due next (it is tried again).
 */
export function catchUp(sandbox: Sandbox) {
  const until = sandbox.now()
  for (;;) {
    const next = dueThings(sandbox)
      .filter(({ at }) => at <= until)
      .reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined)
    if (!next) return
    sandboxAt(sandbox, next.at, next.happen)
  }
}

function sandboxAt(sandbox: Sandbox, at: number, happen: () => void) {
  const { now } = sandbox
  sandbox.now = () => at
  try {
    happen()
  } finally {
    sandbox.now = now
  }
}

const dueThings = (sandbox: Sandbox): Due[] => [
  ...Object.values(sandbox.state.checkoutSessions)
    .filter((session) => session.status === 'open')
    .map((session) => ({ at: session.expires_at, happen: () => expireCheckout(sandbox, {}, session.id) })),
  ...Object.values(sandbox.state.subscriptions).flatMap((subscription) => dueOf(sandbox, subscription)),
]

function dueOf(sandbox: Sandbox, subscription: Subscription): Due[] {
  const { state } = sandbox
  const { id, status, trial_end, created } = subscription
  if (status === 'canceled' || status === 'unpaid') return []
  const due: Due[] = []

  if (status === 'trialing' && trial_end !== null && !state.warnedOfTrialEnd[id])
    due.push({
      at: Math.max(created, trial_end - NOTICE),
      happen: () => {
        state.warnedOfTrialEnd[id] = true
        emit(sandbox, 'customer.subscription.trial_will_end', subscription)
      },
    })

  const invoice = state.invoices[subscription.latest_invoice ?? '']
  if (status === 'past_due' && invoice?.status === 'open' && invoice.next_payment_attempt !== null)
    due.push({ at: invoice.next_payment_attempt, happen: () => payAgain(sandbox, subscription, invoice) })

  due.push({
    at: itemOf(subscription).current_period_end,
    happen: () => {
      if (subscription.cancel_at_period_end) endSubscription(sandbox, subscription)
      else renew(sandbox, subscription)
    },
  })
  return due
}

const Move = z.strictObject({ advance_days: z.number().min(0).max(3_660) })

export function moveClock(sandbox: Sandbox, input: unknown) {
  const { advance_days: days } = read(Move, input)
  sandbox.state.aheadSeconds += Math.round(days * DAY)
  catchUp(sandbox)
  return showClock(sandbox)
}

export const showClock = (sandbox: Sandbox) => ({ now: sandbox.now(), ahead_seconds: sandbox.state.aheadSeconds })
