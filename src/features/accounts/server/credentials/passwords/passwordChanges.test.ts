import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownDevice, session, token, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { hashToken, startSession } from '#platform/auth/sessions.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import { type AgentFields, createAgent } from '../../../../../../test/fixtures/agents.ts'
import { easyBotCheckAnswer } from '../../../../../../test/fixtures/botCheck.ts'
import { newIpAddress } from '../../../../../../test/fixtures/events.ts'
import {
  EMAILS,
  ROW_REFUSED,
  waitForBlockedStatement,
  whileRefusingRows,
} from '../../../../../../test/support/database.ts'
import { expectRateLimited } from '../../../../../../test/support/rateLimit.ts'
import { openServices, registerWorker } from '../../../../../../test/support/services/services.ts'
import { issueToken } from '../emailedTokens.server.ts'
import { hashPassword, verifyPassword } from './passwordHashing.server.ts'
import { changePassword, requestPasswordReset, resetPassword, sendResetLinkJob } from './setPassword.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([{ ...registerWorker(sendResetLinkJob), begin: async () => {} }])
})
afterAll(() => opened.close())

const newAgent = (fields: AgentFields = {}) =>
  createAgent(opened.database.db, { password: 'not used here', emailVerified: true, ...fields })

async function ask(email: string, clientIp = newIpAddress(), { services } = opened) {
  const turnstile = await easyBotCheckAnswer(services.env.APP_SECRET, 'reset_password')
  await requestPasswordReset(services, { email, turnstile }, clientIp)
}
/** Runs the stored jobs. Returns how many there were. */
async function sendLinks() {
  const jobs = await opened.database.sql`delete from pgboss.job where name = 'send_reset_link' returning data`
  for (const { data } of jobs)
    await sendResetLinkJob.work(opened.services, sendResetLinkJob.data.parse(data), { id: '' })
  return jobs.length
}
const emailsTo = async (email: string) => (await opened.writtenEmails()).filter(({ to }) => to === email)
const auditActions = async (userId: string) =>
  (await opened.database.db.select().from(audit).where(eq(audit.userId, userId))).map(({ action }) => action)
const storedAgent = async (id: string) => (await opened.database.db.select().from(user).where(eq(user.id, id)))[0]
const use = (value: string, clientIp = newIpAddress(), password = 'a new one', deviceToken = 'browser') =>
  resetPassword(opened.services, { token: value, password }, { clientIp, deviceToken, userAgent: 'Firefox' })

