import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session, user } from '#db/schema/accounts.ts'
import { cookieHeader, createAgent, PASSWORD, signInAs } from '../../../../../test/fixtures/agents.ts'
import { call } from '../../../../../test/support/call.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { issueToken } from './emailedTokens.server.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })

/** Each test signs in from an address of its own, so that the limits of one do not reach another. */
let lastAddress = 0
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${++lastAddress}` })
const login = (data: unknown, headers: Record<string, string> = fromNewAddress()) =>
  call(parts.url, 'login', { method: 'POST', data, headers })
/** Until the next sign-in, each guess is compared with a hash that takes little time. */
const makeGuessesCheap = async (agentId: string) => {
  const password = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 })
  await parts.database.db.update(user).set({ password }).where(eq(user.id, agentId))
}
const currentUser = (cookie: string) => call(parts.url, 'fetchCurrentUser', { headers: { cookie } })

describe('signing in', () => {
  test('opens a session for the agent, regardless of the case of the address', async () => {
    const agent = await createAgent(parts.database.db, { firstName: 'Mia' })
    const answer = await login({ email: `  ${agent.email.toUpperCase()} `, password: PASSWORD })
    expect(answer.status).toBe(200)
    const me = await currentUser(cookieHeader(answer.headers))
    expect(me.result).toMatchObject({ id: agent.id, email: agent.email, firstName: 'Mia' })
    expect(me.text).not.toContain('argon2')
  })

  test('threat 9: the cookie is HttpOnly, Lax and for the whole site, and nothing is cached', async () => {
    const agent = await createAgent(parts.database.db)
    const { headers } = await login({ email: agent.email, password: PASSWORD })
    const cookie = headers.getSetCookie().find((one) => one.startsWith('session=')) ?? ''
    expect(cookie).toMatch(/^session=[\w-]{43}; /)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).toContain('Max-Age=2592000')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('threat 9: a planted cookie never becomes a session, and a new sign-in ends the old one', async () => {
    const agent = await createAgent(parts.database.db)
    const planted = 'session=planted-by-somebody-else'
    const answer = await login({ email: agent.email, password: PASSWORD }, { ...fromNewAddress(), cookie: planted })
    expect((await currentUser(planted)).status).toBe(401)
    const first = cookieHeader(answer.headers)
    await login({ email: agent.email, password: PASSWORD }, { ...fromNewAddress(), cookie: first })
    expect((await currentUser(first)).status).toBe(401)
  })

  test('threat 8: the cookie’s value is nowhere in the database', async () => {
    const agent = await createAgent(parts.database.db)
    const cookie = await signInAs(parts.url, agent.email)
    const rows = await parts.database.db.select().from(session).where(eq(session.userId, agent.id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(cookie.slice('session='.length))
  })

  test('threat 3: a wrong password and an unknown address get the same response', async () => {
    const agent = await createAgent(parts.database.db)
    const [wrong, unknown] = await Promise.all([
      login({ email: agent.email, password: 'wrong' }),
      login({ email: 'nobody@example.nz', password: 'wrong' }),
    ])
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.text).toBe(unknown.text)
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('threat 4: the eleventh attempt from one IP address is refused; the owner can sign in from another', async () => {
    const agent = await createAgent(parts.database.db)
    await makeGuessesCheap(agent.id)
    const attacker = fromNewAddress()
    for (let i = 0; i < 10; i++)
      expect((await login({ email: agent.email, password: 'guess' }, attacker)).status).toBe(401)
    const refused = await login({ email: agent.email, password: PASSWORD }, attacker)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await login({ email: agent.email, password: PASSWORD })).status).toBe(200)
  })

  test('threat 4: guesses from many IP addresses share a limit; a browser that the agent has used before can still sign in', async () => {
    const agent = await createAgent(parts.database.db)
    const known = (await login({ email: agent.email, password: PASSWORD })).headers
    await makeGuessesCheap(agent.id)
    const guess = (n: number) =>
      login({ email: agent.email, password: 'guess' }, { 'x-forwarded-for': `2001:db8:${n.toString(16)}::1` })
    const guesses = await Promise.all(Array.from({ length: 51 }, (_, n) => guess(n)))
    expect(guesses.map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(401), 429])

    const refused = await login({ email: agent.email, password: PASSWORD })
    expect(refused.status).toBe(429)
    expect(refused.error).toMatchObject({
      message: expect.stringMatching(/^Too many attempts\. Try again in (1 hour|60 minutes)\.$/),
    })
    const deviceCookie = cookieHeader(known)
      .split('; ')
      .find((cookie) => cookie.startsWith('device='))
    const withDevice = { ...fromNewAddress(), cookie: deviceCookie ?? '' }
    expect((await login({ email: agent.email, password: PASSWORD }, withDevice)).status).toBe(200)
    const other = await createAgent(parts.database.db)
    expect((await login({ email: other.email, password: PASSWORD })).status).toBe(200)
    // The response does not reveal whether there is an account.
    const nobody = Array.from({ length: 51 }, (_, n) =>
      login(
        { email: 'no-account@example.nz', password: 'guess' },
        { 'x-forwarded-for': `2001:db8:1${n.toString(16)}::1` },
      ),
    )
    expect((await Promise.all(nobody)).map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(401), 429])
  })

  test('threat 4: a browser that resets the password can sign in while others guess', async () => {
    const agent = await createAgent(parts.database.db)
    await makeGuessesCheap(agent.id)
    const guess = (n: number) =>
      login({ email: agent.email, password: 'guess' }, { 'x-forwarded-for': `2001:db8:2${n.toString(16)}::1` })
    await Promise.all(Array.from({ length: 51 }, (_, n) => guess(n)))
    const token = await issueToken(parts.database.db, 'reset_password', agent.id)
    const data = { token, password: 'a new one' }
    const reset = await call(parts.url, 'resetPassword', { method: 'POST', data, headers: fromNewAddress() })
    const headers = { ...fromNewAddress(), cookie: cookieHeader(reset.headers) }
    expect((await login({ email: agent.email, password: 'a new one' }, headers)).status).toBe(200)
  })

  test('threat 52: an IPv6 network has its own limit besides those of its addresses', async () => {
    const from = (address: string) => login({ email: 'x@example.nz', password: 'xx' }, { 'x-forwarded-for': address })
    expect((await from('2001:db8:aaaa:1::1')).status).toBe(401)
    const [counted] = await parts.database.sql`
      update rate_limit set points = 1000 where key like 'sign_in_address_network:%'
        and expire = (select max(expire) from rate_limit where key like 'sign_in_address_network:%') returning key`
    expect(counted).toBeDefined()
    expect((await from('2001:db8:aaaa:2::1')).status).toBe(429)
    expect((await from('2001:db8:aaab:1::1')).status).toBe(401)
  })

  test('threat 2, threat 6: invalid input is refused before any database query', async () => {
    const odd = [
      { email: 'mia@example.nz', password: 'x' },
      { email: 'mia@example.nz', password: 'x'.repeat(1025) },
      { email: 'not an address', password: 'xx' },
      { email: ['mia@example.nz'], password: 'xx' },
      { email: 'mia@example.nz', password: 'xx', userId: 'usr_1' },
      { email: 'mia@example.nz' },
      'mia@example.nz',
      null,
    ]
    for (const data of odd) expect((await login(data)).status, JSON.stringify(data).slice(0, 60)).toBe(400)
  })

  test('threat 6: a payload that targets the prototype changes nothing', async () => {
    const body =
      '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":10,"i":1,"p":{"k":["__proto__"],"v":[{"t":10,"i":2,"p":{"k":["email"],"v":[{"t":1,"s":"a@b.nz"}]},"o":0}]},"o":0}]},"o":0},"f":127,"m":[]}'
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-tsr-serverFn': 'true' }
    const response = await fetch(`${parts.url}/_serverFn/login`, { method: 'POST', body, headers })
    expect(response.status).toBe(400)
  })

  test('threat 1: a hash with older settings is replaced on sign-in', async () => {
    const agent = await createAgent(parts.database.db, {
      password: await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 }),
    })
    await signInAs(parts.url, agent.email)
    const [row] = await parts.database.db.select().from(user).where(eq(user.id, agent.id))
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

test('threat 5: a flood of sign-ins all get responses, and so does a page requested meanwhile', async () => {
  const flood = Array.from({ length: 60 }, (_, turn) =>
    login({ email: `nobody-${turn}@example.nz`, password: 'guess' }),
  )
  expect((await fetch(`${parts.url}/about`)).status).toBe(200)
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
})

describe('signing out', () => {
  test('threat 9: ends the session on the server; the old cookie no longer works', async () => {
    const agent = await createAgent(parts.database.db)
    const cookie = await signInAs(parts.url, agent.email)
    expect((await currentUser(cookie)).status).toBe(200)
    const answer = await call(parts.url, 'logout', { method: 'POST', headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=;.*Max-Age=0/)
    expect((await currentUser(cookie)).status).toBe(401)
  })

  test('threat 10: cannot be forced from another site', async () => {
    const agent = await createAgent(parts.database.db)
    const cookie = await signInAs(parts.url, agent.email)
    const attempts: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of attempts)
      expect((await call(parts.url, 'logout', { method: 'POST', headers: { cookie, ...headers } })).status).toBe(403)
    expect((await currentUser(cookie)).status).toBe(200)
  })
})

test('a session that has expired, or whose agent is archived, is not valid', async () => {
  const agent = await createAgent(parts.database.db)
  const cookie = await signInAs(parts.url, agent.email)
  await parts.database.db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, agent.id))
  expect((await currentUser(cookie)).status).toBe(401)
  await parts.database.db.update(user).set({ archivedAt: null }).where(eq(user.id, agent.id))
  await parts.database.db
    .update(session)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(session.userId, agent.id))
  expect((await currentUser(cookie)).status).toBe(401)
})
