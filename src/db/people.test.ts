import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createListing, createListingOfFirstRelease } from '../../test/fixtures/listings.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { emptyDatabase, insertRow, migrationsBefore } from '../../test/support/migrations.ts'
import type { Db } from './client.server.ts'
import { deleteLeads } from './deleteLeads.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { newId } from './schema/columns.ts'
import { event, lead, listing, noEmailFor, notification } from './schema/index.ts'
import { person } from './schema/people.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

/** With what refers to them, as the callers of `deleteLeads` do. */
async function eraseLeads(db: Db, leads: Pick<typeof lead.$inferSelect, 'id' | 'agencyId'>[]) {
  const ids = leads.map(({ id }) => id)
  await db.update(event).set({ leadId: null }).where(inArray(event.leadId, ids))
  await db.delete(notification).where(inArray(notification.leadId, ids))
  await deleteLeads(
    db,
    leads.map(({ agencyId }) => agencyId),
    ids,
  )
}

describe('a person', () => {
  test('is one for the same email address on several listings of an agent, and another one for another agent', async () => {
    const { db } = await freshDatabase()
    const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
    const details = { email: 'ana@example.nz' }
    const first = await createLead(db, { listingId: (await createListing(db, { agent })).id, ...details })
    const second = await createLead(db, {
      listingId: (await createListing(db, { agent })).id,
      ...details,
      firstName: 'Anahera',
      phone: '+6421555000',
    })
    const foreign = await createLead(db, { listingId: (await createListing(db, { agent: otherAgent })).id, ...details })
    expect(second.personId).toBe(first.personId)
    expect(foreign.personId).not.toBe(first.personId)
    const [found] = await db.select().from(person).where(eq(person.id, first.personId))
    expect(found).toMatchObject({ email: 'ana@example.nz', firstName: 'Anahera', leadCount: 2, phone: '+6421555000' })
    expect(found?.searchText).toContain('6421555000')
  })

  test('without an email address is one for each lead', async () => {
    const { db } = await freshDatabase()
    const home = await createListing(db, { agent: await createAgent(db) })
    const leads = []
    for (const id of [newId('lead'), newId('lead')])
      leads.push(await createLead(db, { id, listingId: home.id, email: noEmailFor(id) }))
    expect(new Set(leads.map(({ personId }) => personId)).size).toBe(2)
    expect(await db.select({ email: person.email }).from(person)).toEqual([{ email: '' }, { email: '' }])
  })

  test('is gone with the last lead, and with a new email address is another person', async () => {
    const { db } = await freshDatabase()
    const agent = await createAgent(db)
    const [one, two] = [await createListing(db, { agent }), await createListing(db, { agent })]
    const first = await createLead(db, { listingId: one.id, email: 'ana@example.nz' })
    const second = await createLead(db, { listingId: two.id, email: 'ana@example.nz' })
    await db.update(lead).set({ email: 'anahera@example.nz' }).where(eq(lead.id, second.id))
    expect((await db.select().from(person)).map(({ email, leadCount }) => [email, leadCount]).sort()).toEqual([
      ['ana@example.nz', 1],
      ['anahera@example.nz', 1],
    ])
    await eraseLeads(db, [first, second])
    expect(await db.select().from(person)).toEqual([])
  })

  test('that was merged into another one leaves nothing behind when their leads are deleted', async () => {
    const { db } = await freshDatabase()
    const agent = await createAgent(db)
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => createListing(db, { agent })))
    if (!one || !two || !three) throw new Error('no listings')
    const kept = await createLead(db, { listingId: one.id, email: 'ana@example.nz' })
    const merged = await createLead(db, { listingId: two.id, email: 'a.smith@example.nz' })
    await db.update(person).set({ mergedIntoId: kept.personId }).where(eq(person.id, merged.personId))
    await db.update(lead).set({ personId: kept.personId }).where(eq(lead.id, merged.id))
    const later = await createLead(db, { listingId: three.id, email: 'a.smith@example.nz' })
    expect(later.personId).toBe(kept.personId)
    const [whole] = await db.select().from(person).where(eq(person.id, kept.personId))
    expect(whole?.leadCount).toBe(3)
    await eraseLeads(db, [kept])
    // The person that is left has only the address that still belongs to a lead.
    expect((await db.select().from(person)).map(({ email }) => email).sort()).toEqual(['', 'a.smith@example.nz'])
    await eraseLeads(db, [merged, later])
    expect(await db.select().from(person)).toEqual([])
  })

  test('is made for leads from before there were people', async () => {
    const { url, db, sql } = await emptyDatabase()
    await migrateDatabase(url, await migrationsBefore('0017_reading_and_people'))
    const agent = await createAgent(db, { password: 'none' })
    const details = { firstName: 'Ana', lastName: 'Lee', email: 'ana@example.nz', phone: '+6421555000', note: '' }
    for (let i = 0; i < 2; i++) {
      const { id: listingId } = await createListingOfFirstRelease(db, { agent })
      await insertRow(sql, 'lead', { id: newId('lead'), ...details, listingId })
    }
    await migrateDatabase(url, MIGRATIONS)
    expect(await db.select().from(person)).toMatchObject([{ email: 'ana@example.nz', firstName: 'Ana', leadCount: 2 }])
  })
})

test('a listing has closed when it is no longer public, and is open again when it is', async () => {
  const { db } = await freshDatabase()
  const { id } = await createListing(db, { agent: await createAgent(db), publishedAt: new Date() })
  const change = async (columns: Partial<typeof listing.$inferInsert>) => {
    const [row] = await db.update(listing).set(columns).where(eq(listing.id, id)).returning()
    return row?.closedAt
  }
  expect(await change({ status: 'under_offer' })).toBeNull()
  const closedAt = await change({ status: 'sold' })
  expect(closedAt).toBeInstanceOf(Date)
  expect(await change({ archivedAt: new Date() })).toEqual(closedAt)
  expect(await change({ archivedAt: null, status: 'available' })).toBeNull()
})
