import { isNotFound, isRedirect } from '@tanstack/react-router'
import { showErrorToast } from '#ui/feedback/toasts.tsx'
import { isNotSignedIn } from '../../auth/sessionEndListeners.ts'
import { AppError } from '../../errors.ts'
import { isOnSecretPage } from './secretPage.ts'

/** Handles all errors of queries and mutations: shows a toast, unless the page shows the error itself, and reports bugs. */
export function showAndReportError(error: unknown, { isShown = false } = {}) {
  if (!isShown && isFailure(error)) showErrorToast(error)
  reportBug(error)
}

/** Reports a bug to the developers, once for each error. */
export function reportBug(error: unknown) {
  if (isFailure(error) && !isRefusal(error) && !isCancelled(error)) sendError(error)
}

/** Errors on the server are logged already. An ended session has its own dialog. */
const isFailure = (error: unknown) =>
  !import.meta.env.SSR && !isRedirect(error) && !isNotFound(error) && !isNotSignedIn(error)

/** Refused on purpose: for the visitor to know, not for the developers. */
export const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

type ErrorSender = (error: unknown) => void

/** An error loop before reporting has loaded must not use up memory. */
const MAX_WAITING_ERRORS = 20

let activeSender: ErrorSender | undefined
let waiting: unknown[] = []

/** The call, its query and the page may all report the same error. */
const sent = new WeakSet<object>()

/** Sends an error to Sentry, now or once that has loaded. Each error once. */
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
