import { AppError } from '#platform/errors.ts'
import { isNoAnswer } from '#ui/failureSentence.ts'

const LONGEST = 15_000

interface Patience {
  /** Ends it all. */
  signal: AbortSignal
  /** Told before each pause; what it is given ends the pause at once. */
  onPause: (tryNow: () => void) => void
}

/** Tries again until somebody answers, whatever the answer is, or until told to stop. */
export async function untilAnswered<Answer>(attempt: () => Promise<Answer>, { signal, onPause }: Patience) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted || !isLost(error)) throw error
    }
    await pause(1000 * 2 ** tries, signal, onPause)
    signal.throwIfAborted()
  }
}

/** The connection, a proxy or the database was away. All of these pass. */
function isLost(error: unknown) {
  if (error instanceof AppError) return [502, 503, 504].includes(error.status)
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  return isNoAnswer(error) || (error instanceof TypeError && navigator.onLine === false)
}

/** A while, but no longer than until the connection is back. */
function pause(milliseconds: number, signal: AbortSignal, onPause: Patience['onPause']) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(LONGEST, milliseconds))
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    onPause(end)
  })
}
