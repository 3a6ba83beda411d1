import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { pendingSignIn, recoveryCode } from '#db/schema/signInMethods.ts'
import { cookieHeader, createAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator, forgetUsedCodes } from '../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { call } from '../../../../../test/support/call.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { issueToken } from '../credentials/emailedTokens.server.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1' })

/** Each from an address of its own, so that the limits of one test do not reach another. */
let lastAddress = 0
const newAddress = () => `203.0.113.${++lastAddress}`
const post = (name: string, data: unknown, cookie = '', address = newAddress()) =>
  call(parts.url, name, { method: 'POST', data, headers: { cookie, 'x-forwarded-for': address } })
const get = (name: string, cookie: string) => call(parts.url, name, { headers: { cookie } })

/** An agent with an authenticator app. */
async function createGuardedAgent() {
  const agent = await createAgent(parts.db)
  return { agent, ...(await createAuthenticator(parts.db, agent.id)) }
}
/** The cookies of a browser where the password was right. */
async function enterPassword(email: string, cookie = '') {
  const answer = await post('login', { email, password: PASSWORD }, cookie)
  expect(answer.result).toEqual({ isSignedIn: false })
  return cookieHeader(answer.headers)
}
const enterCode = (cookie: string, code: string, address?: string) =>
  post('finishSignIn', { kind: 'code', code }, cookie, address)
const enterRecoveryCode = (cookie: string, code: string) => post('finishSignIn', { kind: 'recoveryCode', code }, cookie)
const subjectsTo = async (email: string) => (await emailsTo(parts.app.dataDir, email)).map(({ subject }) => subject)
/** A code that no app of this secret shows now, or a step earlier or later. */
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1].map((stepsAgo) => codeFor(secret, stepsAgo))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

describe('a sign-in with an authenticator app', () => {
  test('takes the password and then the code, with or without a space', async () => {
    const { agent, secret } = await createGuardedAgent()
    const pending = await enterPassword(agent.email)
    expect((await get('fetchSecondStep', pending)).result).toEqual({
      email: agent.email,
      ...{ hasAuthenticator: true, hasPasskey: false, isAlwaysAsked: true },
    })
    const code = codeFor(secret)
    const answer = await enterCode(pending, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(answer.status).toBe(200)
    const me = await get('fetchCurrentUser', cookieHeader(answer.headers))
    expect(me.result).toMatchObject({ email: agent.email })
    expect((await get('fetchSecondStep', pending)).result).toBeNull()
  })

  test('threat 226: after the password alone, no call of the portal and no page is open', async () => {
    const { agent } = await createGuardedAgent()
    const pending = await enterPassword(agent.email)
    const session = `session=${pending.match(/sign_in=([^;]+)/)?.[1]}`
    for (const cookie of [pending, session])
      for (const name of ['fetchCurrentUser', 'fetchSettings', 'fetchLeads', 'fetchSecondFactors'])
        expect((await get(name, cookie)).status, name).toBe(401)
    const page = await fetch(`${parts.url}/portal`, { headers: { cookie: pending }, redirect: 'manual' })
    expect(page.headers.get('location')).toMatch(/^\/login\?/)
  })

  test('threat 226: a stolen pending sign-in is useless in another browser', async () => {
    const { agent, secret } = await createGuardedAgent()
    const pending = await enterPassword(agent.email)
    const stolen = pending.match(/sign_in=[^;]+/)?.[0] ?? ''
    for (const cookie of [stolen, `${stolen}; device=another`]) {
      expect((await get('fetchSecondStep', cookie)).result).toBeNull()
      expect((await enterCode(cookie, codeFor(secret))).error).toMatchObject({ name: 'SecondStepExpired' })
    }
    expect((await enterCode(pending, codeFor(secret))).status).toBe(200)
  })

  test('threat 226: it ends after ten minutes, with a new password, and when it is used', async () => {
    const { agent, secret } = await createGuardedAgent()
    const late = await enterPassword(agent.email)
    await parts.db.update(pendingSignIn).set({ expiresAt: sql`now() - interval '1 second'` })
    expect((await enterCode(late, codeFor(secret))).status).toBe(401)

    const overtaken = await enterPassword(agent.email)
    const token = await issueToken(parts.db, 'reset_password', agent.id)
    expect((await post('resetPassword', { token, password: PASSWORD })).result).toEqual({ isSignedIn: false })
    expect((await enterCode(overtaken, codeFor(secret))).status).toBe(401)

    const used = await enterPassword(agent.email)
    expect((await enterCode(used, codeFor(secret))).status).toBe(200)
    await forgetUsedCodes(parts.db, agent.id)
    expect((await enterCode(used, codeFor(secret))).status).toBe(401)
  })

  test('threat 223: a code works once, even in two browsers at the same moment', async () => {
    const { agent, secret } = await createGuardedAgent()
    const browsers = await Promise.all([enterPassword(agent.email), enterPassword(agent.email)])
    const code = codeFor(secret)
    const answers = await Promise.all(browsers.map((cookie) => enterCode(cookie, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.error).toMatchObject({ fields: { code: expect.any(String) } })
  })

  test('threat 223: a code that is older than the last one used is refused', async () => {
    const { agent, secret } = await createGuardedAgent()
    const newer = codeFor(secret, -1)
    expect((await enterCode(await enterPassword(agent.email), newer)).status).toBe(200)
    for (const code of [codeFor(secret, 1), codeFor(secret), newer])
      expect((await enterCode(await enterPassword(agent.email), code)).status).toBe(400)
  })

  test('a phone may be half a minute slow, and no more', async () => {
    const { agent, secret } = await createGuardedAgent()
    const pending = await enterPassword(agent.email)
    expect((await enterCode(pending, codeFor(secret, 3))).status).toBe(400)
    // The one before the current: a step may pass between computing and entering it.
    const slow = await enterCode(pending, codeFor(secret, 1))
    expect([200, 400]).toContain(slow.status)
    if (slow.status === 400) expect((await enterCode(pending, codeFor(secret))).status).toBe(200)
  })

  test('threat 224: the sixth code from one IP address is refused, and the agent hears that someone has the password', async () => {
    const { agent, secret } = await createGuardedAgent()
    const pending = await enterPassword(agent.email)
    const attacker = newAddress()
    for (let tries = 0; tries < 5; tries++)
      expect((await enterCode(pending, wrongCode(secret), attacker)).status).toBe(400)
    const refused = await enterCode(pending, codeFor(secret), attacker)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    await eventually(async () => (await subjectsTo(agent.email)).includes('Someone has your password'))
    expect((await enterCode(await enterPassword(agent.email), codeFor(secret))).status).toBe(200)
  })

  test('threat 224: codes guessed from many IP addresses share a limit; a browser that the agent has used before can still sign in', async () => {
    const { agent, secret } = await createGuardedAgent()
    const known = cookieHeader((await enterCode(await enterPassword(agent.email), codeFor(secret))).headers)
    await forgetUsedCodes(parts.db, agent.id)
    const attacker = await enterPassword(agent.email)
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries++)
      statuses.push((await enterCode(attacker, wrongCode(secret), `2001:db8:${tries}::1`)).status)
    expect(statuses).toEqual([...Array(30).fill(400), 429])
    expect((await enterCode(attacker, codeFor(secret))).status).toBe(429)
    const device = known.match(/device=[^;]+/)?.[0] ?? ''
    expect((await enterCode(await enterPassword(agent.email, device), codeFor(secret))).status).toBe(200)
  })

  test('threat 227: an unknown address and a wrong password get the same response, with and without a second factor', async () => {
    const { agent } = await createGuardedAgent()
    const plain = await createAgent(parts.db)
    const emails = [agent.email, plain.email, 'nobody@example.nz']
    const answers = await Promise.all(emails.map((email) => post('login', { email, password: 'wrong' })))
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]?.text)
      expect(headers.getSetCookie()).toEqual([])
    }
  })
})

