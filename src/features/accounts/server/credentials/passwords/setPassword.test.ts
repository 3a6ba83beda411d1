import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { token, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { cookieHeader, createAgent, PASSWORD, signInAs } from '../../../../../../test/fixtures/agents.ts'
import { easyBotCheckAnswer, sixteenEncodings, solveBotCheck } from '../../../../../../test/fixtures/botCheck.ts'
import { call } from '../../../../../../test/support/call.ts'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { freePort, TEST_SECRET } from '../../../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'
import { useSmtpServer } from '../../../../../../test/support/servers/smtpServer.ts'
import { issueToken } from '../emailedTokens.server.ts'

const smtpPort = await freePort()
const { mailTo, emailsTo } = useSmtpServer(smtpPort)
const parts = useDeployedApp({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'Property Files <hello@example.nz>',
  TRUSTED_PROXIES: '127.0.0.1',
})

let lastAddress = 0
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${++lastAddress}` })

const ask = async (email: string, headers: Record<string, string> = fromNewAddress()) =>
  call(parts.url, 'requestPasswordReset', {
    method: 'POST',
    data: { email, turnstile: await easyBotCheckAnswer(TEST_SECRET, 'reset_password') },
    headers,
  })
const use = (value: string, password: string, headers: Record<string, string> = fromNewAddress()) =>
  call(parts.url, 'resetPassword', { method: 'POST', data: { token: value, password }, headers })

async function linkFor(email: string, count = 1) {
  const { text = '' } = await mailTo(email, count)
  const [link = '', value = ''] = /https?:\/\/\S+\/reset-password\/([\w-]+)/.exec(text) ?? []
  return { link, value }
}

describe('a forgotten password', () => {
  test('is reset with the emailed link, which verifies the address and ends every session', async () => {
    const agent = await createAgent(parts.database.db)
    const cookie = await signInAs(parts.url, agent.email)
    expect((await ask(agent.email)).status).toBe(200)
    const { value } = await linkFor(agent.email)
    expect((await use(value, 'a new one')).status).toBe(200)

    expect((await call(parts.url, 'fetchCurrentUser', { headers: { cookie } })).status).toBe(401)
    await expect(signInAs(parts.url, agent.email, PASSWORD)).rejects.toThrow('401')
    await signInAs(parts.url, agent.email, 'a new one')
    const [row] = await parts.database.db.select().from(user).where(eq(user.id, agent.id))
    expect(row?.emailVerified).toBe(true)
    const told = await parts.database.db.select().from(audit).where(eq(audit.userId, agent.id))
    expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['reset_requested', 'password_reset']))
    await eventually(() => emailsTo(agent.email).some(({ subject }) => subject === 'Your password was changed'))
  })

  test('threat 13: gets the same response for known and unknown addresses, and no email goes to the unknown', async () => {
    const agent = await createAgent(parts.database.db)
    const [known, unknown] = [await ask(agent.email), await ask('nobody-at-all@example.nz')]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.text).toBe(unknown.text)
    await mailTo(agent.email)
    expect(emailsTo('nobody-at-all@example.nz')).toEqual([])
  })

  test('threat 13: requested for a fourth time within the hour gets the same response, without an email', async () => {
    const agent = await createAgent(parts.database.db)
    for (let i = 0; i < 4; i++) expect((await ask(agent.email)).status).toBe(200)
    await mailTo(agent.email, 3)
    const later = await createAgent(parts.database.db)
    await ask(later.email)
    await mailTo(later.email)
    expect(emailsTo(agent.email)).toHaveLength(3)
  })

  test('threat 12: the link points to our site, regardless of the Host header', async () => {
    const agent = await createAgent(parts.database.db)
    await ask(agent.email, { ...fromNewAddress(), 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' })
    const { link } = await linkFor(agent.email)
    expect(link.startsWith(`${parts.url}/reset-password/`)).toBe(true)
    const { html = '', text = '' } = await mailTo(agent.email)
    expect(html + text).not.toContain('evil.example')
  })

  test('threat 8: the link’s secret is nowhere in the database, the queue included', async () => {
    const agent = await createAgent(parts.database.db)
    await ask(agent.email)
    const { value } = await linkFor(agent.email)
    const tables = await parts.database
      .sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`
    for (const { name } of tables) {
      const rows = await parts.database.sql.raw(`select t::text as row from ${name} t`)
      expect(
        rows.filter(({ row }) => row.includes(value)),
        name,
      ).toEqual([])
    }
  })
})

