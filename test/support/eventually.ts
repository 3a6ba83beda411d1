/** Long, for a busy machine: only a test that fails waits for it. */
const TIMEOUT_MS = 60_000
const PAUSE = 40

/** Waits for something that another process will do, by looking until it is so. */
export async function eventually<T>(
  look: () => Promise<T | false | undefined> | T | false | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  let last: unknown
  while (Date.now() < deadline) {
    try {
      const seen = await look()
      if (seen) return seen
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw new Error(`It did not happen within ${timeoutMs / 1000} s.`, { cause: last })
}
