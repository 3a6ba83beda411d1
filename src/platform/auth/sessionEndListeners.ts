import { AppError } from '../errors.ts'

type Listener = () => void

const listeners = new Set<Listener>()

export const isNotSignedIn = (error: unknown) => error instanceof AppError && error.name === 'NotSignedIn'

/** Calls back when a response says that the session has ended. Returns a function that stops listening. */
export function onSessionEnd(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function announceSessionEnd() {
  for (const listener of listeners) listener()
}
