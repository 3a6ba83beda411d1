import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, createAgency, shareListing } from '../../test/fixtures/agencies.ts'
import { agentValues, createAgent } from '../../test/fixtures/agents.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../test/fixtures/listings.ts'
import { createDatabase } from '../../test/support/database.ts'
import { profile, user } from './schema/accounts.ts'
import { agency, coAgent, member } from './schema/agencies.ts'
import { file } from './schema/files.ts'
import { lead } from './schema/leads.ts'
import { listing } from './schema/listings.ts'
import { notification } from './schema/notifications.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const agenciesOf = async (userId: string) =>
  (await database.db.select().from(member).where(eq(member.userId, userId))).map(({ agencyId }) => agencyId)
const nameOf = async (agencyId: string) =>
  (await database.db.select().from(agency).where(eq(agency.id, agencyId)))[0]?.name

describe('a listing with another lead agent', () => {
  test('takes its leads, files and notifications along, and no others', async () => {
    const { db } = database
    const { agent, colleague } = await createAgency(db)
    const [handed, kept] = [await createPublishedListing(db, { agent }), await createPublishedListing(db, { agent })]
    for (const { id: listingId } of [handed, kept]) {
      await createLead(db, { listingId })
      await createFile(db, { agent, listingId })
    }
    await shareListing(db, handed.id, colleague)
    // A co-agent has their own.
    await db.insert(notification).values({ type: 'lead_created', listingId: handed.id, userId: colleague.id })

    await db.update(listing).set({ userId: colleague.id }).where(eq(listing.id, handed.id))

    for (const table of [lead, file, notification]) {
      const rows = await db.select({ listingId: table.listingId, userId: table.userId }).from(table)
      const agentsOf = (id: string) => new Set(rows.flatMap((row) => (row.listingId === id ? row.userId : [])))
      expect([agentsOf(handed.id), agentsOf(kept.id)]).toEqual([new Set([colleague.id]), new Set([agent.id])])
    }
    // The lead agent is no co-agent of their own listing.
    expect(await db.$count(coAgent, eq(coAgent.listingId, handed.id))).toBe(0)
  })

  test('keeps the notifications of its co-agents', async () => {
    const { db } = database
    const { agent, colleague, manager } = await createAgency(db)
    const { id: listingId } = await createPublishedListing(db, { agent })
    await shareListing(db, listingId, manager)
    await db.insert(notification).values({ type: 'lead_created', listingId, userId: manager.id })
    await db.update(listing).set({ userId: colleague.id }).where(eq(listing.id, listingId))
    const told = await db.select().from(notification).where(eq(notification.listingId, listingId))
    expect(told.map(({ userId }) => userId)).toEqual([manager.id])
  })
})

describe('the name in an agent’s profile', () => {
  test('names the agency of an agent alone, and not that of a team', async () => {
    const { db } = database
    const alone = await createAgent(db, { profile: { agencyName: 'Rata Homes' } })
    expect(await nameOf(alone.agencyId)).toBe('Rata Homes')
    await db.update(profile).set({ agencyName: 'Kauri Homes' }).where(eq(profile.userId, alone.id))
    expect(await nameOf(alone.agencyId)).toBe('Kauri Homes')
    const colleague = await addMember(db, alone, { role: 'agent' })
    await db.update(profile).set({ agencyName: 'Nikau Homes' }).where(eq(profile.userId, alone.id))
    await db.insert(profile).values({ userId: colleague.id, agencyName: 'Tōtara Homes' })
    expect(await nameOf(alone.agencyId)).toBe('Kauri Homes')
  })
})

describe('the agency of a user', () => {
  test('is one of their own, unless they join another in the same transaction', async () => {
    const { db } = database
    const owner = await createAgent(db)
    expect(await agenciesOf(owner.id)).toEqual([owner.agencyId])
    const joining = agentValues()
    await db.transaction(async (tx) => {
      await tx.insert(user).values(joining)
      await tx.insert(member).values({ agencyId: owner.agencyId, userId: joining.id, role: 'agent' })
    })
    expect(await agenciesOf(joining.id)).toEqual([owner.agencyId])
  })

  test('is a new one for a founder who was removed, who is not let back in', async () => {
    const { db } = database
    const founder = await createAgent(db, { profile: { agencyName: 'Rata Homes' } })
    const successor = await addMember(db, founder, { role: 'owner' })
    await db.update(agency).set({ payerId: successor.id }).where(eq(agency.id, founder.agencyId))
    await db.delete(member).where(eq(member.userId, founder.id))
    await db.execute(sql`select agency_of(${founder.id})`)
    const [own, ...others] = await agenciesOf(founder.id)
    expect(others).toEqual([])
    expect(own).not.toBe(founder.agencyId)
    const [created] = await db
      .select()
      .from(agency)
      .where(eq(agency.id, own ?? ''))
    expect(created).toMatchObject({ payerId: founder.id, name: 'Rata Homes' })
    // A new listing of theirs goes there.
    expect((await createListing(db, { agent: founder, agencyId: '' })).agencyId).toBe(own)
  })

  test('has no payer if they still pay for another one', async () => {
    const { db } = database
    const founder = await createAgent(db)
    await db.delete(member).where(eq(member.userId, founder.id))
    await db.execute(sql`select agency_of(${founder.id})`)
    const [own] = await agenciesOf(founder.id)
    expect(
      (
        await db
          .select()
          .from(agency)
          .where(eq(agency.id, own ?? ''))
      )[0]?.payerId,
    ).toBeNull()
  })

  test('is created once when two transactions ask at the same moment', async () => {
    const { db } = database
    const founder = await createAgent(db)
    await db.delete(member).where(eq(member.userId, founder.id))
    await Promise.all([1, 2].map(() => db.execute(sql`select agency_of(${founder.id})`)))
    expect(await agenciesOf(founder.id)).toHaveLength(1)
  })
})
