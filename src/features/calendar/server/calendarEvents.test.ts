import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { moveListingDate, requireListing } from '#features/listings/server/listings.server.ts'
import { createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { readCalendarWeek } from './calendarEvents.server.ts'

const SATURDAY = new Date('2026-11-28T01:00:00Z')
const hoursLater = (hours: number) => new Date(SATURDAY.getTime() + hours * 3_600_000)
const week = { day: '2026-11-25' }

/** Open homes of an agent, of a listing that a colleague shares, and of the colleague's own. */
async function createOffice() {
  const { db } = await freshDatabase()
  const agency = await createAgency(db)
  const own = await createPublishedListing(db, { agent: agency.agent, title: 'own' })
  const shared = await createPublishedListing(db, { agent: agency.colleague, title: 'shared' })
  const other = await createPublishedListing(db, { agent: agency.colleague, title: 'other' })
  await shareListing(db, shared.id, agency.agent)
  for (const { id } of [own, shared, other])
    await createOpenHome(db, { listingId: id, startsAt: SATURDAY, endsAt: hoursLater(0.5) })
  return { db, ...agency, own, shared, other }
}

const titles = async (...read: Parameters<typeof readCalendarWeek>) =>
  (await readCalendarWeek(...read)).events.map(({ listingTitle }) => listingTitle).toSorted()

test('a week has what is within reach, narrowed like every list', async () => {
  const { db, agent, colleague, manager, assistant } = await createOffice()
  expect(await titles(db, agent, week)).toEqual(['own', 'shared'])
  expect(await titles(db, agent, { ...week, whose: 'mine' })).toEqual(['own'])
  expect(await titles(db, agent, { ...week, whose: 'shared' })).toEqual(['shared'])
  expect(await titles(db, agent, { ...week, whose: colleague.id })).toEqual(['shared'])
  expect(await titles(db, assistant, { ...week, whose: 'mine' })).toEqual(['own'])
  expect(await titles(db, manager, week)).toEqual(['other', 'own', 'shared'])
  const elsewhere = await createAgency(db)
  expect(await titles(db, elsewhere.owner, { ...week, whose: agent.id })).toEqual([])
})

test('open homes, sales and reminders are in the order of the week, and what is over or gone is left out', async () => {
  const { db, agent, own } = await createOffice()
  await db
    .update(listing)
    .set({ saleMethod: 'auction', saleAt: hoursLater(2) })
    .where(eq(listing.id, own.id))
  const tender = await createPublishedListing(db, {
    ...{ agent, title: 'tender', saleMethod: 'tender', saleAt: hoursLater(-40) },
    ...{ country: 'AU', region: 'WA' },
  })
  const lead = await createLead(db, { listingId: own.id, nextAction: 'Call', nextActionAt: hoursLater(-3) })
  await createLead(db, { listingId: own.id, nextAction: 'Past', nextActionAt: hoursLater(-3), status: 'closed' })
  const [cancelled] = [await createOpenHome(db, { listingId: own.id, startsAt: SATURDAY, endsAt: hoursLater(1) })]
  await db.update(openHome).set({ cancelledAt: new Date() }).where(eq(openHome.id, cancelled.id))
  const sold = await createPublishedListing(db, { agent, status: 'sold', saleMethod: 'auction', saleAt: SATURDAY })
  await createOpenHome(db, { listingId: sold.id, startsAt: SATURDAY, endsAt: hoursLater(1) })
  await createOpenHome(db, { listingId: own.id, startsAt: hoursLater(24 * 7), endsAt: hoursLater(24 * 7 + 1) })
  const { monday, events } = await readCalendarWeek(db, agent, { ...week, whose: 'mine' })
  expect(monday).toBe('2026-11-23')
  expect(events.map(({ kind, name, listingTitle }) => [kind, name, listingTitle])).toEqual([
    ['deadline', 'Tender closes', 'tender'],
    ['reminder', 'Call', 'own'],
    ['open_home', 'Open home', 'own'],
    ['auction', 'Auction', 'own'],
  ])
  expect(events[0]).toMatchObject({ id: `sale-${tender.id}`, timeZone: 'Australia/Perth', isPublished: true })
  expect(events[1]).toMatchObject({ leadId: lead.id, buyer: 'Mere Walker', agentId: agent.id })
})

test('a reminder is of the colleague who looks after the lead', async () => {
  const { db, agent, colleague, shared } = await createOffice()
  await createLead(db, { listingId: shared.id, nextAction: 'Call', nextActionAt: SATURDAY, assigneeId: agent.id })
  const reminders = async (...[member, whose]: [typeof agent, string]) =>
    (await readCalendarWeek(db, member, { ...week, whose: whose as 'mine' })).events.filter(
      ({ kind }) => kind === 'reminder',
    ).length
  expect(await reminders(agent, 'mine')).toBe(1)
  expect(await reminders(colleague, 'mine')).toBe(0)
  expect(await reminders(colleague, agent.id)).toBe(1)
})

test('the days are those of the agent’s clock', async () => {
  const { db, agent, own } = await createOffice()
  // Sunday 23:30 in Auckland, and half past six in the evening in Perth.
  await createOpenHome(db, {
    listingId: own.id,
    startsAt: new Date('2026-11-22T10:30:00Z'),
    endsAt: new Date('2026-11-22T10:45:00Z'),
  })
  const count = async () => (await readCalendarWeek(db, agent, { ...week, whose: 'mine' })).events.length
  expect(await count()).toBe(1)
  await db
    .insert(profile)
    .values({ userId: agent.id, timeZone: 'Pacific/Kiritimati' })
    .onConflictDoUpdate({
      target: profile.userId,
      set: { timeZone: 'Pacific/Kiritimati' },
    })
  expect(await count()).toBe(2)
})

const versionOf = async (db: Db, ...[agent, id]: [Parameters<typeof requireListing>[1], string]) =>
  (await requireListing(db, agent, id)).version

test('a moved open home keeps its length and its id, and calendars replace it; a stale move is refused', async () => {
  const { db, agent, colleague, own } = await createOffice()
  const [visit] = await db.select().from(openHome).where(eq(openHome.listingId, own.id))
  const version = await versionOf(db, agent, own.id)
  const move = { listingId: own.id, version, openHomeId: visit?.id ?? '', at: hoursLater(3) }
  await expect(moveListingDate(db, colleague, move)).rejects.toMatchObject({ status: 404 })
  expect(await moveListingDate(db, agent, move)).toEqual({ version: version + 1 })
  const [moved] = await db.select().from(openHome).where(eq(openHome.listingId, own.id))
  expect(moved).toMatchObject({ id: visit?.id, sequence: 1, startsAt: hoursLater(3), endsAt: hoursLater(3.5) })
  await expect(moveListingDate(db, agent, move)).rejects.toMatchObject({ status: 409 })
  const other = { ...move, version: version + 1, openHomeId: 'open_0000000000000000' }
  await expect(moveListingDate(db, agent, other)).rejects.toMatchObject({ status: 409 })
})

test('moving an auction changes its date alone', async () => {
  const { db, agent, own } = await createOffice()
  const sale = { saleMethod: 'auction' as const, saleAt: SATURDAY }
  const move = { listingId: own.id, version: 1, openHomeId: null, at: hoursLater(3) }
  await db.update(listing).set(sale).where(eq(listing.id, own.id))
  const before = await requireListing(db, agent, own.id)
  await moveListingDate(db, agent, move)
  const after = await requireListing(db, agent, own.id)
  expect(after).toEqual({ ...before, saleAt: hoursLater(3), version: 2, updatedAt: after.updatedAt })
  const [row] = await db.select().from(listing).where(eq(listing.id, own.id))
  expect(row?.saleSequence).toBe(1)
})
