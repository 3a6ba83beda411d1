import { AppError } from '#platform/errors.ts'
import { isNetworkError } from '#ui/feedback/failureMessage.ts'

const MAX_PAUSE_MS = 15_000

interface RetryOptions {
  /** Cancels all attempts. */
  signal: AbortSignal
  /** Called before each pause, with a function that ends the pause. */
  onPause: (tryNow: () => void) => void
}

/** Retries until the server responds, with success or a refusal, or until it is cancelled. */
export async function retryUntilResponse<Answer>(attempt: () => Promise<Answer>, { signal, onPause }: RetryOptions) {
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

/** The network, a proxy or the database was unavailable, which is temporary. */
function isConnectionFailure(error: unknown) {
  if (error instanceof AppError) return [502, 503, 504].includes(error.status)
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  return isNetworkError(error) || (error instanceof TypeError && navigator.onLine === false)
}

/** Ends early when the connection is back. */
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
