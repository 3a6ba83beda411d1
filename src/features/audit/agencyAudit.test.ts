import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { createAgency, joinAgencyOf } from '../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { createFile } from '../../../test/fixtures/files.ts'
import { createLead } from '../../../test/fixtures/leads.ts'
import { createListing } from '../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { listAgencyAudit } from './agencyAudit.server.ts'
import { ListAgencyAuditInput, ListAuditInput } from './audit.schema.ts'
import { listAudit } from './audit.server.ts'
import { auditText } from './auditText.ts'
import { writeAudit } from './writeAudit.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let db: Db
beforeAll(async () => {
  database = await createDatabase()
  db = database.db
})
afterAll(() => database.drop())

const log = (agent: Agent, input: object = {}) => listAgencyAudit(db, agent, ListAgencyAuditInput.parse(input))
const sentences = async (agent: Agent, input?: object) =>
  (await log(agent, input)).activities.map((one) => `${one.actor.name}: ${auditText(one)}`)

const named = (firstName: string) => ({ firstName, lastName: 'Tane' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000)
const signIn = (agent: Agent, at: Date) => db.insert(audit).values({ userId: agent.id, action: 'signed_in', at })

describe('the activity log of an agency', () => {
  test('threat 155: is for its owners and managers, and has nothing of another agency', async () => {
    const office = await createAgency(db)
    const stranger: Agent = await createAgent(db)
    await writeAudit(db, office.agent, 'downloaded', { what: 'leads' })
    await writeAudit(db, stranger, 'downloaded', { what: 'events' })
    await writeAudit(db, { id: stranger.id }, 'password_changed', {})
    // Also not what a member did in another agency, where they work as well.
    await writeAudit(db, { ...office.agent, agencyId: stranger.agencyId }, 'downloaded', { what: 'events' })
    for (const reader of [office.owner, office.manager])
      expect((await log(reader)).activities).toMatchObject([{ action: 'downloaded', actor: { id: office.agent.id } }])
    for (const reader of [office.agent, office.assistant])
      await expect(log(reader)).rejects.toMatchObject({ status: 403 })
  })

  test('says who did what to whom with current names, and names nothing of another agency', async () => {
    const office = await createAgency(db)
    const stranger = await createAgent(db)
    const other = await createListing(db, { agent: stranger, title: 'Elsewhere' })
    const otherFile = await createFile(db, { agent: stranger, listingId: other.id, name: 'Elsewhere' })
    const otherLead = await createLead(db, { listingId: other.id, ...named('Elsewhere') })
    const { id: listingId } = await createListing(db, { agent: office.agent, title: '12 Rata Street' })
    const { id: leadId } = await createLead(db, { listingId, ...named('Kiri') })
    await db.execute(sql`update "user" set "firstName" = 'Mia', "lastName" = 'Tane' where "id" = ${office.manager.id}`)
    await db.execute(sql`update "user" set "firstName" = 'Ben', "lastName" = '' where "id" = ${office.agent.id}`)
    const memberId = office.agent.id
    await writeAudit(db, office.manager, 'listing_published', { listingId }, listingId)
    await writeAudit(db, office.manager, 'listing_published', { listingId: other.id }, other.id)
    await writeAudit(db, office.manager, 'member_role_changed', { memberId, from: 'assistant', to: 'agent' }, memberId)
    await writeAudit(db, office.manager, 'lead_assigned', { leadId, memberId }, leadId)
    await writeAudit(db, office.manager, 'downloaded', { what: 'file', fileId: otherFile.id })
    await writeAudit(db, office.manager, 'lead_assigned', { leadId: otherLead.id, memberId })
    expect(await sentences(office.owner)).toEqual([
      'Mia Tane: Assigned a lead to Ben',
      'Mia Tane: Downloaded a file',
      'Mia Tane: Assigned Kiri Tane to Ben',
      'Mia Tane: Changed Ben from an assistant to an agent',
      'Mia Tane: Published a listing',
      'Mia Tane: Published 12 Rata Street',
    ])
  })

  test('threat 155: of an account names no member of an agency in which the account is not working just now', async () => {
    const [here, elsewhere] = [await createAgency(db), await createAgency(db)]
    const { agencyId } = elsewhere.owner
    const { id: memberId } = elsewhere.agent
    await writeAudit(db, { ...here.owner, agencyId }, 'member_removed', { memberId, listings: 0 }, memberId)
    const own = async (agent: Agent) => (await listAudit(db, agent, ListAuditInput.parse({}))).activities.map(auditText)
    expect(await own(here.owner)).toEqual(['Removed a member'])
    expect(await own({ ...here.owner, agencyId })).toEqual(['Removed Aroha Ngata'])
  })

  test('threat 156: shows what members did with their accounts while they were members, not before or after', async () => {
    const { owner, agent, colleague } = await createAgency(db)
    for (const { id } of [agent, colleague])
      await db
        .update(member)
        .set({ joinedAt: hoursAgo(10) })
        .where(eq(member.userId, id))
    await db.insert(audit).values({
      userId: agent.id,
      agencyId: agent.agencyId,
      action: 'member_joined',
      details: { role: 'agent' },
      at: hoursAgo(10),
    })
    for (const hours of [12, 9, 1]) await signIn(agent, hoursAgo(hours))
    await signIn(colleague, hoursAgo(2))
    await writeAudit(db, agent, 'downloaded', { what: 'leads' })
    // Removed five hours ago.
    await db.delete(member).where(and(eq(member.userId, agent.id), eq(member.agencyId, agent.agencyId)))
    await db.insert(audit).values({
      ...{ userId: owner.id, agencyId: owner.agencyId, action: 'member_removed', at: hoursAgo(5) },
      details: { memberId: agent.id, listings: 2 },
    })
    const { activities, formerMembers } = await log(owner)
    expect(activities.map(({ action, actor }) => [action, actor.id, actor.isFormer])).toEqual([
      ['downloaded', agent.id, true],
      ['signed_in', colleague.id, false],
      ['member_removed', owner.id, false],
      ['signed_in', agent.id, true],
      ['member_joined', agent.id, true],
    ])
    expect(formerMembers).toMatchObject([{ id: agent.id }])
  })

  test('threat 166: has nothing of a member’s account from when they work in another agency, too', async () => {
    const { owner, agent } = await createAgency(db)
    const stranger: Agent = await createAgent(db)
    const joinedAt = (agencyId: string, hours: number) =>
      db
        .update(member)
        .set({ joinedAt: hoursAgo(hours) })
        .where(and(eq(member.agencyId, agencyId), eq(member.userId, agent.id)))
    await joinedAt(owner.agencyId, 10)
    await joinAgencyOf(db, stranger, agent)
    await joinedAt(stranger.agencyId, 6)
    for (const hours of [8, 4, 1]) await signIn(agent, hoursAgo(hours))
    const hoursSeen = async (reader: Agent) =>
      (await log(reader)).activities
        .filter(({ action }) => action === 'signed_in')
        .map(({ at }) => Math.round((Date.now() - at.getTime()) / 3600_000))
    expect([await hoursSeen(owner), await hoursSeen(stranger)]).toEqual([[8], []])
    // They have left the other one two hours ago.
    await db.delete(member).where(and(eq(member.agencyId, stranger.agencyId), eq(member.userId, agent.id)))
    const moved = { userId: agent.id, agencyId: stranger.agencyId, objectId: agent.id }
    await db.insert(audit).values([
      { ...moved, action: 'member_joined', details: { role: 'agent' }, at: hoursAgo(6) },
      { ...moved, action: 'member_left', details: { listings: 0 }, at: hoursAgo(2) },
    ])
    expect([await hoursSeen(owner), await hoursSeen(stranger)]).toEqual([[1, 8], []])
  })

  test('is filtered by member, type and days of the reader’s time zone', async () => {
    const { owner, agent } = await createAgency(db)
    // 1 July in Auckland, the reader's zone, and still 30 June in UTC.
    const at = new Date('2026-06-30T13:00:00Z')
    await db
      .update(member)
      .set({ joinedAt: hoursAgo(9000) })
      .where(eq(member.agencyId, owner.agencyId))
    await signIn(agent, at)
    await db
      .insert(audit)
      .values({ userId: owner.id, agencyId: owner.agencyId, action: 'downloaded', details: { what: 'leads' } })
    const actions = async (input: object) => (await log(owner, input)).activities.map(({ action }) => action)
    expect(await actions({ memberId: agent.id })).toEqual(['signed_in'])
    expect(await actions({ kind: 'downloads' })).toEqual(['downloaded'])
    expect(await actions({ from: '2026-07-01', to: '2026-07-01' })).toEqual(['signed_in'])
    expect(await actions({ to: '2026-06-30' })).toEqual([])
  })

  test('is paged over both kinds of entries without gaps or repetitions', async () => {
    const { owner, agent } = await createAgency(db)
    await db
      .update(member)
      .set({ joinedAt: hoursAgo(100) })
      .where(eq(member.agencyId, owner.agencyId))
    for (let hours = 1; hours <= 12; hours++) {
      const at = hoursAgo(hours)
      await signIn(agent, at)
      const entry = { userId: owner.id, agencyId: owner.agencyId, action: 'downloaded', details: { what: 'leads' }, at }
      await db.insert(audit).values(entry)
    }
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await log(owner, { limit: 7, cursor })
      seen.push(...page.activities.map(({ id }) => id))
      cursor = page.next
    }
    const all = await log(owner, { limit: 100 })
    expect(seen).toEqual(all.activities.map(({ id }) => id))
    expect(new Set(seen).size).toBe(24)
  })
})
