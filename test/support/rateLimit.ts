import { expect } from 'vitest'

/** A request that is refused because of a limit, with the time until the limit's window ends. */
export async function expectRateLimited(request: Promise<unknown>, windowSeconds: number) {
  const isWithinWindow = (seconds: number) => seconds > windowSeconds * 0.9 && seconds <= windowSeconds
  await expect(request).rejects.toMatchObject({ status: 429, retryAfter: expect.toSatisfy(isWithinWindow) })
}
