import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { buyerMessage } from '#db/schema/messages.ts'
import { addOpenHome, moveListingDate, removeOpenHome } from '#features/listings/server/listingDates.server.ts'
import { requireListing } from '#features/listings/server/listings.server.ts'
import { createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createMessage } from '../../../../test/fixtures/messages.ts'
import { createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { appointmentsOf, findConflicts } from '../conflicts.ts'
import { readCalendarWeek } from './calendarEvents.server.ts'
import { moveDate } from './moveDate.server.ts'

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

test('an agent at two places at once is a conflict also where they are the co-agent, and one that a filter hides is sent along', async () => {
  const { db, agent, colleague, manager, own, shared } = await createOffice()
  const read = async (member: typeof agent, whose?: string) => {
    const { events, elsewhere } = await readCalendarWeek(db, member, { ...week, ...(whose && { whose }) })
    const all = [...events, ...elsewhere]
    const name = (id: string) => all.find((event) => event.id === id)?.listingTitle
    const conflicts = findConflicts(appointmentsOf(all)).map(({ first, second, agentIds }) => [
      [name(first), name(second)].toSorted().join(' and '),
      agentIds,
    ])
    return { conflicts: Object.fromEntries(conflicts), elsewhere: elsewhere.map(({ listingTitle }) => listingTitle) }
  }
  const agentsClash = { 'own and shared': [agent.id] }
  expect(await read(agent)).toEqual({ conflicts: agentsClash, elsewhere: [] })
  expect(await read(agent, 'mine')).toEqual({ conflicts: agentsClash, elsewhere: ['shared'] })
  expect(await read(agent, 'shared')).toEqual({ conflicts: agentsClash, elsewhere: ['own'] })
  // The agent reaches nothing of the colleague's own listing, and the colleague nothing of the agent's.
  expect(await read(colleague)).toEqual({ conflicts: { 'other and shared': [colleague.id] }, elsewhere: [] })
  await db
    .update(openHome)
    .set({ startsAt: hoursLater(2), endsAt: hoursLater(3) })
    .where(eq(openHome.listingId, own.id))
  expect(await read(agent, 'mine')).toEqual({ conflicts: {}, elsewhere: [] })
  await db
    .update(openHome)
    .set({ startsAt: SATURDAY, endsAt: hoursLater(1) })
    .where(eq(openHome.listingId, own.id))
  const colleaguesClash = { 'other and shared': [colleague.id] }
  expect(await read(manager)).toEqual({ conflicts: { ...agentsClash, ...colleaguesClash }, elsewhere: [] })
  await db.delete(coAgent).where(eq(coAgent.listingId, shared.id))
  expect(await read(manager)).toEqual({ conflicts: colleaguesClash, elsewhere: [] })
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

test('threat 256: an open home is added and taken back within reach alone, and never over what someone else has saved', async () => {
  const { db, agent, colleague, own, other } = await createOffice()
  const version = await versionOf(db, agent, own.id)
  const times = { startsAt: hoursLater(1), endsAt: hoursLater(1.5) }
  await expect(addOpenHome(db, agent, { listingId: other.id, ...times })).rejects.toMatchObject({ status: 404 })
  const added = await addOpenHome(db, agent, { listingId: own.id, ...times })
  expect(added).toMatchObject({ openHome: times, listing: { title: 'own', isPublished: true, version: version + 1 } })
  expect((await requireListing(db, agent, own.id)).openHomes).toHaveLength(2)
  const openHomeId = added.openHome.id
  const stale = { listingId: own.id, version, openHomeId }
  await expect(removeOpenHome(db, agent, stale)).rejects.toMatchObject({ status: 409, name: 'ChangedElsewhere' })
  const remove = { ...stale, version: version + 1 }
  await expect(removeOpenHome(db, colleague, remove)).rejects.toMatchObject({ status: 404 })
  expect(await removeOpenHome(db, agent, remove)).toEqual({ version: version + 2 })
  expect((await requireListing(db, agent, own.id)).openHomes).toHaveLength(1)
  await expect(removeOpenHome(db, agent, { ...remove, version: version + 2 })).rejects.toMatchObject({ status: 409 })
  expect(await versionOf(db, agent, own.id)).toBe(version + 2)
})

test('an open home that cannot be is refused with a sentence that says why', async () => {
  const { db, agent, own } = await createOffice()
  const add = (start: number, end: number) =>
    addOpenHome(db, agent, { listingId: own.id, startsAt: hoursLater(start), endsAt: hoursLater(end) })
  for (const [start, end] of [
    [0, 0.5],
    [0.25, 1],
    [-1, 0.01],
  ] as const)
    await expect(add(start, end)).rejects.toMatchObject({
      status: 409,
      message: 'This listing already has an open home then: Sat 28 Nov, 2:00 pm – 2:30 pm. Please choose another time.',
    })
  // One begins as the other ends, and one that was cancelled is in nobody's way.
  const { openHome: next, listing: after } = await add(0.5, 1)
  await removeOpenHome(db, agent, { listingId: own.id, version: after.version, openHomeId: next.id })
  await add(0.5, 1)
  await db.update(listing).set({ status: 'sold' }).where(eq(listing.id, own.id))
  await expect(add(5, 6)).rejects.toMatchObject({
    status: 409,
    message: 'This listing is sold, so it can’t have an open home.',
  })
  await db.update(listing).set({ status: 'available', archivedAt: new Date() }).where(eq(listing.id, own.id))
  await expect(add(5, 6)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('archived') })
  await db.update(listing).set({ archivedAt: null }).where(eq(listing.id, own.id))
  for (let n = 2; n < 40; n++) await add(n, n + 0.5)
  await expect(add(50, 51)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('at most 40') })
})

test('an email to buyers that waits is in the week with its subject, in which the listing is named', async () => {
  const { db, agent, own } = await createOffice()
  const about = {
    listingId: own.id,
    agencyId: agent.agencyId,
    userId: agent.id,
    subject: 'Before the auction of {Listing}',
  }
  await createMessage(db, { ...about, sendAt: hoursLater(-4), startedAt: null, finishedAt: null })
  await createMessage(db, { ...about, sendAt: hoursLater(-3), cancelledAt: new Date() })
  const { events } = await readCalendarWeek(db, agent, { ...week, whose: 'mine' })
  expect(events.filter(({ kind }) => kind === 'message')).toMatchObject([
    { name: 'Email to buyers: Before the auction of own', startsAt: hoursLater(-4), listingId: own.id },
  ])
})

test('a move says which email told buyers the old time', async () => {
  const { db, agent, own } = await createOffice()
  const [visit] = await db.select().from(openHome).where(eq(openHome.listingId, own.id))
  const openHomeId = visit?.id ?? ''
  let hours = 3
  const move = async () =>
    (
      await moveDate(db, agent, {
        ...{ listingId: own.id, version: await versionOf(db, agent, own.id), openHomeId },
        at: hoursLater(hours++),
      })
    ).told
  expect(await move()).toBeNull()
  const about = { listingId: own.id, agencyId: agent.agencyId, userId: agent.id, calendarEntry: openHomeId }
  const sendAt = hoursLater(-24)
  const message = await createMessage(db, { ...about, sendAt, startedAt: null, finishedAt: null })
  expect(await move()).toEqual({ messageId: message.id, at: sendAt, isSent: false })
  const startedAt = hoursLater(-23)
  await db.update(buyerMessage).set({ startedAt }).where(eq(buyerMessage.id, message.id))
  expect(await move()).toEqual({ messageId: message.id, at: startedAt, isSent: true })
  await createMessage(db, { ...about, calendarEntry: 'sale' })
  await createMessage(db, { ...about, cancelledAt: new Date() })
  expect(await move()).toMatchObject({ messageId: message.id })
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