describe('a recovery code', () => {
  test('threat 225: signs in once, however it is typed, and the agent hears how many are left', async () => {
    const { agent, recoveryCodes } = await createGuardedAgent()
    const [code = ''] = recoveryCodes
    const typed = ` ${code.slice(0, 4).toUpperCase()}-${code.slice(4, 8)} ${code.slice(8)} `
    expect((await enterRecoveryCode(await enterPassword(agent.email), typed)).status).toBe(200)
    expect((await enterRecoveryCode(await enterPassword(agent.email), code)).status).toBe(400)
    const findEmail = async () =>
      (await emailsTo(parts.app.dataDir, agent.email)).find(({ subject }) => subject === 'A recovery code was used')
    await eventually(async () => (await findEmail()) !== undefined)
    expect((await findEmail())?.text).toContain('You have 9 codes left.')
  })

  test('threat 225: of several requests with one code at the same moment, one succeeds', async () => {
    const { agent, recoveryCodes } = await createGuardedAgent()
    const browsers = await Promise.all([1, 2, 3].map(() => enterPassword(agent.email)))
    const answers = await Promise.all(browsers.map((cookie) => enterRecoveryCode(cookie, recoveryCodes[0] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('threat 225: is stored as a hash, which differs between accounts, and another account’s is refused', async () => {
    const [mine, others] = [await createGuardedAgent(), await createGuardedAgent()]
    const rows = await parts.db.select().from(recoveryCode).where(eq(recoveryCode.userId, mine.agent.id))
    expect(rows).toHaveLength(10)
    for (const code of mine.recoveryCodes) {
      expect(code).toMatch(/^[0-9a-z]{16}$/)
      expect(JSON.stringify(rows)).not.toContain(code)
    }
    const refused = await enterRecoveryCode(await enterPassword(mine.agent.email), others.recoveryCodes[0] ?? '')
    expect(refused.error).toMatchObject({ fields: { code: expect.any(String) } })
  })

  test('threat 224: guessing app codes does not lock out someone who has a recovery code', async () => {
    const { agent, secret, recoveryCodes } = await createGuardedAgent()
    const pending = await enterPassword(agent.email)
    const address = newAddress()
    for (let tries = 0; tries < 6; tries++) await enterCode(pending, wrongCode(secret), address)
    const data = { kind: 'recoveryCode', code: recoveryCodes[0] }
    expect((await post('finishSignIn', data, pending, address)).status).toBe(200)
  })
})
