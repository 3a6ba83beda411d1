import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { findSession, hashToken, startSession } from '#platform/auth/sessions.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createDatabase, ROW_REFUSED, whileRefusingRows } from '../../../../../test/support/database.ts'
import { listSessions, rememberDevice, revokeOtherSessions, revokeSession } from './agentSessions.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const createUser = () => createAgent(database.db, { password: 'not used here' })
const change = (token: string, values: Partial<typeof session.$inferInsert>) =>
  database.db
    .update(session)
    .set(values)
    .where(eq(session.tokenHash, hashToken(token)))
const auditOf = (userId: string) => database.db.select().from(audit).where(eq(audit.userId, userId))

describe('an agent’s signed-in devices', () => {
  test('are listed with the latest used first, without expired ones and without those of other agents', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const older = await startSession(db, agent.id, '')
    const current = await startSession(db, agent.id, '')
    const expired = await startSession(db, agent.id, '')
    await startSession(db, other.id, '')
    await change(older, { lastUsedAt: new Date(Date.now() - 60_000) })
    await change(expired, { expiresAt: new Date(Date.now() - 1) })

    const listed = await listSessions(db, agent, hashToken(current))
    expect(listed).toEqual([
      expect.objectContaining({ id: expect.any(String), device: expect.any(String), isCurrent: true }),
      expect.objectContaining({ lastUsedAt: expect.any(Date), createdAt: expect.any(Date), isCurrent: false }),
    ])
    for (const token of [older, current]) expect(JSON.stringify(listed)).not.toContain(hashToken(token))
  })

  test.for([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
      'tablet',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', 'desktop'],
    ['curl/8.5.0', 'Unknown browser', 'desktop'],
    ['', 'Unknown device', 'desktop'],
  ])('are described: %s is %s, a %s', async ([userAgent = '', device, kind]) => {
    const agent = await createUser()
    await startSession(database.db, agent.id, userAgent)
    expect(await listSessions(database.db, agent, '')).toMatchObject([{ device, kind }])
  })

  test('can be signed out one by one, which the activity log records', async () => {
    const { db } = database
    const agent = await createUser()
    const [kept, ended] = [await startSession(db, agent.id, ''), await startSession(db, agent.id, '')]
    const listed = await listSessions(db, agent, hashToken(kept))
    await revokeSession(db, agent, listed.find(({ isCurrent }) => !isCurrent)?.id ?? '')
    expect(await findSession(db, ended)).toBeUndefined()
    expect(await findSession(db, kept)).toBeDefined()
    expect(await auditOf(agent.id)).toEqual([
      expect.objectContaining({ action: 'sessions_ended', details: { sessions: 1 } }),
    ])
  })

  test('stay signed in when PostgreSQL refuses the entry in the activity log', async () => {
    const { db } = database
    const agent = await createUser()
    const token = await startSession(db, agent.id, '')
    await whileRefusingRows(database, { table: 'audit' }, () =>
      expect(revokeOtherSessions(db, agent, '')).rejects.toMatchObject(ROW_REFUSED),
    )
    expect(await findSession(db, token)).toBeDefined()
  })

  test('threat 16: cannot be signed out by another agent', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const token = await startSession(db, agent.id, '')
    const [listed] = await listSessions(db, agent, '')
    await expect(revokeSession(db, other, listed?.id ?? '')).rejects.toMatchObject({ status: 404 })
    expect(await findSession(db, token)).toBeDefined()
    expect(await auditOf(other.id)).toEqual([])
  })

  test('are all signed out but the current one, and only that agent’s', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const [current, second, third] = [
      await startSession(db, agent.id, ''),
      await startSession(db, agent.id, ''),
      await startSession(db, agent.id, ''),
    ]
    const others = await startSession(db, other.id, '')
    expect(await revokeOtherSessions(db, agent, hashToken(current))).toBe(2)
    expect(await findSession(db, current)).toBeDefined()
    expect(await findSession(db, second)).toBeUndefined()
    expect(await findSession(db, third)).toBeUndefined()
    expect(await findSession(db, others)).toBeDefined()
    expect(await auditOf(agent.id)).toEqual([expect.objectContaining({ details: { sessions: 2 } })])
  })
})

test('a browser is new to an agent once, and only after another one of theirs', async () => {
  const { db } = database
  const [agent, other] = [await createUser(), await createUser()]
  expect(await rememberDevice(db, agent.id, 'laptop')).toBe(false)
  expect(await rememberDevice(db, agent.id, 'laptop')).toBe(false)
  expect(await rememberDevice(db, agent.id, 'phone')).toBe(true)
  expect(await rememberDevice(db, agent.id, 'phone')).toBe(false)
  // The first browser of somebody else, though others have used it.
  expect(await rememberDevice(db, other.id, 'phone')).toBe(false)
})
