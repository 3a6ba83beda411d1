import { isNotFound, isRedirect } from '@tanstack/react-router'
import { showErrorToast } from '#ui/feedback/toasts.tsx'
import { isNotSignedIn } from '../auth/sessionEnd.ts'
import { AppError } from '../errors.ts'
import { isOnSecretPage } from './secretPage.ts'

/** The one place where the errors of queries and mutations end up: shown, unless their own place shows them, and reported. */
export function reportError(error: unknown, { isShown = false } = {}) {
  if (!isShown && isFailure(error)) showErrorToast(error)
  reportBug(error)
}

/** Tells the developers of a failure, whoever shows it to the visitor. However often it is called with one error, it is told once. */
export function reportBug(error: unknown) {
  if (isFailure(error) && !isRefusal(error) && !isCancelled(error)) sendError(error)
}

/** On the server it is logged already, and nobody is there to show it to. A session that is over has its own dialog. */
const isFailure = (error: unknown) =>
  !import.meta.env.SSR && !isRedirect(error) && !isNotFound(error) && !isNotSignedIn(error)

/** Refused on purpose: the visitor should know, the developers need not. */
export const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500

/** Nobody waits for the answer any more. */
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

type ErrorSender = (error: unknown) => void

/** An error loop before reporting has loaded must not eat the memory of the tab. */
const MAX_WAITING_ERRORS = 20

let activeSender: ErrorSender | undefined
let waiting: unknown[] = []

/** One failure passes several places that report: the call, its query, the page. */
const sent = new WeakSet<object>()

/** Sends an error to whoever reports errors, now or once that has loaded; to nobody if it never does. Each error once. */
function sendError(error: unknown) {
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
