import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { knownDevice, profile, session, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { findSession, startSession } from '#platform/auth/sessions.server.ts'
import { createDeferredWork } from '#platform/jobs/deferredWork.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { createAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { newIpAddress } from '../../../../../test/fixtures/events.ts'
import {
  EMAILS,
  ROW_REFUSED,
  waitForBlockedStatement,
  whileRefusingRows,
} from '../../../../../test/support/database.ts'
import { expectRateLimited } from '../../../../../test/support/rateLimit.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { type SignInRequest, signIn } from './signIn.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WRONG = { status: 401, name: 'WrongCredentials' }

/** argon2id at its lowest cost, so that many guesses are checked quickly. A sign-in replaces it. */
const cheapHash = () => hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
const createCheapAgent = async () => createAgent(opened.database.db, { password: await cheapHash() })
const makeCheapAgain = async (id: string) =>
  opened.database.db
    .update(user)
    .set({ password: await cheapHash() })
    .where(eq(user.id, id))

/** From a new IP address and a browser that no agent has used, unless given. */
const newRequest = (more: Partial<SignInRequest> = {}): SignInRequest => ({
  clientIp: newIpAddress(),
  userAgent: FIREFOX,
  deviceToken: crypto.randomUUID(),
  ...more,
})
async function attempt(email: string, request = newRequest(), password = PASSWORD) {
  const result = await signIn(opened.services, { email, password }, request)
  return 'sessionToken' in result ? result.sessionToken : ''
}
/** Sends this many wrong passwords at once. Returns how many were found wrong, and how many were over a limit. */
async function guess(times: number, email: string, request: () => SignInRequest) {
  const guesses = Array.from({ length: times }, () =>
    attempt(email, request(), 'wrong').then(
      () => 'signed in',
      (error: { status?: number }) => error.status,
    ),
  )
  const statuses = await Promise.all(guesses)
  return {
    wrong: statuses.filter((status) => status === 401).length,
    refused: statuses.filter((status) => status === 429).length,
  }
}
const auditActions = async (userId: string) =>
  (await opened.database.db.select().from(audit).where(eq(audit.userId, userId))).map(({ action, times }) => [
    action,
    times,
  ])
const emailsTo = async (email: string) => (await opened.writtenEmails()).filter(({ to }) => to === email)

describe('signing in', () => {
  test('opens a session, ends the browser’s previous one, and is recorded in the audit log', async () => {
    const { db } = opened.database
    const agent = await createAgent(db)
    const oldToken = await startSession(db, agent.id, '')
    const elsewhere = await startSession(db, agent.id, '')
    const token = await attempt(agent.email, newRequest({ oldToken, deviceToken: 'laptop' }))
    expect(await findSession(db, token, 'laptop')).toMatchObject({ agent: { id: agent.id } })
    expect(await findSession(db, oldToken)).toBeUndefined()
    expect(await findSession(db, elsewhere)).toBeDefined()
    const stored = await db.select().from(session).where(eq(session.userId, agent.id))
    expect(stored.map(({ userAgent }) => userAgent).toSorted()).toEqual(['', FIREFOX])
    expect(await auditActions(agent.id)).toEqual([['signed_in', 1]])
    expect(await emailsTo(agent.email)).toEqual([])
  })

  test('responds only after the previous session has ended', async () => {
    const { db } = opened.database
    const agent = await createAgent(db)
    const oldToken = await startSession(db, agent.id, '')
    let hasResponded = false
    const { signingIn } = await db.transaction(async (tx) => {
      await tx.select().from(session).where(eq(session.userId, agent.id)).for('update')
      const signingIn = attempt(agent.email, newRequest({ oldToken })).finally(() => {
        hasResponded = true
      })
      await waitForBlockedStatement(opened.database)
      // Takes longer than the rest of the blocked sign-in would.
      await attempt((await createAgent(db)).email)
      expect(hasResponded).toBe(false)
      return { signingIn }
    })
    expect(await signingIn).toEqual(expect.any(String))
  })

  test('from a further browser sends an email with the device and the local time', async () => {
    const { db } = opened.database
    const agent = await createAgent(db)
    const known = newRequest()
    await attempt(agent.email, known)
    await attempt(agent.email, known)
    expect(await emailsTo(agent.email)).toEqual([])
    vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await attempt(agent.email)
    await db.insert(profile).values({ userId: agent.id, timeZone: 'Australia/Perth' })
    await attempt(agent.email)
    const texts = (await emailsTo(agent.email)).map(({ text }) => text.replace(/\s+/g, ' '))
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).toContain('Firefox on Linux')
    expect(texts[0]).toMatch(/Monday,? 2 March 2026.*\b10:00 pm/)
    expect(texts[1]).toMatch(/Monday,? 2 March 2026.*\b5:00 pm/)
  })

  test.each([
    ['the audit entry', { table: 'audit' }],
    ['the email about a further browser', EMAILS],
  ])('fails when PostgreSQL refuses %s, and leaves neither a session nor a known browser', async (_what, rows) => {
    const { db } = opened.database
    const agent = await createAgent(db)
    await attempt(agent.email)
    const further = newRequest()
    await whileRefusingRows(opened.database, rows, () =>
      expect(attempt(agent.email, further)).rejects.toMatchObject(ROW_REFUSED),
    )
    expect(await db.$count(session, eq(session.userId, agent.id))).toBe(1)
    expect(await db.$count(knownDevice, eq(knownDevice.userId, agent.id))).toBe(1)
    await attempt(agent.email, further)
    expect(await emailsTo(agent.email)).toHaveLength(1)
  })

  test('gets the same refusal for a wrong password, an unknown address and a closed account; only a real agent’s audit log shows it', async () => {
    const { db } = opened.database
    const agent = await createAgent(db)
    const closed = await createAgent(db, { archivedAt: new Date() })
    const lines: string[] = []
    const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } })
    const deferred = createDeferredWork(log)
    const attemptWith = (email: string, password: string) =>
      signIn({ ...opened.services, deferred }, { email, password }, newRequest())
    await expect(attemptWith(agent.email, 'wrong')).rejects.toMatchObject(WRONG)
    await expect(attemptWith('nobody@example.nz', PASSWORD)).rejects.toMatchObject(WRONG)
    await expect(attemptWith(closed.email, PASSWORD)).rejects.toMatchObject(WRONG)
    await deferred.drain()
    expect(await auditActions(agent.id)).toEqual([['sign_in_failed', 1]])
    expect(lines).toEqual([])
    expect(await db.$count(session, eq(session.userId, closed.id))).toBe(0)
  })

  test('replaces a password hash made with older settings, for this agent only', async () => {
    const { db } = opened.database
    const older = await cheapHash()
    const agent = await createAgent(db, { password: older })
    const otherAgent = await createAgent(db, { password: older })
    const storedHash = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]?.password
    await attempt(agent.email)
    const newer = await storedHash(agent.id)
    expect(newer).toContain('$m=19456,t=2,p=1$')
    expect(await storedHash(otherAgent.id)).toBe(older)
    await attempt(agent.email)
    expect(await storedHash(agent.id)).toBe(newer)
  })
})