describe('requesting a reset link', () => {
  test('emails a working link to that agent only, and the stored job does not contain the address', async () => {
    const [otherAgent, agent] = [await newAgent(), await newAgent()]
    await ask(agent.email)
    const jobs = await opened.database.sql`select data::text from pgboss.job where name = 'send_reset_link'`
    expect(JSON.stringify(jobs)).not.toContain(agent.email)
    expect(sendResetLinkJob.data.safeParse({ sealed: 'text', email: agent.email }).success).toBe(false)
    expect(await sendLinks()).toBe(1)
    const [email, ...more] = await emailsTo(agent.email)
    expect(more).toEqual([])
    const [, value = ''] = /https:\/\/files\.example\.nz\/reset-password\/([\w-]+)/.exec(email?.text ?? '') ?? []
    expect(await auditActions(agent.id)).toEqual(['reset_requested'])
    await use(value)
    expect(await verifyPassword('a new one', (await storedAgent(agent.id))?.password)).toBe(true)
    expect((await storedAgent(otherAgent.id))?.password).toBe('not used here')
  })

  test('for an unknown address or a closed account gets the same response and sends nothing', async () => {
    const closed = await newAgent({ archivedAt: new Date() })
    await ask(closed.email)
    await ask('nobody@example.nz')
    expect(await sendLinks()).toBe(2)
    expect([...(await emailsTo(closed.email)), ...(await emailsTo('nobody@example.nz'))]).toEqual([])
  })

  test('needs the bot check, and is limited to 20 attempts an hour per IP address', async () => {
    const clientIp = newIpAddress()
    const agent = await newAgent()
    const askAsBot = () =>
      requestPasswordReset(opened.services, { email: agent.email, turnstile: 'nonsense' }, clientIp)
    for (let turn = 1; turn <= 20; turn++) await expect(askAsBot()).rejects.toMatchObject({ status: 403 })
    await expectRateLimited(ask(agent.email, clientIp), 3600)
    expect(await sendLinks()).toBe(0)
  })

  test('too often gets the same response without an email: three an hour per agent, 60 per sender', async () => {
    const agent = await newAgent()
    for (let turn = 1; turn <= 4; turn++) await ask(agent.email)
    expect(await sendLinks()).toBe(3)
    const clientIp = newIpAddress()
    for (let turn = 1; turn <= 60; turn++)
      await mayEmailVisitor(opened.services, { to: `s${turn}@example.nz`, recipient: 'unproven', clientIp })
    await ask((await newAgent()).email, clientIp)
    expect(await sendLinks()).toBe(0)
  })

  test('for an unverified address counts towards the ten emails a day to such an address', async () => {
    const [proven, unproven] = [await newAgent(), await newAgent({ emailVerified: false })]
    await ask(unproven.email)
    await sendLinks()
    expect(await emailsTo(unproven.email)).toHaveLength(1)
    for (const { email: to } of [proven, unproven])
      for (let turn = 1; turn <= 10; turn++) await mayEmailVisitor(opened.services, { to, recipient: 'unproven' })
    for (const { email } of [proven, unproven]) await ask(email)
    await sendLinks()
    expect(await emailsTo(proven.email)).toHaveLength(1)
    expect(await emailsTo(unproven.email)).toHaveLength(1)
  })

  test('sends nothing when the agent changes the address at that moment', async () => {
    const { db } = opened.database
    const agent = await newAgent()
    await ask(agent.email)
    const { sending } = await db.transaction(async (tx) => {
      await tx.select().from(user).where(eq(user.id, agent.id)).for('update')
      const links = sendLinks()
      await waitForBlockedStatement(opened.database)
      await tx
        .update(user)
        .set({ email: `new-${agent.email}` })
        .where(eq(user.id, agent.id))
      return { sending: links }
    })
    expect(await sending).toBe(1)
    expect([...(await emailsTo(agent.email)), ...(await emailsTo(`new-${agent.email}`))]).toEqual([])
    expect(await db.$count(token, eq(token.userId, agent.id))).toBe(0)
  })

  test.each([
    ['the audit entry', { table: 'audit' }],
    ['the email', EMAILS],
  ])('sends nothing when PostgreSQL refuses %s: the job fails and no link is stored', async (_what, rows) => {
    const { db } = opened.database
    const agent = await newAgent()
    await ask(agent.email)
    await whileRefusingRows(opened.database, rows, () => expect(sendLinks()).rejects.toMatchObject(ROW_REFUSED))
    expect(await db.$count(token, eq(token.userId, agent.id))).toBe(0)
    expect(await auditActions(agent.id)).toEqual([])
    expect(await emailsTo(agent.email)).toEqual([])
  })

  test('fails when the job cannot be stored', async () => {
    const broken = await openServices()
    await broken.database.db.execute(sql`drop schema pgboss cascade`)
    await expect(ask('mia@example.nz', newIpAddress(), broken)).rejects.toThrow('pgboss')
    await broken.close()
  })
})

