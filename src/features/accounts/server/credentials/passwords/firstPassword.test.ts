import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session, token, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { type Agent, findSession, startSession } from '#platform/auth/sessions.server.ts'
import { sweepExpiredJob } from '#platform/jobs/sweepExpired.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import { DAY_MS } from '#values/time.ts'
import { type AgentFields, createAgent } from '../../../../../../test/fixtures/agents.ts'
import { newIpAddress } from '../../../../../../test/fixtures/events.ts'
import {
  EMAILS,
  ROW_REFUSED,
  waitForBlockedStatement,
  whileRefusingRows,
} from '../../../../../../test/support/database.ts'
import { expectRateLimited } from '../../../../../../test/support/rateLimit.ts'
import { openServices } from '../../../../../../test/support/services/services.ts'
import { issueToken, requireToken } from '../emailedTokens.server.ts'
import { readPasswordLink, resendFirstPasswordLink, sendFirstPasswordLink } from './firstPassword.server.ts'
import { verifyPassword } from './passwordHashing.server.ts'
import { resetPassword } from './setPassword.server.ts'

const EXPIRED = { status: 400, fields: { token: 'expired' } }

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const newAgent = (fields: AgentFields = {}) =>
  createAgent(opened.database.db, { password: 'a random one that no one knows', ...fields })
const emailsTo = async (email: string) => (await opened.writtenEmails()).filter(({ to }) => to === email)

/** A new account, and the values of the links in its emails, oldest first. */
async function invitedAgent(fields: AgentFields = {}) {
  const agent = await newAgent(fields)
  const invite = () => opened.database.db.transaction((tx) => sendFirstPasswordLink(opened.services, tx, agent))
  await invite()
  const links = async () =>
    (await emailsTo(agent.email)).flatMap(({ text }) => /\/reset-password\/([\w-]+)\?first=true/.exec(text)?.[1] ?? [])
  const [link = ''] = await links()
  return { agent, invite, links, link }
}

/** As if this many days had passed since the agent's links were sent. */
const letPass = (userId: string, days: number) =>
  opened.database.db
    .update(token)
    .set({ expiresAt: sql`${token.expiresAt} - ${days} * interval '1 day'` })
    .where(eq(token.userId, userId))

const use = (value: string, { oldToken }: { oldToken?: string } = {}) =>
  resetPassword(
    opened.services,
    { token: value, password: 'my first one' },
    { clientIp: newIpAddress(), deviceToken: 'browser', userAgent: 'Firefox', oldToken },
  )
const read = (value: string, clientIp = newIpAddress(), viewer?: Agent) =>
  readPasswordLink(opened.services, value, clientIp, viewer)
const sendNew = (value: string, clientIp = newIpAddress()) => resendFirstPasswordLink(opened.services, value, clientIp)
const sessionsOf = (userId: string) => opened.database.db.$count(session, eq(session.userId, userId))

describe('the email to a new agent', () => {
  test('has a link that creates the password within seven days', async () => {
    const { agent, link } = await invitedAgent()
    const [email, ...more] = await emailsTo(agent.email)
    expect(more).toEqual([])
    expect(email?.subject).toBe('Welcome to Property Files: create your password')
    expect(email?.text).toContain(`https://files.example.nz/reset-password/${link}?first=true`)
    expect(email?.text).toContain('within the next 7 days')
    const { userId, expiresAt } = await requireToken(opened.database.db, 'create_password', link)
    expect(userId).toBe(agent.id)
    expect(Math.round((expiresAt.getTime() - Date.now()) / DAY_MS)).toBe(7)
  })

  test('fails, and no link is stored, when PostgreSQL refuses it', async () => {
    const agent = await newAgent()
    const { db } = opened.database
    await whileRefusingRows(opened.database, EMAILS, () =>
      expect(db.transaction((tx) => sendFirstPasswordLink(opened.services, tx, agent))).rejects.toMatchObject(
        ROW_REFUSED,
      ),
    )
    expect(await db.$count(token, eq(token.userId, agent.id))).toBe(0)
  })
})