describe('threat 4: guessing a password', () => {
  test('is limited to ten attempts per account and IP address in 15 minutes, and the right password resets the count', async () => {
    const agent = await createCheapAgent()
    const request = newRequest()
    expect(await guess(9, agent.email, () => request)).toEqual({ wrong: 9, refused: 0 })
    await attempt(agent.email, request)
    await makeCheapAgain(agent.id)
    expect(await guess(11, agent.email, () => request)).toEqual({ wrong: 10, refused: 1 })
    await expectRateLimited(attempt(agent.email, request), 15 * 60)
    await attempt(agent.email)
    await expect(attempt('another@example.nz', request)).rejects.toMatchObject(WRONG)
  })

  test('is limited to 100 attempts per IP address in 15 minutes, over all accounts', async () => {
    const agent = await createCheapAgent()
    const request = newRequest()
    expect(await guess(99, (await createCheapAgent()).email, () => request)).toEqual({ wrong: 10, refused: 89 })
    await attempt(agent.email, request)
    await expectRateLimited(attempt(agent.email, request), 15 * 60)
  })

  test('is limited to 50 attempts an hour per account over all addresses; a browser that the agent has used has its own count', async () => {
    const [agent, attacker] = [await createCheapAgent(), await createCheapAgent()]
    const [ownBrowser, attackersBrowser] = [newRequest(), newRequest()]
    await attempt(agent.email, ownBrowser)
    await makeCheapAgain(agent.id)
    await attempt(attacker.email, attackersBrowser)
    const fromNewAddress =
      ({ deviceToken }: SignInRequest) =>
      () =>
        newRequest({ deviceToken })
    expect(await guess(25, agent.email, fromNewAddress(attackersBrowser))).toEqual({ wrong: 25, refused: 0 })
    expect(await guess(26, agent.email, () => newRequest())).toEqual({ wrong: 25, refused: 1 })
    await expectRateLimited(attempt(agent.email), 3600)

    expect(await guess(49, agent.email, fromNewAddress(ownBrowser))).toEqual({ wrong: 49, refused: 0 })
    await attempt(agent.email, fromNewAddress(ownBrowser)())
    await makeCheapAgain(agent.id)
    expect(await guess(51, agent.email, fromNewAddress(ownBrowser))).toEqual({ wrong: 50, refused: 1 })
    await attempt(attacker.email, fromNewAddress(attackersBrowser)())
  })
})
