import { isNotFound, isRedirect } from '@tanstack/react-router'
import { showErrorToast } from '#ui/toasts.ts'
import { AppError } from '../errors.ts'
import { isNotSignedIn } from '../sessionEnd.ts'
import { sendError } from './errorOutbox.ts'

/** The one place where a query's or a mutation's error that nobody handled ends up. */
export function reportError(error: unknown) {
  // The server has logged it already, and has nobody to show it to.
  if (import.meta.env.SSR) return
  // A session that is over has its own dialog.
  if (isRedirect(error) || isNotFound(error) || isNotSignedIn(error)) return
  showErrorToast(error)
  if (!isRefusal(error)) sendError(error)
}

/** Refused on purpose: the visitor should know, the developers need not. */
export const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500