describe('threat 11: a reset link', () => {
  test('used fifty times at once works once', async () => {
    const agent = await createAgent(parts.database.db)
    await ask(agent.email)
    const { value } = await linkFor(agent.email)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => use(value, `password ${i}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  })

  test('expires after an hour', async () => {
    const agent = await createAgent(parts.database.db)
    await ask(agent.email)
    const { value } = await linkFor(agent.email)
    const [row] = await parts.database.db.select().from(token).where(eq(token.userId, agent.id))
    const life = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)
    expect(Math.round(life / 60_000)).toBe(60)
    // 61 minutes later:
    await parts.database.db
      .update(token)
      .set({ expiresAt: new Date(Date.now() - 60_000) })
      .where(eq(token.userId, agent.id))
    expect((await use(value, 'too late')).status).toBe(400)
  })

  test('is replaced by a newer one', async () => {
    const agent = await createAgent(parts.database.db)
    await ask(agent.email)
    const older = await linkFor(agent.email)
    await ask(agent.email)
    const newer = await linkFor(agent.email, 2)
    expect(newer.value).not.toBe(older.value)
    expect((await use(older.value, 'by the older')).status).toBe(400)
    expect((await use(newer.value, 'by the newer')).status).toBe(200)
  })

  test('threat 15: is not used up by an email scanner that opens it', async () => {
    const agent = await createAgent(parts.database.db)
    await ask(agent.email)
    const { link, value } = await linkFor(agent.email)
    for (let i = 0; i < 3; i++) expect((await fetch(link)).status).toBe(200)
    expect((await use(value, 'still works')).status).toBe(200)
  })

  test('threat 13: cannot be guessed: the sixth invalid link from one IP address is refused', async () => {
    const attacker = fromNewAddress()
    for (let i = 0; i < 5; i++) expect((await use(`guess-${i}`, 'whatever', attacker)).status).toBe(400)
    expect((await use('guess-6', 'whatever', attacker)).status).toBe(429)
  })

  test('needs a password of at least two characters', async () => {
    const answer = await use('any', 'x')
    expect(answer.status).toBe(400)
    expect(answer.error).toMatchObject({ fields: { password: expect.any(String) } })
  })
})

describe('threat 99: the link to create the first password', () => {
  const currentUser = (cookie: string) => call(parts.url, 'fetchCurrentUser', { headers: { cookie } })
  const sessionCookie = (headers: Headers) => headers.getSetCookie().find((one) => one.startsWith('session='))

  test('signs in with a new session, in the same cookie as signing in', async () => {
    const agent = await createAgent(parts.database.db)
    const value = await issueToken(parts.database.db, 'create_password', agent.id)
    const planted = 'session=planted-by-somebody-else'
    const answer = await use(value, 'my first one', { ...fromNewAddress(), cookie: planted })
    expect(answer.result).toEqual({ isSignedIn: true })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(sessionCookie(answer.headers)).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await currentUser(cookieHeader(answer.headers))).result).toMatchObject({ id: agent.id })
    expect((await currentUser(planted)).status).toBe(401)
  })

  test('is the only one that does: a reset sets no session, and neither does a used or expired link', async () => {
    const { db } = parts.database
    const agent = await createAgent(db)
    const reset = await use(await issueToken(db, 'reset_password', agent.id), 'another one')
    expect(reset.result).toEqual({ isSignedIn: false })
    expect(sessionCookie(reset.headers)).toBeUndefined()
    const [used, expired] = [
      await issueToken(db, 'create_password', agent.id),
      await issueToken(db, 'create_password', (await createAgent(db)).id, undefined, -1),
    ]
    await use(used, 'my first one')
    for (const value of [used, expired]) {
      const answer = await use(value, 'too late')
      expect(answer.status).toBe(400)
      expect(sessionCookie(answer.headers)).toBeUndefined()
    }
  })

  test('threat 100: expired, it sends a new one without naming the address, and not on a request from another site', async () => {
    const agent = await createAgent(parts.database.db)
    const token = await issueToken(parts.database.db, 'create_password', agent.id, undefined, -1)
    const send = (data: object, headers: Record<string, string> = {}) =>
      call(parts.url, 'resendFirstPasswordLink', { method: 'POST', data, headers: { ...fromNewAddress(), ...headers } })
    expect((await send({ token }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ token, email: 'thief@example.nz' })).status).toBe(400)
    const answer = await send({ token })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('@')
    const { value } = await linkFor(agent.email)
    expect((await use(value, 'my first one')).result).toEqual({ isSignedIn: true })
    expect(emailsTo('thief@example.nz')).toEqual([])
  })
})

describe('threat 51: the bot check', () => {
  const request = (turnstile: unknown) =>
    call(parts.url, 'requestPasswordReset', {
      method: 'POST',
      data: { email: 'x@example.nz', turnstile },
      headers: fromNewAddress(),
    })

  test('is required', async () => {
    const answer = await call(parts.url, 'requestPasswordReset', { method: 'POST', data: { email: 'x@example.nz' } })
    expect(answer.status).toBe(400)
    expect(answer.error).toMatchObject({ fields: { turnstile: expect.any(String) } })
  })

  test('refuses anything that is not an answer', async () => {
    for (const turnstile of ['nonsense', btoa('{}'), btoa('{"challenge":{},"solution":{}}')])
      expect((await request(turnstile)).status).toBe(403)
  })

  test('accepts an answer once, even if it is sent 20 times at once', async () => {
    const answer = await solveBotCheck(parts.url, 'reset_password')
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await request(answer)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])
  })

  test('accepts one solution once, regardless of its encoding', async () => {
    const statuses: number[] = []
    for (const answer of sixteenEncodings(await easyBotCheckAnswer(TEST_SECRET, 'reset_password')))
      statuses.push((await request(answer)).status)
    expect(statuses).toEqual([200, ...Array(15).fill(403)])
  })

  test('refuses an answer for another action', async () => {
    expect((await request(await easyBotCheckAnswer(TEST_SECRET, 'lead'))).status).toBe(403)
  })
})
