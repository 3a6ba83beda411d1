import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { accountRecovery } from '#db/schema/signInMethods.ts'
import { joinAgencyOf } from '../../../../../test/fixtures/agencies.ts'
import { cookieHeader, createAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator as createApp } from '../../../../../test/fixtures/authenticators.ts'
import { createAgentWithPasskey, openSignInPage, readChallenge } from '../../../../../test/fixtures/passkeys.ts'
import { call } from '../../../../../test/support/call.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { issueToken } from '../credentials/emailedTokens.server.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1' })

/** Each from an address of its own, so that the limits of one test do not reach another. */
let lastAddress = 0
const post = (name: string, data: unknown, cookie = '') =>
  call(parts.url, name, { method: 'POST', data, headers: { cookie, 'x-forwarded-for': `203.0.113.${++lastAddress}` } })
const login = (email: string, cookie?: string) => post('login', { email, password: PASSWORD }, cookie)
const newAgent = () => createAgentWithPasskey({ url: parts.url, db: parts.db })
const requireSecondFactor = (agencyId: string, from = sql`now()`) =>
  parts.db.update(agency).set({ secondFactorFrom: from }).where(eq(agency.id, agencyId))

/** An agent with a passkey in an agency that requires a second factor. */
async function createGuardedAgent() {
  const one = await newAgent()
  await requireSecondFactor(one.agent.agencyId)
  return one
}
/** The cookies of a browser where the password was right and is not enough. */
async function enterPassword(email: string, cookie?: string) {
  const answer = await login(email, cookie)
  expect(answer.result).toEqual({ isSignedIn: false })
  return cookieHeader(answer.headers)
}
const beginStep = async (cookie: string) => readChallenge(await post('beginPasskeyStep', undefined, cookie))
const finish = (cookie: string, passkey: unknown) => post('finishSignIn', { kind: 'passkey', passkey }, cookie)
const deviceOf = (cookie: string) => /device=[^;]+/.exec(cookie)?.[0]

