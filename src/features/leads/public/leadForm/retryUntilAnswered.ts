import { AppError } from '#platform/errors.ts'
import { isNetworkError } from '#ui/feedback/failureMessage.ts'

const MAX_PAUSE_MS = 15_000

interface RetryOptions {
  /** Ends it all. */
  signal: AbortSignal
  /** Told before each pause; what it is given ends the pause at once. */
  onPause: (tryNow: () => void) => void
}

/** Tries again until somebody answers, whatever the answer is, or until told to stop. */
export async function retryUntilAnswered<Answer>(attempt: () => Promise<Answer>, { signal, onPause }: RetryOptions) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted || !isConnectionFailure(error)) throw error
    }
    await pause(1000 * 2 ** tries, signal, onPause)
    signal.throwIfAborted()
  }
}

/** The connection, a proxy or the database was away. All of these pass. */
function isConnectionFailure(error: unknown) {
  if (error instanceof AppError) return [502, 503, 504].includes(error.status)
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  return isNetworkError(error) || (error instanceof TypeError && navigator.onLine === false)
}

/** A while, but no longer than until the connection is back. */
function pause(milliseconds: number, signal: AbortSignal, onPause: RetryOptions['onPause']) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(MAX_PAUSE_MS, milliseconds))
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    onPause(end)
  })
}
