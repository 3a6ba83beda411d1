import { beforeEach, expect, test, vi } from 'vitest'
import { forbidden, tooManyRequests, unavailable } from '#platform/errors.ts'
import { retryUntilResponse } from './retryUntilResponse.ts'

const lost = () => new TypeError('Failed to fetch')
const silent = () => new DOMException('It took too long', 'TimeoutError')

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  return () => vi.unstubAllGlobals()
})

/** Fails in these ways, one after the other, and then is answered. */
function connection(...failures: Error[]) {
  return vi.fn(async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return 'an answer'
  })
}

test('a lost submission is retried, at once if the buyer asks for it', async () => {
  const attempt = connection(lost(), silent(), unavailable())
  const { signal } = new AbortController()
  expect(await retryUntilResponse(attempt, { signal, onPause: (tryNow) => tryNow() })).toBe('an answer')
  expect(attempt).toHaveBeenCalledTimes(4)
})

test('a connection that comes back ends the pause', async () => {
  const attempt = connection(lost())
  const { signal } = new AbortController()
  const onPause = () => queueMicrotask(() => window.dispatchEvent(new Event('online')))
  expect(await retryUntilResponse(attempt, { signal, onPause })).toBe('an answer')
})

test('it stops when it is aborted', async () => {
  const attempt = connection(lost(), lost())
  const stopping = new AbortController()
  const sending = retryUntilResponse(attempt, { signal: stopping.signal, onPause: () => stopping.abort() })
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(attempt).toHaveBeenCalledTimes(1)
})

test.each([tooManyRequests(60), forbidden('No.'), new TypeError('x is not a function')])(
  'a response is not retried: %s',
  async (refusal) => {
    const attempt = connection(refusal)
    const { signal } = new AbortController()
    await expect(retryUntilResponse(attempt, { signal, onPause: () => {} })).rejects.toBe(refusal)
    expect(attempt).toHaveBeenCalledTimes(1)
  },
)
