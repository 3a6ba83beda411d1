import { isNotFound, isRedirect } from '@tanstack/react-router'
import { showErrorToast } from '#ui/toasts.ts'
import { AppError } from '../errors.ts'
import { isNotSignedIn } from '../sessionEnd.ts'
import { sendError } from './errorOutbox.ts'

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
