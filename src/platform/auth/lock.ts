/** In a response: the session is locked. The browser shows the lock, and sends the request again once it is open. */
export const LOCK_HEADER = 'x-session-locked'

interface Lock {
  /** Shows the lock. Resolves once it is open. */
  show: () => Promise<void>
  /** Locks the session on the server, too. */
  lockNow: () => void
}
let lock: Lock | undefined

/** Registers the page's lock. Returns a function that takes it back. */
export function provideLock(provided: Lock) {
  lock = provided
  return () => {
    if (lock === provided) lock = undefined
  }
}

/** Waits until the session is open again. Returns false at once on a page without a lock. */
export async function waitForUnlock() {
  if (!lock) return false
  await lock.show()
  return true
}

export const lockNow = () => lock?.lockNow()
