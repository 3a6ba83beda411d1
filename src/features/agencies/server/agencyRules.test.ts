import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { passkey } from '#db/schema/signInMethods.ts'
import { createAgency, joinAgencyOf } from '../../../../test/fixtures/agencies.ts'
import { callsWithCookie, createAgent, createSession } from '../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../test/fixtures/emails.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { call } from '../../../../test/support/call.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'
import { runJob } from '../../../../test/support/processes/runJob.ts'
import { remindOfSecondFactorJob } from './secondFactorRule.server.ts'

const parts = useDeployedApp()

async function createOffice() {
  const office = await createAgency(parts.db)
  const as = async ({ id }: { id: string }) => {
    const cookie = await createSession(parts.db, id)
    return { cookie, ...callsWithCookie(parts.url, cookie) }
  }
  await createAuthenticator(parts.db, office.owner.id)
  return { ...office, as, owners: await as(office.owner) }
}
const ruleFrom = (agencyId: string, from: ReturnType<typeof sql>) =>
  parts.db.update(agency).set({ secondFactorFrom: from }).where(eq(agency.id, agencyId))
const subjectsTo = async (email: string) =>
  (await emailsTo(parts.app.dataDir, email)).map(({ subject }) => subject ?? '')
const reminders = async (email: string) =>
  (await subjectsTo(email)).filter((subject) => subject.includes('requires two-step sign-in')).length

describe('an agency that requires a second factor', () => {
  test('emails those who have none, and lists them for its owners only', async () => {
    const { owner, manager, agent, as, owners } = await createOffice()
    await createAuthenticator(parts.db, manager.id)
    expect((await owners.post('saveSecondFactorRule', { days: 14 })).status).toBe(200)
    const { result } = await owners.get('fetchSecondFactorRule')
    expect(result).toMatchObject({ from: expect.any(Date) })
    const { members } = result as { members: { id: string; hasSecondFactor: boolean }[] }
    const having = members.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ id }) => id)
    expect(having.toSorted()).toEqual([owner.id, manager.id].toSorted())
    await eventually(async () => (await reminders(agent.email)) === 1)
    expect(await reminders(manager.email)).toBe(0)
    for (const other of [manager, agent]) {
      expect((await (await as(other)).get('fetchSecondFactorRule')).status).toBe(403)
      expect((await (await as(other)).post('saveSecondFactorRule', { days: null })).status).toBe(403)
    }
    const log = await parts.db.select().from(audit).where(eq(audit.agencyId, owner.agencyId))
    expect(log.map(({ action }) => action)).toContain('second_factor_rule_set')
  })

  test('does not let an owner without a second factor require one', async () => {
    const office = await createAgency(parts.db)
    const owners = callsWithCookie(parts.url, await createSession(parts.db, office.owner.id))
    const refused = await owners.post('saveSecondFactorRule', { days: 7 })
    expect(refused.status).toBe(409)
    const [stored] = await parts.db.select().from(agency).where(eq(agency.id, office.owner.agencyId))
    expect(stored?.secondFactorFrom).toBeNull()
  })

  test('threat 230: leaves members alone until the day, and then opens nothing but the set-up to those who have none', async () => {
    const { agent, owner, as, owners } = await createOffice()
    const member = await as(agent)
    await ruleFrom(owner.agencyId, sql`now() + interval '1 day'`)
    expect((await member.get('fetchLeads')).status).toBe(200)

    await ruleFrom(owner.agencyId, sql`now()`)
    for (const name of ['fetchLeads', 'fetchSettings', 'fetchListings', 'fetchNotifications'])
      expect((await member.get(name)).error, name).toMatchObject({ status: 403, name: 'SecondFactorNeeded' })
    for (const path of ['/portal', '/portal/leads', '/portal/leads.csv']) {
      const page = await fetch(parts.url + path, { headers: { cookie: member.cookie }, redirect: 'manual' })
      expect(page.headers.get('location'), path).toBe(`/second-step?${new URLSearchParams({ from: path })}`)
    }
    expect((await owners.get('fetchLeads')).status).toBe(200)

    const { id, secret } = (await member.post('startAuthenticator')).result as { id: string; secret: string }
    const added = await member.post('confirmAuthenticator', { id, name: 'My phone', code: codeFor(secret) })
    expect(added.status).toBe(200)
    expect((await member.get('fetchLeads')).status).toBe(200)
  })

  test('takes a passkey for a second factor', async () => {
    const { manager, owner, as } = await createOffice()
    const keys = { credentialId: crypto.randomUUID(), publicKey: Buffer.from('x'), deviceType: 'singleDevice' as const }
    await parts.db.insert(passkey).values({ userId: manager.id, name: 'My laptop', ...keys })
    await ruleFrom(owner.agencyId, sql`now()`)
    expect((await (await as(manager)).get('fetchLeads')).status).toBe(200)
  })

  test('keeps the listings of a member without one online', async () => {
    const { agent, owner } = await createOffice()
    const listing = await createPublishedListing(parts.db, { agent })
    await ruleFrom(owner.agencyId, sql`now()`)
    expect((await fetch(`${parts.url}/listings/${listing.slug}`)).status).toBe(200)
    const found = await call(parts.url, 'fetchPublicListing', { data: { id: listing.id } })
    expect(found.status).toBe(200)
  })

  test('threat 230: does not let a member remove the last second factor', async () => {
    const { owner, owners } = await createOffice()
    await ruleFrom(owner.agencyId, sql`now() + interval '5 days'`)
    const { result } = await owners.get('fetchSecondFactors')
    const [{ id }] = (result as { authenticators: [{ id: string }] }).authenticators
    expect((await owners.post('removeAuthenticator', { id })).status).toBe(409)
    await owners.post('saveSecondFactorRule', { days: null })
    expect((await owners.post('removeAuthenticator', { id })).status).toBe(200)
  })

  test('reminds three days and one day before, once each', async () => {
    const { agent, owner } = await createOffice()
    const remind = () => runJob(parts.database, remindOfSecondFactorJob)
    const remindedAt = async (ago: string) =>
      parts.db
        .update(member)
        .set({ secondFactorRemindedAt: sql`now() - ${ago}::interval` })
        .where(eq(member.userId, agent.id))
    const lastReminder = async () =>
      (await parts.db.select().from(member).where(eq(member.userId, agent.id)))[0]?.secondFactorRemindedAt?.getTime()
    await remindedAt('10 days')
    await ruleFrom(owner.agencyId, sql`now() + interval '4 days'`)
    const before = await lastReminder()
    await remind()
    expect(await lastReminder()).toBe(before)

    for (const left of ['2 days 23 hours', '23 hours']) {
      await remindedAt('3 days')
      await ruleFrom(owner.agencyId, sql`now() + ${left}::interval`)
      await remind()
      const reminded = await lastReminder()
      expect(reminded).toBeGreaterThan(before ?? 0)
      await remind()
      expect(await lastReminder()).toBe(reminded)
    }
  })
})

