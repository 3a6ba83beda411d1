import { onSecretPage } from './secretPage.ts'

type Send = (error: unknown) => void

/** An error loop before reporting has loaded must not eat the memory of the tab. */
const MOST_WAITING = 20

let send: Send | undefined
let waiting: unknown[] = []

/** One failure passes several places that report: the call, its query, the page. */
const sent = new WeakSet<object>()

/** Sends an error to whoever reports errors, now or once that has loaded; to nobody if it never does. Each error once. */
export function sendError(error: unknown) {
  if (onSecretPage()) return
  if (typeof error === 'object' && error !== null) {
    if (sent.has(error)) return
    sent.add(error)
  }
  if (send) send(error)
  else if (waiting.length < MOST_WAITING) waiting.push(error)
}

export function openErrorOutbox(sender: Send) {
  send = sender
  const late = waiting
  waiting = []
  for (const error of late) sender(error)
}
