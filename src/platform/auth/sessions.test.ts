import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#db/schema/accounts.ts'
import { DAY_MS } from '#values/time.ts'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { findSession, hashToken, revokeSessionByToken, startSession } from './sessions.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const createUser = (fields = {}) => createAgent(database.db, { password: 'not used here', ...fields })
const stored = async (token: string) => {
  const [row] = await database.db
    .select()
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  if (!row) throw new Error('There is no such session.')
  return row
}
const change = (token: string, values: Partial<typeof session.$inferInsert>) =>
  database.db
    .update(session)
    .set(values)
    .where(eq(session.tokenHash, hashToken(token)))
const daysLeft = async (token: string) => ((await stored(token)).expiresAt.getTime() - Date.now()) / DAY_MS

describe('a session', () => {
  test('belongs to the agent it was opened for', async () => {
    const { db } = database
    const [mia, theo] = [await createUser(), await createUser()]
    const [mias, theos] = [await startSession(db, mia.id, 'Safari'), await startSession(db, theo.id, 'Firefox')]
    expect(await findSession(db, mias)).toMatchObject({ agent: mia, sessionHash: hashToken(mias) })
    expect(await findSession(db, theos)).toMatchObject({ agent: theo, sessionHash: hashToken(theos) })
    expect(await findSession(db, 'made up')).toBeUndefined()
  })

  test('is found with a query that is planned once', async () => {
    const { db, sql } = database
    const token = await startSession(db, (await createUser()).id, '')
    await findSession(db, token)
    expect(await sql`select name from pg_prepared_statements`).toEqual([{ name: 'find_session' }])
  })

  test('has an unguessable token of 256 bits, new each time', async () => {
    const { db } = database
    const { id } = await createUser()
    const tokens = [await startSession(db, id, ''), await startSession(db, id, '')]
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(tokens[0]).not.toBe(tokens[1])
  })

  test('ends 30 days after it was opened', async () => {
    const { db } = database
    const token = await startSession(db, (await createUser()).id, '')
    expect(await daysLeft(token)).toBeCloseTo(30, 1)
    await change(token, { expiresAt: new Date(Date.now() - 1) })
    expect(await findSession(db, token)).toBeUndefined()
  })

  test('lasts another 30 days from its latest use', async () => {
    const { db } = database
    const { id } = await createUser()
    const [used, other] = [await startSession(db, id, '', 'laptop'), await startSession(db, id, '', 'laptop')]
    const aWhileAgo = new Date(Date.now() - 90_000)
    const tomorrow = new Date(Date.now() + DAY_MS)
    for (const token of [used, other]) await change(token, { lastUsedAt: aWhileAgo, expiresAt: tomorrow })
    await findSession(db, used, 'laptop')
    expect(await daysLeft(used)).toBeCloseTo(30, 1)
    expect((await stored(used)).lastUsedAt.getTime()).toBeGreaterThan(aWhileAgo.getTime())
    expect((await stored(other)).lastUsedAt).toEqual(aWhileAgo)
    expect((await stored(other)).expiresAt).toEqual(tomorrow)
  })

  test('is not written on every request: a use within the last minute is recent enough', async () => {
    const { db } = database
    const token = await startSession(db, (await createUser()).id, '')
    const halfAMinuteAgo = new Date(Date.now() - 30_000)
    await change(token, { lastUsedAt: halfAMinuteAgo })
    expect(await findSession(db, token)).toBeDefined()
    expect((await stored(token)).lastUsedAt).toEqual(halfAMinuteAgo)
  })

  test('opens nothing once its agent’s account is archived', async () => {
    const { db } = database
    const token = await startSession(db, (await createUser({ archivedAt: new Date() })).id, '')
    expect(await findSession(db, token)).toBeUndefined()
  })

  test('ends on signing out, and no other with it', async () => {
    const { db } = database
    const { id } = await createUser()
    const [left, kept] = [await startSession(db, id, ''), await startSession(db, id, '')]
    await revokeSessionByToken(db, left)
    expect(await findSession(db, left)).toBeUndefined()
    expect(await findSession(db, kept)).toBeDefined()
  })

  test('keeps at most 300 characters of what the browser calls itself', async () => {
    const token = await startSession(database.db, (await createUser()).id, 'x'.repeat(5_000))
    expect((await stored(token)).userAgent).toBe('x'.repeat(300))
  })
})
