import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../errors.ts'
import { fetchServerFunction } from './fetchServerFunction.ts'

async function answering(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const replying = (status: number, headers: Record<string, string>, body: string): Promise<string> =>
  answering((_request, response) => response.writeHead(status, headers).end(body))
const json = { 'content-type': 'application/json' }

test('a refusal in plain JSON is thrown with its name, fields and time to wait', async () => {
  const body = JSON.stringify({ name: 'TooLarge', message: 'Too large.', fields: { photo: 'Too large' } })
  const url = await replying(413, { ...json, 'retry-after': '7' }, body)
  await expect(fetchServerFunction(url)).rejects.toMatchObject({
    name: 'TooLarge',
    message: 'Too large.',
    status: 413,
    fields: { photo: 'Too large' },
    retryAfter: 7,
  })
})

test.each([
  [
    { error: 'Over quota', code: 42 },
    { name: 'Refused', message: 'Over quota', error: 'Over quota', code: 42 },
  ],
  [
    { ok: true, status: 200 },
    { name: 'Refused', ok: true, cause: { ok: true, status: 200 } },
  ],
  [{ message: 'Slow down' }, { name: 'Refused', message: 'Slow down' }],
  [{ name: 'Blocked' }, { name: 'Blocked' }],
  ['Not today', { name: 'Refused', message: 'Not today' }],
  [[1, 2], { name: 'Refused', cause: [1, 2] }],
])('JSON that is not one of our errors is thrown with all that it says: %j', async (said, thrown) => {
  const call = fetchServerFunction(await replying(403, json, JSON.stringify(said)))
  await expect(call).rejects.toMatchObject({ ...thrown, status: 403 })
  await expect(call).rejects.toBeInstanceOf(AppError)
})

test('a text response is thrown as an error with that text', async () => {
  await expect(fetchServerFunction(await replying(502, {}, 'Bad gateway'))).rejects.toMatchObject({
    status: 502,
    name: 'UnexpectedError',
    message: 'Bad gateway',
  })
})

test('a response of the call itself is returned unread', async () => {
  expect((await fetchServerFunction(await replying(200, json, '{}'))).status).toBe(200)
  expect((await fetchServerFunction(await replying(403, { ...json, 'x-tss-serialized': 'true' }, '{}'))).status).toBe(
    403,
  )
})
