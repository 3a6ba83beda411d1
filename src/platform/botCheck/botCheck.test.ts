import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { usedBotCheck } from '#db/schema/abuseProtection.ts'
import { easyBotCheckAnswer } from '../../../test/fixtures/botCheck.ts'
import { openServices } from '../../../test/support/services/services.ts'
import { createLog } from '../telemetry/log.server.ts'
import {
  findAcceptedToken,
  findSolvedChallenge,
  makeChallenge,
  refuseBots,
  requireHuman,
  startBotCheck,
} from './botCheck.server.ts'
import { solveBotChallenge } from './solveChallenge.ts'

const SECRET = 's'.repeat(32)

describe('threat 51: the proof of work', () => {
  test('is accepted for its action only', async () => {
    const challenge = await makeChallenge(SECRET, 'lead')
    const answer = await solveBotChallenge(JSON.stringify(challenge))
    expect(await findSolvedChallenge(SECRET, 'lead', answer)).toBe(challenge.signature)
    expect(await findSolvedChallenge(SECRET, 'reset_password', answer)).toBeUndefined()
  })

  test('with another secret, or with its action or cost changed, is refused', async () => {
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

  test('expires after 300 seconds', async () => {
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

  test('gets our secret, the token and the visitor’s IP address', async () => {
    const { url, bodies } = await cloudflare(200, { success: true, action: 'lead' })
    expect(await verify(url)).toBe('answer')
    expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
      secret: 'secret',
      response: 'answer',
      remoteip: '203.0.113.9',
      idempotency_key: 'once',
    })
  })

  test('treats a token with surrounding spaces as the same token', async () => {
    const { url } = await cloudflare(200, { success: true, action: 'lead' })
    const sending = { action: 'lead' as const, clientIp: '203.0.113.9' }
    const tokens = ['token', ' token', 'token\n'].map((answer) =>
      findAcceptedToken('secret', { ...sending, answer }, url),
    )
    expect(await Promise.all(tokens)).toEqual(['token', 'token', 'token'])
  })

  test('refuses a token that it rejects or that is for another action', async () => {
    expect(await verify((await cloudflare(200, { success: false })).url)).toBeUndefined()
    expect(await verify((await cloudflare(200, { success: true, action: 'reset_password' })).url)).toBeUndefined()
  })

  test('gives no verdict while it is down', async () => {
    await expect(verify((await cloudflare(502, {})).url)).rejects.toThrow()
    await expect(verify('http://127.0.0.1:9')).rejects.toThrow()
  })

  test('gives no verdict if it never responds', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(verify(url)).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('threat 51: an answer', () => {
  test('in any other form is refused without an error', async () => {
    const challenge = await makeChallenge(SECRET, 'lead')
    const { signature } = challenge
    const contents = [
      null,
      'text',
      [],
      {},
      { challenge },
      { challenge: null, solution: {} },
      { challenge: [], solution: {} },
      { challenge, solution: null },
      { challenge, solution: 'text' },
      { challenge, solution: {} },
      { challenge: { signature, parameters: { data: { action: 'lead' }, expiresAt: {} } }, solution: {} },
      { challenge: { signature: 1, parameters: { data: { action: 'lead' } } }, solution: {} },
      // The library throws at a list that is as long as a signature.
      { challenge: { signature: Array(64).fill('0'), parameters: { data: { action: 'lead' } } }, solution: {} },
    ]
    for (const content of contents)
      expect(await findSolvedChallenge(SECRET, 'lead', btoa(JSON.stringify(content)))).toBeUndefined()
    expect(await findSolvedChallenge(SECRET, 'lead', 'not even JSON')).toBeUndefined()
  })

  test('is accepted until 300 seconds have passed', async () => {
    const startedAt = Date.now()
    const answer = await solveBotChallenge(JSON.stringify(await makeChallenge(SECRET, 'lead')))
    vi.useFakeTimers({ now: startedAt + 298_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await findSolvedChallenge(SECRET, 'lead', answer)).toBeDefined()
  })

  test.each([
    ['300', 'lowest', 0],
    ['900', 'highest', 0xff],
  ])('costs a visitor %s attempts of 1,000 rounds with the %s random number', async (attempts, _which, byte) => {
    // Every random value has this byte only.
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(byte)
      return array
    })
    const challenge = await makeChallenge(SECRET, 'lead')
    random.mockRestore()
    expect(challenge.parameters.cost).toBe(1_000)
    const { solution } = JSON.parse(atob(await solveBotChallenge(JSON.stringify(challenge))))
    expect(solution.counter).toBe(Number(attempts))
  })
})

describe('threat 51: a visitor', () => {
  let opened: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    opened = await openServices()
  })
  afterAll(() => opened.close())

  const answerFor = (action: 'lead' | 'reset_password') => easyBotCheckAnswer(opened.services.env.APP_SECRET, action)
  const submission = { action: 'lead', clientIp: '203.0.113.9' } as const
  const refused = { status: 403 }

  /** Services that use Turnstile, with a function in place of Cloudflare. Records what Cloudflare is asked. */
  function withTurnstile(respond: () => Promise<Response>) {
    const asked: { url: string; body: Record<string, string> }[] = []
    vi.stubGlobal('fetch', (url: string, { body }: { body: URLSearchParams }) => {
      asked.push({ url, body: Object.fromEntries(body) })
      return respond()
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const lines: string[] = []
    const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } })
    const env = { ...opened.services.env, TURNSTILE_SITE_KEY: 'site key', TURNSTILE_SECRET_KEY: 'secret key' }
    return { asked, lines, services: { ...opened.services, env, log } }
  }

  test('gets our challenge for this action, or Turnstile’s site key', async () => {
    const { provider, ...rest } = await startBotCheck(opened.services, 'lead')
    expect(provider).toBe('altcha')
    expect(JSON.parse(rest.challenge ?? '')).toMatchObject({ parameters: { data: { action: 'lead' } } })
    const { services } = withTurnstile(() => Promise.reject(new Error('not asked')))
    expect(await startBotCheck(services, 'lead')).toEqual({ provider: 'turnstile', siteKey: 'site key' })
  })

  test('passes once with a right answer, and again only when the same submission is retried', async () => {
    const { services } = opened
    await requireHuman(services, 'reset_password', await answerFor('reset_password'), '203.0.113.9')
    const answer = await answerFor('lead')
    await refuseBots(services, { ...submission, answer, key: 'first' })
    await refuseBots(services, { ...submission, answer, key: 'first' })
    await expect(refuseBots(services, { ...submission, answer, key: 'second' })).rejects.toMatchObject(refused)
    await expect(requireHuman(services, 'lead', answer, '203.0.113.9')).rejects.toMatchObject(refused)
    const another = await answerFor('lead')
    await requireHuman(services, 'lead', another, '203.0.113.9')
    await expect(requireHuman(services, 'lead', another, '203.0.113.9')).rejects.toMatchObject(refused)
    await expect(refuseBots(services, { ...submission, answer: another, key: 'first' })).rejects.toMatchObject(refused)
  })

  test('is refused with a wrong answer, or with one for another action', async () => {
    const { services } = opened
    const other = await answerFor('reset_password')
    for (const answer of ['nonsense', other]) {
      await expect(requireHuman(services, 'lead', answer, '203.0.113.9')).rejects.toMatchObject(refused)
      await expect(refuseBots(services, { ...submission, answer, key: 'key' })).rejects.toMatchObject(refused)
    }
  })

  test('leaves only a hash, for ten minutes', async () => {
    const { db } = opened.database
    await db.delete(usedBotCheck)
    await requireHuman(opened.services, 'lead', await answerFor('lead'), '203.0.113.9')
    const [used] = await db.select().from(usedBotCheck)
    expect(used?.answerHash).toMatch(/^[0-9a-f]{64}$/)
    const secondsLeft = ((used?.expiresAt.getTime() ?? 0) - Date.now()) / 1000
    expect(secondsLeft).toBeGreaterThan(550)
    expect(secondsLeft).toBeLessThanOrEqual(600)
  })

  test('is checked by Cloudflare where Turnstile is set up', async () => {
    const { services, asked } = withTurnstile(async () => Response.json({ success: true, action: 'lead' }))
    await requireHuman(services, 'lead', 'token one', '203.0.113.9')
    await refuseBots(services, { ...submission, answer: 'token two', key: 'submission' })
    const url = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
    const body = { secret: 'secret key', remoteip: '203.0.113.9' }
    expect(asked).toEqual([
      { url, body: { ...body, response: 'token one' } },
      { url, body: { ...body, response: 'token two', idempotency_key: 'submission' } },
    ])
    await expect(requireHuman(services, 'reset_password', 'token', '203.0.113.9')).rejects.toMatchObject(refused)
  })

  test('can send a lead while Cloudflare is down, but nothing else, and the error is logged', async () => {
    const { services, lines } = withTurnstile(() => Promise.reject(new TypeError('no route')))
    await refuseBots(services, { ...submission, answer: 'token', key: 'key' })
    await expect(requireHuman(services, 'lead', 'token', '203.0.113.9')).rejects.toMatchObject(refused)
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      Array(2).fill(expect.objectContaining({ msg: 'bot check unavailable', err: expect.anything() })),
    )
  })

  test('gets no verdict from a server error of Cloudflare, but one from any other status', async () => {
    const ask = (status: number, success: boolean) => {
      withTurnstile(async () => Response.json({ success, action: 'lead' }, { status }))
      return findAcceptedToken('secret', { ...submission, answer: 'token' })
    }
    await expect(ask(500, true)).rejects.toThrow('500')
    await expect(ask(502, true)).rejects.toThrow('502')
    expect(await ask(400, false)).toBeUndefined()
    expect(await ask(400, true)).toBe('token')
  })
})
