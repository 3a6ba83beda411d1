import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { accountRecovery, authenticator, previousAddress, recoveryCode } from '#db/schema/signInMethods.ts'
import { addMember } from '../../../../../test/fixtures/agencies.ts'
import { cookieHeader, createAgent, createSession, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { call } from '../../../../../test/support/call.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { runJob } from '../../../../../test/support/processes/runJob.ts'
import { finishDueRecoveriesJob } from './accountRecovery.server.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1' })

let lastAddress = 0
const post = (name: string, data?: unknown, cookie = '') =>
  call(parts.url, name, { method: 'POST', data, headers: { cookie, 'x-forwarded-for': `203.0.113.${++lastAddress}` } })
const login = (email: string, password = PASSWORD) => post('login', { email, password })
const emailTo = async (email: string, subject: string) =>
  (await emailsTo(parts.app.dataDir, email)).find((one) => one.subject === subject)
async function linkIn(email: string, subject: string, kind: 'stop' | 'finish') {
  await eventually(async () => (await emailTo(email, subject)) !== undefined)
  return new RegExp(`/recovery/${kind}/([\\w.-]+)`).exec((await emailTo(email, subject))?.text ?? '')?.[1] ?? ''
}
const STARTED = 'Someone is getting back into your account'

/** An owner, and a member who has an authenticator app, used another address until lately and has just started a recovery. */
async function startRecovery() {
  const owner = await createAgent(parts.db)
  const agent = await addMember(parts.db, owner, { role: 'agent', firstName: 'Mia', lastName: 'Chen' })
  const { secret } = await createAuthenticator(parts.db, agent.id)
  const previous = `previous-${agent.email}`
  await parts.db.insert(previousAddress).values({ userId: agent.id, email: previous })
  const pending = cookieHeader((await login(agent.email)).headers)
  const started = await post('startRecovery', undefined, pending)
  expect(started.status).toBe(200)
  return { owner, agent, previous, secret, pending, dueAt: (started.result as { dueAt: Date }).dueAt }
}
const recoveryOf = async (userId: string) =>
  (await parts.db.select().from(accountRecovery).where(eq(accountRecovery.userId, userId)))[0]
const makeDue = (userId: string) =>
  parts.db.update(accountRecovery).set({ dueAt: sql`now()` }).where(eq(accountRecovery.userId, userId))
const sendDueLinks = () => runJob(parts.database, finishDueRecoveriesJob)
const actionsOf = async (userId: string) =>
  (await parts.db.select().from(audit).where(eq(audit.userId, userId))).map(({ action }) => action)

describe('getting back in without phone and recovery codes', () => {
  test('threat 231: tells the account’s address, the previous one and the other owners, and takes three days', async () => {
    const { owner, agent, previous, dueAt } = await startRecovery()
    expect(dueAt.getTime() - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    for (const address of [agent.email, previous]) expect(await linkIn(address, STARTED, 'stop')).not.toBe('')
    expect(await linkIn(owner.email, 'Mia Chen is getting back into their account', 'stop')).not.toBe('')
    await sendDueLinks()
    expect((await recoveryOf(agent.id))?.linkSentAt).toBeNull()
    expect(await actionsOf(agent.id)).toContain('recovery_started')
  })

  test('threat 231: is for a browser that has entered the password, and runs once at a time', async () => {
    const { agent, pending, dueAt } = await startRecovery()
    expect((await post('startRecovery')).error).toMatchObject({ name: 'SecondStepExpired' })
    const stolen = pending.match(/sign_in=[^;]+/)?.[0]
    expect((await post('startRecovery', undefined, stolen)).error).toMatchObject({ name: 'SecondStepExpired' })
    expect((await post('startRecovery', undefined, pending)).result).toEqual({ dueAt })
    expect(await parts.db.$count(accountRecovery, eq(accountRecovery.userId, agent.id))).toBe(1)
  })

  test('threat 231: anyone who was told stops it, also after the link to end it was sent', async () => {
    const { owner, agent, secret } = await startRecovery()
    const key = await linkIn(owner.email, 'Mia Chen is getting back into their account', 'stop')
    await makeDue(agent.id)
    await sendDueLinks()
    const token = await linkIn(agent.email, 'Get back into your account', 'finish')
    expect((await post('fetchRecovery', { key })).result).toEqual({ state: 'open', name: 'Mia Chen' })
    expect((await post('stopRecovery', { key })).status).toBe(200)
    expect((await post('fetchRecovery', { key })).result).toMatchObject({ state: 'stopped' })
    expect((await post('finishRecovery', { token })).status).toBe(400)
    expect(await parts.db.$count(authenticator, eq(authenticator.userId, agent.id))).toBe(1)
    expect(await actionsOf(agent.id)).toContain('recovery_stopped')
    const pending = cookieHeader((await login(agent.email)).headers)
    expect((await post('finishSignIn', { kind: 'code', code: codeFor(secret) }, pending)).status).toBe(200)
  })

  test('threat 231: a made-up key stops nothing', async () => {
    const { agent } = await startRecovery()
    const { id } = (await recoveryOf(agent.id)) ?? { id: '' }
    for (const key of [id, `${id}.`, `${id}.AAAA`]) {
      expect((await post('fetchRecovery', { key })).result).toMatchObject({ state: 'unknown', name: '' })
      await post('stopRecovery', { key })
    }
    expect((await recoveryOf(agent.id))?.endedAt).toBeNull()
  })

  test('ends after the delay with the emailed link: the second factor is gone, and every device signed out', async () => {
    const { owner, agent, previous } = await startRecovery()
    const session = await createSession(parts.db, agent.id)
    await makeDue(agent.id)
    await sendDueLinks()
    await sendDueLinks()
    const token = await linkIn(agent.email, 'Get back into your account', 'finish')
    expect((await post('finishRecovery', { token })).status).toBe(200)
    expect((await post('finishRecovery', { token })).status).toBe(400)
    expect(await parts.db.$count(authenticator, eq(authenticator.userId, agent.id))).toBe(0)
    expect(await parts.db.$count(recoveryCode, eq(recoveryCode.userId, agent.id))).toBe(0)
    expect((await call(parts.url, 'fetchSettings', { headers: { cookie: session } })).status).toBe(401)
    expect((await login(agent.email)).result).toEqual({ isSignedIn: true })
    for (const [address, subject] of [
      [agent.email, 'Two-step sign-in was turned off'],
      [previous, 'Two-step sign-in was turned off'],
      [owner.email, 'Mia Chen has turned two-step sign-in off'],
    ] as const)
      await eventually(async () => (await emailTo(address, subject)) !== undefined)
    expect(await actionsOf(agent.id)).toContain('account_recovered')
  })

  test('threat 231: a sign-in with the second factor stops it, for it is not lost', async () => {
    const { agent, secret, pending } = await startRecovery()
    expect((await post('finishSignIn', { kind: 'code', code: codeFor(secret) }, pending)).status).toBe(200)
    expect((await recoveryOf(agent.id))?.endedAt).not.toBeNull()
    await makeDue(agent.id)
    await sendDueLinks()
    expect((await recoveryOf(agent.id))?.linkSentAt).toBeNull()
  })

  test('its link works for seven days, and then the request is forgotten', async () => {
    const { agent } = await startRecovery()
    await makeDue(agent.id)
    await sendDueLinks()
    await parts.db
      .update(accountRecovery)
      .set({ linkSentAt: sql`now() - interval '8 days'` })
      .where(eq(accountRecovery.userId, agent.id))
    await sendDueLinks()
    expect(await recoveryOf(agent.id)).toMatchObject({ isDone: false, endedAt: expect.any(Date) })
  })
})