describe('a passkey as the second step', () => {
  test('threat 255: is asked for after the password where the agency requires one, in known browsers too', async () => {
    const { agent, authenticator, passkey, cookie } = await createGuardedAgent()
    for (const browser of [undefined, deviceOf(cookie)]) {
      const pending = await enterPassword(agent.email, browser)
      const session = `session=${/sign_in=([^;]+)/.exec(pending)?.[1]}`
      expect((await call(parts.url, 'fetchLeads', { headers: { cookie: session } })).status).toBe(401)
      expect((await call(parts.url, 'fetchSecondStep', { headers: { cookie: pending } })).result).toEqual({
        email: agent.email,
        ...{ hasAuthenticator: false, hasPasskey: true, isAlwaysAsked: true },
      })
      const { result } = await post('beginPasskeyStep', undefined, pending)
      expect(result).toMatchObject({ allowCredentials: [{ id: authenticator.id }] })
      const { challenge } = result as { challenge: string }
      const answer = await finish(pending, authenticator.answer({ challenge, origin: parts.url }))
      expect(answer.status, passkey.id).toBe(200)
      const me = await call(parts.url, 'fetchCurrentUser', { headers: { cookie: cookieHeader(answer.headers) } })
      expect(me.result).toMatchObject({ id: agent.id })
    }
  })

  test('threat 255: one of several agencies is enough to require it, and none before its day', async () => {
    const { agent, cookie } = await newAgent()
    const device = deviceOf(cookie)
    const owner = await createAgent(parts.db)
    await joinAgencyOf(parts.db, owner, agent)
    await requireSecondFactor(owner.agencyId, sql`now() + interval '1 minute'`)
    expect((await login(agent.email, device)).result).toEqual({ isSignedIn: true })
    await requireSecondFactor(owner.agencyId)
    expect((await login(agent.email, device)).result).toEqual({ isSignedIn: false })
  })

  test('threat 255: another agent’s passkey, an answer sent twice, and answers for another step are refused', async () => {
    const { agent, authenticator } = await createGuardedAgent()
    const other = await createGuardedAgent()
    const origin = parts.url
    const pending = await enterPassword(agent.email)
    const theirs = other.authenticator.answer({ challenge: await beginStep(pending), origin })
    expect((await finish(pending, theirs)).error).toMatchObject({ name: 'WrongPasskey' })

    const elsewhere = await enterPassword(agent.email)
    const challenges = [
      await beginStep(elsewhere),
      (await openSignInPage(parts)).challenge,
      readChallenge(await other.post('beginPasskeyProof')),
    ]
    for (const challenge of challenges)
      expect((await finish(pending, authenticator.answer({ challenge, origin }))).error).toMatchObject({
        name: 'StaleChallenge',
      })

    const answer = authenticator.answer({ challenge: await beginStep(pending), origin })
    expect((await finish(pending, answer)).status).toBe(200)
    expect((await finish(pending, answer)).error).toMatchObject({ name: 'SecondStepExpired' })
    expect((await post('beginPasskeyStep', undefined, pending)).error).toMatchObject({ name: 'SecondStepExpired' })
    expect((await post('beginPasskeyStep', undefined)).error).toMatchObject({ name: 'SecondStepExpired' })
  })

  test('threat 255: the password is no proof at an open session either, where the agency requires more', async () => {
    const { agent, authenticator, post: send, get } = await createGuardedAgent()
    await parts.db
      .update(session)
      .set({ provenAt: sql`now() - interval '11 minutes'` })
      .where(eq(session.userId, agent.id))
    expect((await get('fetchProofOptions')).result).toEqual({
      ...{ hasAuthenticator: false, hasPasskey: true, hasPassword: false, providers: [], isProven: false },
    })
    expect((await send('proveIdentity', { kind: 'password', password: PASSWORD })).status).toBe(403)
    const change = { email: `new-${agent.email}`, password: PASSWORD }
    expect((await send('requestEmailChange', change)).error).toMatchObject({ name: 'ProofNeeded' })
    const challenge = readChallenge(await send('beginPasskeyProof'))
    const passkey = authenticator.answer({ challenge, origin: parts.url })
    expect((await send('proveIdentity', { kind: 'passkey', passkey })).status).toBe(200)
    expect((await send('requestEmailChange', change)).status).toBe(200)
  })

  test('threat 255: without such an agency it is asked for in new browsers, and a reset link makes one known', async () => {
    const { agent, authenticator, cookie } = await newAgent()
    expect((await login(agent.email, deviceOf(cookie))).result).toEqual({ isSignedIn: true })

    const pending = await enterPassword(agent.email)
    const found = await call(parts.url, 'fetchSecondStep', { headers: { cookie: pending } })
    expect(found.result).toMatchObject({ hasPasskey: true, isAlwaysAsked: false })
    const token = await issueToken(parts.db, 'reset_password', agent.id)
    await post('resetPassword', { token, password: PASSWORD }, pending)
    expect((await login(agent.email, deviceOf(pending))).result).toEqual({ isSignedIn: true })

    const another = await enterPassword(agent.email)
    const answer = authenticator.answer({ challenge: await beginStep(another), origin: parts.url })
    expect((await finish(another, answer)).status).toBe(200)
    expect((await login(agent.email, deviceOf(another))).result).toEqual({ isSignedIn: true })
  })

  test('stands beside the code of an app, and either will do', async () => {
    const { agent, authenticator } = await newAgent()
    const { secret } = await createApp(parts.db, agent.id)
    const pending = await enterPassword(agent.email)
    const found = await call(parts.url, 'fetchSecondStep', { headers: { cookie: pending } })
    expect(found.result).toMatchObject({ hasAuthenticator: true, hasPasskey: true, isAlwaysAsked: true })
    const answer = authenticator.answer({ challenge: await beginStep(pending), origin: parts.url })
    expect((await finish(pending, answer)).status).toBe(200)
    const second = await enterPassword(agent.email)
    expect((await post('finishSignIn', { kind: 'code', code: codeFor(secret) }, second)).status).toBe(200)
  })

  test('threat 231: signing in with a passkey, after the password or alone, stops a recovery', async () => {
    const { agent, authenticator } = await createGuardedAgent()
    const origin = parts.url
    const isOpen = async () => {
      const rows = await parts.db.select().from(accountRecovery).where(eq(accountRecovery.userId, agent.id))
      return rows.some(({ endedAt }) => endedAt === null)
    }
    const pending = await enterPassword(agent.email)
    expect((await post('startRecovery', undefined, pending)).status).toBe(200)
    expect(await isOpen()).toBe(true)
    await finish(pending, authenticator.answer({ challenge: await beginStep(pending), origin }))
    expect(await isOpen()).toBe(false)

    expect((await post('startRecovery', undefined, await enterPassword(agent.email))).status).toBe(200)
    const { challenge, signIn } = await openSignInPage(parts)
    expect((await signIn(authenticator.answer({ challenge, origin }))).status).toBe(200)
    expect(await isOpen()).toBe(false)
  })
})
