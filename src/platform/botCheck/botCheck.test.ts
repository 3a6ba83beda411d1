import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isSolved, makeChallenge } from './altcha.server.ts'
import { solve } from './solve.ts'
import { isAcceptedByTurnstile } from './turnstile.server.ts'

const SECRET = 's'.repeat(32)

describe('threat 51: the proof of work', () => {
  test('is accepted when it is right, for its action only', async () => {
    const answer = await solve(JSON.stringify(await makeChallenge(SECRET, 'lead')))
    expect(await isSolved(SECRET, 'lead', answer)).toBe(true)
    expect(await isSolved(SECRET, 'reset_password', answer)).toBe(false)
  })

  test('of another secret, or with its action or cost changed, is worth nothing', async () => {
    const challenge = await makeChallenge(SECRET, 'lead')
    const answer = await solve(JSON.stringify(challenge))
    expect(await isSolved('x'.repeat(32), 'lead', answer)).toBe(false)
    const { solution } = JSON.parse(atob(answer))
    const forged = {
      ...challenge,
      parameters: { ...challenge.parameters, cost: 1, data: { action: 'reset_password' } },
    }
    expect(await isSolved(SECRET, 'reset_password', btoa(JSON.stringify({ challenge: forged, solution })))).toBe(false)
  })

  test('is too late after 300 seconds', async () => {
    const answer = await solve(JSON.stringify(await makeChallenge(SECRET, 'lead')))
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await isSolved(SECRET, 'lead', answer)).toBe(false)
  })
})

describe('threat 51: Turnstile', () => {
  async function cloudflare(status: number, verdict: object) {
    const bodies: string[] = []
    const server = createServer(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString('utf8'))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const verify = (url: string) =>
    isAcceptedByTurnstile('secret', { action: 'lead', answer: 'answer', clientIp: '203.0.113.9', key: 'once' }, url)

  test('is asked with our secret, the answer and the visitor’s address', async () => {
    const { url, bodies } = await cloudflare(200, { success: true, action: 'lead' })
    expect(await verify(url)).toBe(true)
    expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
      secret: 'secret',
      response: 'answer',
      remoteip: '203.0.113.9',
      idempotency_key: 'once',
    })
  })

  test('is believed when it says no, or means another action', async () => {
    expect(await verify((await cloudflare(200, { success: false })).url)).toBe(false)
    expect(await verify((await cloudflare(200, { success: true, action: 'reset_password' })).url)).toBe(false)
  })

  test('that is down is neither yes nor no', async () => {
    await expect(verify((await cloudflare(502, {})).url)).rejects.toThrow()
    await expect(verify('http://127.0.0.1:9')).rejects.toThrow()
  })
})
