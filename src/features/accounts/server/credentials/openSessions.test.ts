import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { profile, session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { createSignedInAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'

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
