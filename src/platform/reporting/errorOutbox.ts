import { isOnSecretPage } from './secretPage.ts'

type ErrorSender = (error: unknown) => void

/** An error loop before reporting has loaded must not eat the memory of the tab. */
const MAX_WAITING_ERRORS = 20

let activeSender: ErrorSender | undefined
let waiting: unknown[] = []

/** One failure passes several places that report: the call, its query, the page. */
const sent = new WeakSet<object>()

/** Sends an error to whoever reports errors, now or once that has loaded; to nobody if it never does. Each error once. */
export function sendError(error: unknown) {
  if (isOnSecretPage()) return
  if (typeof error === 'object' && error !== null) {
    if (sent.has(error)) return
    sent.add(error)
  }
  if (activeSender) activeSender(error)
  else if (waiting.length < MAX_WAITING_ERRORS) waiting.push(error)
}

export function setErrorSender(sender: ErrorSender) {
  activeSender = sender
  const late = waiting
  waiting = []
  for (const error of late) sender(error)
}