const as = async ({ id }: { id: string }) => callsWithCookie(parts.url, await createSession(parts.db, id))
const signedInAgo = (userId: string, ago: string) =>
  parts.db
    .update(session)
    .set({ createdAt: sql`now() - ${ago}::interval` })
    .where(eq(session.userId, userId))

describe('how long members stay signed in', () => {
  test('is for an agency’s owners to say, is in its log, and every other member is told', async () => {
    const office = await createAgency(parts.db)
    const owners = await as(office.owner)
    expect((await owners.get('fetchSessionRule')).result).toEqual({ hours: null, idleMinutes: null })
    expect((await owners.post('saveSessionRule', { hours: 12, idleMinutes: 30 })).status).toBe(200)
    expect((await owners.get('fetchSessionRule')).result).toEqual({ hours: 12, idleMinutes: 30 })
    for (const { email } of [office.manager, office.agent, office.assistant])
      await eventually(async () =>
        (await emailsTo(parts.app.dataDir, email)).some(({ text }) => text?.includes('12 hours after signing in')),
      )
    expect(await emailsTo(parts.app.dataDir, office.owner.email)).toEqual([])
    for (const member of [office.manager, office.agent, office.assistant]) {
      const calls = await as(member)
      expect((await calls.get('fetchSessionRule')).status).toBe(403)
      expect((await calls.post('saveSessionRule', { hours: null, idleMinutes: null })).status).toBe(403)
    }
    const log = await parts.db.select().from(audit).where(eq(audit.agencyId, office.owner.agencyId))
    expect(log).toMatchObject([{ action: 'session_rule_changed', details: { hours: 12, idleMinutes: 30 } }])
  })

  test.for([{ hours: 1000, idleMinutes: null }, { hours: null, idleMinutes: 1 }, { hours: 12 }])(
    'is one of the times on the page: %j is refused',
    async (rule) => {
      const owners = await as(await createAgent(parts.db))
      expect((await owners.post('saveSessionRule', rule)).status).toBe(400)
    },
  )

  test('threat 253: ends sessions that are open already, however much they are used', async () => {
    const { owner, agent } = await createAgency(parts.db)
    const [owners, member] = [await as(owner), await as(agent)]
    await signedInAgo(agent.id, '13 hours')
    expect((await member.get('fetchLeads')).status).toBe(200)
    await owners.post('saveSessionRule', { hours: 12, idleMinutes: null })
    expect((await member.get('fetchLeads')).status).toBe(401)
    expect((await owners.get('fetchLeads')).status).toBe(200)
    expect((await (await as(agent)).get('fetchLeads')).status).toBe(200)
  })

  test('threat 253: counts in the agency that someone works in, and at the moment they switch to it', async () => {
    const office = await createAgency(parts.db)
    const account = await createAgent(parts.db)
    await joinAgencyOf(parts.db, office.owner, account)
    await parts.db.update(agency).set({ sessionHours: 24 }).where(eq(agency.id, office.owner.agencyId))
    const calls = await as(account)
    await signedInAgo(account.id, '25 hours')
    expect((await calls.get('fetchLeads')).status).toBe(200)
    expect((await calls.post('switchAgency', { agencyId: office.owner.agencyId })).status).toBe(200)
    expect((await calls.get('fetchLeads')).status).toBe(401)
  })

  test('a rule about locking locks nobody out of what they are doing', async () => {
    const { owner, agent } = await createAgency(parts.db)
    const [owners, member] = [await as(owner), await as(agent)]
    await parts.db
      .update(session)
      .set({ lastActiveAt: sql`now() - interval '5 hours'` })
      .where(eq(session.userId, agent.id))
    await owners.post('saveSessionRule', { hours: null, idleMinutes: 15 })
    expect((await member.get('fetchLeads')).status).toBe(200)
  })

  test('the list of devices has no session that the rule has ended', async () => {
    const { owner } = await createAgency(parts.db)
    await as(owner)
    await signedInAgo(owner.id, '2 days')
    const owners = await as(owner)
    expect((await owners.get('fetchSessions')).result).toHaveLength(2)
    await owners.post('saveSessionRule', { hours: 24, idleMinutes: null })
    expect((await owners.get('fetchSessions')).result).toHaveLength(1)
  })
})