describe('threat 99: creating the first password', () => {
  test('signs this browser in, is recorded as a sign-in, and leaves other agents’ sessions alone', async () => {
    const { agent, link } = await invitedAgent()
    const other = await newAgent()
    await startSession(opened.database.db, other.id, 'Safari')

    const sessionToken = await use(link)
    const found = await findSession(opened.database.db, sessionToken ?? '', 'browser')
    expect(found?.agent).toMatchObject({ id: agent.id, emailVerified: true })
    expect(await verifyPassword('my first one', found?.agent.password)).toBe(true)
    expect(await sessionsOf(other.id)).toBe(1)
    const log = await opened.database.db.select().from(audit).where(eq(audit.userId, agent.id)).orderBy(audit.at)
    expect(log.map(({ action }) => action)).toEqual(['password_reset', 'signed_in'])
    expect((await emailsTo(agent.email)).map(({ subject }) => subject)).toContain('Your account is ready')
  })

  test('never adopts a session that the browser came with, and ends it', async () => {
    const { agent, link } = await invitedAgent()
    const planted = await startSession(opened.database.db, (await newAgent()).id, 'Safari')
    const sessionToken = await use(link, { oldToken: planted })
    expect(sessionToken).not.toBe(planted)
    expect(await findSession(opened.database.db, planted)).toBeUndefined()
    expect(await sessionsOf(agent.id)).toBe(1)
  })

  test('says before who is signed in, if that is another agent', async () => {
    const { agent, link } = await invitedAgent()
    const other = await newAgent()
    expect(await read(link, newIpAddress(), other)).toEqual({ state: 'open', signedInAs: other.email })
    expect(await read(link, newIpAddress(), agent)).toEqual({ state: 'open' })
    expect(await read('made-up', newIpAddress(), other)).toEqual({ state: 'open' })
  })

  test('works once, even for 20 attempts at once', async () => {
    const { agent, link } = await invitedAgent()
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => use(link)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sessionsOf(agent.id)).toBe(1)
    await expect(use(link)).rejects.toMatchObject(EXPIRED)
  })

  test('is the only one that signs in: an ordinary reset does not, and closes the invitation', async () => {
    const { agent, link } = await invitedAgent()
    const reset = await issueToken(opened.database.db, 'reset_password', agent.id)
    expect(await read(link)).toEqual({ state: 'open' })
    expect(await use(reset)).toBeUndefined()
    expect(await sessionsOf(agent.id)).toBe(0)
    await expect(use(link)).rejects.toMatchObject(EXPIRED)
    expect(await read(link)).toEqual({ state: 'used' })
    expect((await emailsTo(agent.email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  test('leaves no other link behind, not even one that was being sent at that moment', async () => {
    const { db } = opened.database
    const { agent, invite, links, link } = await invitedAgent()
    const { inviting } = await db.transaction(async (tx) => {
      await tx.update(user).set({ emailVerified: true }).where(eq(user.id, agent.id))
      const sending = invite()
      await waitForBlockedStatement(opened.database)
      return { inviting: sending }
    })
    await inviting
    expect(await links()).toEqual([link])
  })
})

describe('an expired link to create the first password', () => {
  test('is refused after seven days, and its page says so until it is deleted after another 90', async () => {
    const { agent, link } = await invitedAgent()
    await letPass(agent.id, 6.9)
    expect(await read(link)).toEqual({ state: 'open' })
    await letPass(agent.id, 0.2)
    expect(await read(link)).toEqual({ state: 'expired' })
    await expect(use(link)).rejects.toMatchObject(EXPIRED)
    await sweepExpiredJob.work(opened.services, {}, { id: '' })
    expect(await read(link)).toEqual({ state: 'expired' })
    await letPass(agent.id, 90)
    await sweepExpiredJob.work(opened.services, {}, { id: '' })
    expect(await opened.database.db.$count(token, eq(token.userId, agent.id))).toBe(0)
  })

  test('sends a new one to the same address, which works while the older ones do not', async () => {
    const { agent, links, link } = await invitedAgent()
    await letPass(agent.id, 8)
    expect(await sendNew(link)).toBeUndefined()
    const [, second = ''] = await links()
    expect(await read(second)).toEqual({ state: 'open' })
    await sendNew(link)
    const [, , third = ''] = await links()
    expect(await read(second)).toEqual({ state: 'expired' })
    expect(await use(third)).toBeDefined()
    for (const value of [link, second, third]) {
      expect(await read(value)).toEqual({ state: 'used' })
      await expect(sendNew(value)).rejects.toMatchObject(EXPIRED)
    }
    expect(await links()).toHaveLength(3)
  })

  test('threat 100: needs the token of a link to create a password, and an account that still exists', async () => {
    const { db } = opened.database
    const { agent, links, link } = await invitedAgent()
    const reset = await issueToken(db, 'reset_password', agent.id)
    for (const value of ['made up', reset]) await expect(sendNew(value)).rejects.toMatchObject(EXPIRED)
    await db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, agent.id))
    await expect(sendNew(link)).rejects.toMatchObject(EXPIRED)
    expect(await links()).toHaveLength(1)
  })

  test('threat 100: sends three emails an hour, and counts as an email to a stranger', async () => {
    const often = await invitedAgent()
    for (let turn = 1; turn <= 3; turn++) await sendNew(often.link)
    await expectRateLimited(sendNew(often.link), 3600)
    expect(await often.links()).toHaveLength(4)

    const flooded = await invitedAgent()
    for (let turn = 1; turn <= 10; turn++)
      await mayEmailVisitor(opened.services, { to: flooded.agent.email, recipient: 'unproven' })
    await expectRateLimited(sendNew(flooded.link), 24 * 3600)

    const clientIp = newIpAddress()
    for (let turn = 1; turn <= 60; turn++)
      await mayEmailVisitor(opened.services, { to: `n${turn}@example.nz`, recipient: 'unproven', clientIp })
    await expectRateLimited(sendNew((await invitedAgent()).link, clientIp), 3600)
    expect([...(await flooded.links())]).toHaveLength(1)
  })

  test('threat 100: one IP address can try 60 links an hour, whether it opens them or asks for new ones', async () => {
    const clientIp = newIpAddress()
    for (let turn = 1; turn <= 30; turn++) {
      expect(await read(`made-up-${turn}`, clientIp)).toEqual({ state: 'open' })
      await expect(sendNew(`made-up-${turn}`, clientIp)).rejects.toMatchObject(EXPIRED)
    }
    await expectRateLimited(read('made-up', clientIp), 3600)
    await expectRateLimited(sendNew((await invitedAgent()).link, clientIp), 3600)
  })
})
