import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { knownDevice, session } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { hashToken, startSession } from '#platform/auth/sessions.server.ts'
import {
  callsWithCookie,
  createAgent,
  createSession,
  createSignedInAgent,
} from '../../../../../test/fixtures/agents.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { rememberDevice } from './agentSessions.server.ts'

const parts = useDeployedApp()

const SIGNED_OUT = { status: 401, name: 'NotSignedIn' }
const partOf = (cookie: string, name: string) => new RegExp(`${name}=[^;]+`).exec(cookie)?.[0] ?? ''
const withCookie = (cookie: string) => callsWithCookie(parts.url, cookie)
const actionsOf = async (userId: string) =>
  (await parts.db.select().from(audit).where(eq(audit.userId, userId))).map(({ action }) => action)
const storedSession = async (token: string) =>
  (
    await parts.db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
  )[0]

describe('threat 249: a session cookie that was copied to another browser', () => {
  test('opens nothing, ends the session and is in the activity log', async () => {
    const { agent, cookie, get } = await createSignedInAgent(parts)
    expect((await get('fetchCurrentUser')).status).toBe(200)
    expect((await withCookie(partOf(cookie, 'session')).get('fetchCurrentUser')).error).toMatchObject(SIGNED_OUT)
    expect((await get('fetchCurrentUser')).error).toMatchObject(SIGNED_OUT)
    expect(await actionsOf(agent.id)).toEqual(['signed_in', 'session_copied'])
  })

  test('is refused with the cookie of another browser, also one that the agent uses', async () => {
    const { agent, cookie } = await createSignedInAgent(parts)
    const laptop = await createSession(parts.db, agent.id)
    const mixed = `${partOf(laptop, 'device')}; ${partOf(cookie, 'session')}`
    expect((await withCookie(mixed).get('fetchCurrentUser')).error).toMatchObject(SIGNED_OUT)
    expect((await withCookie(laptop).get('fetchCurrentUser')).status).toBe(200)
  })

  test.for(['/portal/leads', '/portal/leads.csv'])('opens no page: %s', async (path) => {
    const { cookie } = await createSignedInAgent(parts)
    const visit = (visitor: string) => fetch(parts.url + path, { headers: { cookie: visitor }, redirect: 'manual' })
    expect((await visit(cookie)).status).toBe(200)
    expect((await visit(partOf(cookie, 'session'))).headers.get('location')).toContain('/login')
  })

  test('is recorded once, whatever is sent with it at the same time', async () => {
    const { agent, cookie } = await createSignedInAgent(parts)
    const thief = withCookie(partOf(cookie, 'session'))
    await Promise.all(Array.from({ length: 8 }, () => thief.get('fetchCurrentUser')))
    expect((await actionsOf(agent.id)).filter((action) => action === 'session_copied')).toHaveLength(1)
  })
})

describe('a session from before sessions were bound', () => {
  async function createOldSession() {
    const agent = await createAgent(parts.db)
    await rememberDevice(parts.db, agent.id, 'laptop')
    return { agent, token: await startSession(parts.db, agent.id, '') }
  }

  test('works, and is bound to the browser in which the agent signed in with its next request', async () => {
    const { token } = await createOldSession()
    expect((await withCookie(`session=${token}`).get('fetchCurrentUser')).status).toBe(200)
    expect((await storedSession(token))?.deviceHash).toBeNull()
    expect((await withCookie(`device=laptop; session=${token}`).get('fetchCurrentUser')).status).toBe(200)
    expect((await storedSession(token))?.deviceHash).toBe(hashToken('laptop'))
    expect((await withCookie(`session=${token}`).get('fetchCurrentUser')).error).toMatchObject(SIGNED_OUT)
  })

  test('threat 249: cannot be bound to a browser that the agent has never signed in with', async () => {
    const { token } = await createOldSession()
    await withCookie(`device=made-up; session=${token}`).get('fetchCurrentUser')
    expect((await storedSession(token))?.deviceHash).toBeNull()
  })

  test('is not extended until it is bound', async () => {
    const { token } = await createOldSession()
    const usedLongAgo = { lastUsedAt: sql`now() - interval '1 hour'`, expiresAt: sql`now() + interval '1 day'` }
    await parts.db
      .update(session)
      .set(usedLongAgo)
      .where(eq(session.tokenHash, hashToken(token)))
    const before = await storedSession(token)
    await withCookie(`session=${token}`).get('fetchCurrentUser')
    expect((await storedSession(token))?.expiresAt).toEqual(before?.expiresAt)
  })
})

test('a session’s browser keeps the cookie that it is bound to as long as the session is used', async () => {
  const { cookie } = await createSignedInAgent(parts)
  const { headers } = await withCookie(cookie).get('fetchCurrentUser')
  const [, device] = headers.getSetCookie()
  expect(device?.split('; ')).toEqual(
    expect.arrayContaining([partOf(cookie, 'device'), 'Max-Age=31536000', 'HttpOnly']),
  )
})

describe('the name of a device', () => {
  const devicesOf = async ({ get }: ReturnType<typeof withCookie>) =>
    (await get('fetchSessions')).result as { id: string; name: string | null; isCurrent: boolean }[]

  test('is what the agent calls it, also after signing in on it again', async () => {
    const { agent, cookie, ...calls } = await createSignedInAgent(parts)
    const [device] = await devicesOf(calls)
    expect(device).toMatchObject({ name: '', isCurrent: true })
    expect((await calls.post('renameDevice', { session: device?.id, name: '  Work laptop ' })).status).toBe(200)
    expect(await devicesOf(calls)).toMatchObject([{ name: 'Work laptop' }])

    const token = await startSession(parts.db, agent.id, '', partOf(cookie, 'device').slice('device='.length))
    const again = withCookie(`${partOf(cookie, 'device')}; session=${token}`)
    expect(await devicesOf(again)).toMatchObject([{ name: 'Work laptop' }, { name: 'Work laptop' }])
    await again.post('renameDevice', { session: device?.id, name: '' })
    expect(await devicesOf(again)).toMatchObject([{ name: '' }, { name: '' }])
  })

  test('threat 16: cannot be changed by another agent', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const other = await createSignedInAgent(parts)
    const [device] = await devicesOf(calls)
    expect((await other.post('renameDevice', { session: device?.id, name: 'Mine now' })).status).toBe(404)
    const isOwn = and(eq(knownDevice.userId, agent.id), eq(knownDevice.name, ''))
    expect(await parts.db.$count(knownDevice, isOwn)).toBe(1)
  })

  test.for([['x'.repeat(61)], ['two\nlines']])(
    'is refused when it is too long or has several lines',
    async ([name]) => {
      const calls = await createSignedInAgent(parts)
      const [device] = await devicesOf(calls)
      const refused = await calls.post('renameDevice', { session: device?.id, name })
      expect(refused.error).toMatchObject({ status: 400, fields: { name: expect.any(String) } })
    },
  )
})
