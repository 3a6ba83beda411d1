const MAX_PAUSE_MS = 30_000

/** One second, two, four … up to half a minute. */
export const retryDelayMs = (tries: number) => Math.min(MAX_PAUSE_MS, 1000 * 2 ** tries)

/** Until it is worth trying again: a while, but at once when the connection is back. */
export function waitForConnection(tries: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, navigator.onLine ? retryDelayMs(tries) : MAX_PAUSE_MS)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