describe('a new password set with the link', () => {
  test('verifies the address, ends sessions, voids links, remembers the browser and notifies the agent', async () => {
    const { db } = opened.database
    const [agent, otherAgent] = [await newAgent({ emailVerified: false }), await newAgent({ emailVerified: false })]
    for (const { id } of [agent, otherAgent]) await startSession(db, id, '')
    const value = await issueToken(db, 'reset_password', agent.id)
    const later = { purpose: 'reset_password' as const, userId: agent.id, expiresAt: new Date(Date.now() + 60_000) }
    await db.insert(token).values({ ...later, tokenHash: hashToken('a second link') })
    await issueToken(db, 'change_email', agent.id, 'new@example.nz')
    await issueToken(db, 'change_email', otherAgent.id, 'other@example.nz')
    await use(value, newIpAddress(), 'a new one', 'this browser')

    const changed = await storedAgent(agent.id)
    expect(changed?.emailVerified).toBe(true)
    expect(await verifyPassword('a new one', changed?.password)).toBe(true)
    expect(await storedAgent(otherAgent.id)).toMatchObject({ emailVerified: false, password: 'not used here' })
    expect(await db.$count(session, eq(session.userId, agent.id))).toBe(0)
    expect(await db.$count(session, eq(session.userId, otherAgent.id))).toBe(1)
    expect(await db.$count(token, eq(token.userId, agent.id))).toBe(0)
    expect(await db.$count(token, eq(token.userId, otherAgent.id))).toBe(1)
    const devices = await db.select().from(knownDevice).where(eq(knownDevice.userId, agent.id))
    expect(devices).toMatchObject([{ tokenHash: hashToken('this browser') }])
    expect(await auditActions(agent.id)).toEqual(['password_reset'])
    const emails = await emailsTo(agent.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]).toMatchObject({
      subject: expect.stringContaining('password'),
      text: expect.stringContaining('password'),
    })
    await expect(use(value)).rejects.toMatchObject({ status: 400, fields: { token: 'expired' } })
  })

  test.each([
    ['the audit entry', { table: 'audit' }],
    ['the browser', { table: 'device' }],
    ['the email', EMAILS],
  ])('is not set when PostgreSQL refuses %s, and the link still works', async (_what, rows) => {
    const agent = await newAgent()
    const value = await issueToken(opened.database.db, 'reset_password', agent.id)
    await whileRefusingRows(opened.database, rows, () => expect(use(value)).rejects.toMatchObject(ROW_REFUSED))
    expect((await storedAgent(agent.id))?.password).toBe('not used here')
    await use(value)
    expect(await verifyPassword('a new one', (await storedAgent(agent.id))?.password)).toBe(true)
  })

  test('is refused with a link for another purpose, and with any link after five wrong ones in 15 minutes', async () => {
    const { db } = opened.database
    const agent = await newAgent()
    const clientIp = newIpAddress()
    const emailChange = await issueToken(db, 'change_email', agent.id, 'new@example.nz')
    for (const wrong of [emailChange, 'made-up', 'x', 'y'])
      await expect(use(wrong, clientIp)).rejects.toMatchObject({ status: 400 })
    await use(await issueToken(db, 'reset_password', agent.id), clientIp)
    for (let turn = 1; turn <= 5; turn++) await expect(use('made-up', clientIp)).rejects.toMatchObject({ status: 400 })
    const value = await issueToken(db, 'reset_password', agent.id)
    await expectRateLimited(use(value, clientIp), 15 * 60)
    await use(value)
  })
})

test('an agent who changes the password keeps this session only; links are voided and an email tells them', async () => {
  const { db } = opened.database
  const [agent, otherAgent] = [await newAgent({ password: await hashPassword('the old one') }), await newAgent()]
  const current = hashToken(await startSession(db, agent.id, ''))
  for (const { id } of [agent, otherAgent]) {
    await startSession(db, id, '')
    await issueToken(db, 'reset_password', id)
    await issueToken(db, 'change_email', id, 'new@example.nz')
  }
  const change = (oldPassword: string) =>
    changePassword(opened.services, agent, current, { oldPassword, newPassword: 'a new one' })
  await expect(change('not mine')).rejects.toMatchObject({ status: 400, fields: { oldPassword: expect.any(String) } })
  expect((await storedAgent(agent.id))?.password).toBe(agent.password)
  await change('the old one')

  expect(await verifyPassword('a new one', (await storedAgent(agent.id))?.password)).toBe(true)
  expect((await storedAgent(otherAgent.id))?.password).toBe('not used here')
  expect(await db.select().from(session).where(eq(session.userId, agent.id))).toMatchObject([{ tokenHash: current }])
  expect(await db.$count(session, eq(session.userId, otherAgent.id))).toBe(1)
  expect(await db.$count(token, eq(token.userId, agent.id))).toBe(0)
  expect(await db.$count(token, eq(token.userId, otherAgent.id))).toBe(2)
  expect(await auditActions(agent.id)).toContain('password_changed')
  expect(await emailsTo(agent.email)).toMatchObject([{ subject: 'Your password was changed' }])
})

test.each([
  ['the audit entry', { table: 'audit', when: `new.action = 'password_changed'` }],
  ['the entry about ended sessions', { table: 'audit', when: `new.action = 'sessions_ended'` }],
  ['the email', EMAILS],
])('an agent keeps the old password and all sessions when PostgreSQL refuses %s', async (_what, rows) => {
  const { db } = opened.database
  const agent = await newAgent({ password: await hashPassword('the old one') })
  const current = hashToken(await startSession(db, agent.id, ''))
  await startSession(db, agent.id, '')
  const change = { oldPassword: 'the old one', newPassword: 'a new one' }
  await whileRefusingRows(opened.database, rows, () =>
    expect(changePassword(opened.services, agent, current, change)).rejects.toMatchObject(ROW_REFUSED),
  )
  expect((await storedAgent(agent.id))?.password).toBe(agent.password)
  expect(await db.$count(session, eq(session.userId, agent.id))).toBe(2)
})
