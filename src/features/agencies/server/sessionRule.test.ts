import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { createAgency, joinAgencyOf } from '../../../../test/fixtures/agencies.ts'
import { callsWithCookie, createAgent, createSession } from '../../../../test/fixtures/agents.ts'
import { emailsTo } from '../../../../test/fixtures/emails.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp()

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
        (await emailsTo(parts.app.dataDir, email)).some(({ text }) => text?.includes('12 hours after you signed in')),
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
