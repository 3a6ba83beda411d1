import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findAcceptedToken, findSolvedChallenge, makeChallenge } from './botCheckProviders.server.ts'
import { solveBotChallenge } from './solveChallenge.ts'

const SECRET = 's'.repeat(32)

describe('threat 51: the proof of work', () => {
  test('is accepted when it is right, for its action only', async () => {
    const challenge = await makeChallenge(SECRET, 'lead')
    const answer = await solveBotChallenge(JSON.stringify(challenge))
    expect(await findSolvedChallenge(SECRET, 'lead', answer)).toBe(challenge.signature)
    expect(await findSolvedChallenge(SECRET, 'reset_password', answer)).toBeUndefined()
  })

  test('of another secret, or with its action or cost changed, is refused', async () => {
    const challenge = await makeChallenge(SECRET, 'lead')
    const answer = await solveBotChallenge(JSON.stringify(challenge))
    expect(await findSolvedChallenge('x'.repeat(32), 'lead', answer)).toBeUndefined()
    const { solution } = JSON.parse(atob(answer))
    const forged = {
      ...challenge,
      parameters: { ...challenge.parameters, cost: 1, data: { action: 'reset_password' } },
    }
    const forgery = btoa(JSON.stringify({ challenge: forged, solution }))
    expect(await findSolvedChallenge(SECRET, 'reset_password', forgery)).toBeUndefined()
  })

  test('is too late after 300 seconds', async () => {
    const answer = await solveBotChallenge(JSON.stringify(await makeChallenge(SECRET, 'lead')))
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await findSolvedChallenge(SECRET, 'lead', answer)).toBeUndefined()
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
    findAcceptedToken('secret', { action: 'lead', answer: 'answer', clientIp: '203.0.113.9', key: 'once' }, url)

  test('is asked with our secret, the answer and the visitor’s address', async () => {
    const { url, bodies } = await cloudflare(200, { success: true, action: 'lead' })
    expect(await verify(url)).toBe('answer')
    expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
      secret: 'secret',
      response: 'answer',
      remoteip: '203.0.113.9',
      idempotency_key: 'once',
    })
  })

  test('takes a token with blanks around it for the same token', async () => {
    const { url } = await cloudflare(200, { success: true, action: 'lead' })
    const sending = { action: 'lead' as const, clientIp: '203.0.113.9' }
    const tokens = ['token', ' token', 'token\n'].map((answer) =>
      findAcceptedToken('secret', { ...sending, answer }, url),
    )
    expect(await Promise.all(tokens)).toEqual(['token', 'token', 'token'])
  })

  test('is believed when it says no, or means another action', async () => {
    expect(await verify((await cloudflare(200, { success: false })).url)).toBeUndefined()
    expect(await verify((await cloudflare(200, { success: true, action: 'reset_password' })).url)).toBeUndefined()
  })

  test('that is down is neither yes nor no', async () => {
    await expect(verify((await cloudflare(502, {})).url)).rejects.toThrow()
    await expect(verify('http://127.0.0.1:9')).rejects.toThrow()
  })
})
