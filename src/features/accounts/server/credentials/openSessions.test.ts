import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { knownDevice, profile, session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { hashToken, startSession } from '#platform/auth/sessions.server.ts'
import {
  callsWithCookie,
  createAgent,
  createSession,
  createSignedInAgent,
  PASSWORD,
} from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { rememberDevice } from './agentSessions.server.ts'

const parts = useDeployedApp()

const LOCKED = { status: 403, name: 'SessionLocked' }

/** An agent whose agency locks after half an hour, and who was last there so long ago. */
async function createIdleAgent(ago: string) {
  const signedIn = await createSignedInAgent(parts)
  const { id, agencyId } = signedIn.agent
  await parts.db.update(agency).set({ idleLockMinutes: 30 }).where(eq(agency.id, agencyId))
  await leave(id, ago)
  return signedIn
}
const leave = (userId: string, ago: string) =>
  parts.db
    .update(session)
    .set({ lastActiveAt: sql`now() - ${ago}::interval` })
    .where(eq(session.userId, userId))

describe('threat 232: a session that was left alone', () => {
  test('is refused by every call of the portal, and says so to the browser', async () => {
    const { get, post } = await createIdleAgent('31 minutes')
    for (const name of ['fetchLeads', 'fetchSettings', 'fetchNotifications', 'fetchSessions', 'fetchCurrentUser']) {
      const refused = await get(name)
      expect([name, refused.error, refused.headers.get('x-session-locked')]).toEqual([
        name,
        expect.objectContaining(LOCKED),
        '1',
      ])
    }
    expect((await post('changePassword', { oldPassword: PASSWORD, newPassword: 'mine now' })).error).toMatchObject(
      LOCKED,
    )
    expect((await post('confirmProof')).error).toMatchObject(LOCKED)
  })

  test.for(['/portal', '/portal/leads', '/portal/leads.csv'])(
    'opens no page but the one that unlocks it: %s',
    async (path) => {
      const { cookie } = await createIdleAgent('31 minutes')
      const page = await fetch(parts.url + path, { headers: { cookie }, redirect: 'manual' })
      expect(page.headers.get('location')).toBe(`/locked?${new URLSearchParams({ from: path })}`)
    },
  )

  test('is a stranger on public pages', async () => {
    const { agent, get } = await createIdleAgent('31 minutes')
    expect((await get('fetchIsSignedIn')).result).toBe(false)
    await leave(agent.id, '1 minute')
    expect((await get('fetchIsSignedIn')).result).toBe(true)
  })

  test('goes on after the password, and not after a wrong one', async () => {
    const { get, post } = await createIdleAgent('31 minutes')
    expect((await post('proveIdentity', { kind: 'password', password: 'wrong' })).status).toBe(400)
    expect((await get('fetchLeads')).error).toMatchObject(LOCKED)
    expect((await post('proveIdentity', { kind: 'password', password: PASSWORD })).status).toBe(200)
    expect((await get('fetchLeads')).status).toBe(200)
  })

  test('asks someone with an authenticator app for a code', async () => {
    const { agent, get, post } = await createIdleAgent('31 minutes')
    const { secret } = await createAuthenticator(parts.db, agent.id)
    expect((await post('proveIdentity', { kind: 'password', password: PASSWORD })).status).toBe(403)
    expect((await post('proveIdentity', { kind: 'code', code: codeFor(secret) })).status).toBe(200)
    expect((await get('fetchLeads')).status).toBe(200)
  })

  test('can be signed out', async () => {
    const { get, post } = await createIdleAgent('31 minutes')
    expect((await post('logout')).status).toBe(200)
    expect((await get('fetchLeads')).status).toBe(401)
  })

  test('guesses at its password are limited', async () => {
    const { post } = await createIdleAgent('31 minutes')
    const guess = () => post('proveIdentity', { kind: 'password', password: 'wrong' })
    for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })
})

describe('threat 233: a browser that does not lock itself', () => {
  test('does not keep the session open with calls alone', async () => {
    const { agent, get } = await createIdleAgent('29 minutes')
    const lastActiveAt = async () =>
      (await parts.db.select().from(session).where(eq(session.userId, agent.id)))[0]?.lastActiveAt
    const before = await lastActiveAt()
    for (const name of ['fetchNotifications', 'fetchIdleLock', 'fetchLeads']) expect((await get(name)).status).toBe(200)
    expect(await lastActiveAt()).toEqual(before)
    await leave(agent.id, '30 minutes')
    expect((await get('fetchNotifications')).error).toMatchObject(LOCKED)
  })

  test('keeps it open by reporting that someone was there, and not once it is locked', async () => {
    const { agent, get, post } = await createIdleAgent('29 minutes')
    expect((await post('reportActivity', { secondsAgo: 20 })).status).toBe(200)
    const [{ idleSeconds }] = [(await get('fetchIdleLock')).result as { idleSeconds: number }]
    expect(idleSeconds).toBeGreaterThanOrEqual(20)
    expect(idleSeconds).toBeLessThan(60)
    await leave(agent.id, '31 minutes')
    expect((await post('reportActivity', { secondsAgo: 0 })).error).toMatchObject(LOCKED)
  })

  test.for([-1, 121, 1.5, null])('cannot report a moment that is not just now: %s', async (secondsAgo) => {
    const { post } = await createIdleAgent('1 minute')
    expect((await post('reportActivity', { secondsAgo })).status).toBe(400)
  })
})

describe('a lock', () => {
  test('can be set at once, without any rule, and holds for this device only', async () => {
    const { agent, get, post } = await createSignedInAgent(parts)
    expect((await post('lockSession')).status).toBe(200)
    expect((await get('fetchLeads')).error).toMatchObject(LOCKED)
    expect((await get('fetchIdleLock')).result).toMatchObject({ isLocked: true, minutes: null })
    const locked = await parts.db.$count(
      session,
      sql`${session.userId} = ${agent.id} and ${session.lockedAt} is not null`,
    )
    expect(locked).toBe(1)
    await post('proveIdentity', { kind: 'password', password: PASSWORD })
    expect((await get('fetchLeads')).status).toBe(200)
  })

  test('can be an agent’s own: the shorter time counts, and nobody is locked out at that moment', async () => {
    const { agent, get, post } = await createIdleAgent('20 minutes')
    expect((await post('saveIdleLock', { minutes: 15 })).status).toBe(200)
    expect((await get('fetchIdleLock')).result).toMatchObject({ minutes: 15, agencyMinutes: 30, ownMinutes: 15 })
    await leave(agent.id, '16 minutes')
    expect((await get('fetchLeads')).error).toMatchObject(LOCKED)
    await parts.db.update(profile).set({ idleLockMinutes: 240 }).where(eq(profile.userId, agent.id))
    expect((await get('fetchLeads')).status).toBe(200)
    await leave(agent.id, '31 minutes')
    expect((await get('fetchLeads')).error).toMatchObject(LOCKED)
  })

  test('threat 233: the rule needs a fresh proof, so that nobody who finds the portal open turns it off', async () => {
    const { agent, post } = await createIdleAgent('1 minute')
    await parts.db.update(session).set({ provenAt: null }).where(eq(session.userId, agent.id))
    expect((await post('saveIdleLock', { minutes: null })).error).toMatchObject({ name: 'ProofNeeded' })
  })
})

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
