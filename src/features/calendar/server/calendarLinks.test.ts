import { and, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromNow } from '#db/clock.server.ts'
import { calendarLink, user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { lead } from '#db/schema/leads.ts'
import { openHome } from '#db/schema/listings.ts'
import { findCalendarEntry } from '#features/listings/server/calendarEntries.server.ts'
import { createAgency, joinAgencyOf, shareListing } from '../../../../test/fixtures/agencies.ts'
import { newIpAddress } from '../../../../test/fixtures/events.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { createCalendarLink, readCalendarLink, revokeCalendarLink, writeAgentCalendar } from './calendarLinks.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const TOMORROW = new Date(Date.now() + 24 * 3_600_000)

async function createOffice() {
  const { services } = opened
  const { db } = services.database
  const agency = await createAgency(db)
  const createLink = async (agent = agency.agent) =>
    (await createCalendarLink(db, services.env, agent))?.url.split('/').at(-1) ?? ''
  const read = (file: string, clientIp = newIpAddress()) => writeAgentCalendar(services, file, clientIp)
  const readEvents = async (file: string) =>
    new ICAL.Component(ICAL.parse(await read(file)))
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
  return { services, db, ...agency, createLink, read, readEvents }
}

const is404 = { status: 404, message: 'Not found.' }

describe('threat 220: the private link of a calendar', () => {
  test('has a signature, without which no id leads anywhere', async () => {
    const { createLink, read } = await createOffice()
    const file = await createLink()
    expect(file).toMatch(/^cal_[0-9a-z]{16}\.[\w-]{43}\.ics$/)
    expect(await read(file)).toContain('BEGIN:VCALENDAR')
    const [id = ''] = file.split('.')
    const other = await createLink((await createOffice()).agent)
    const swapped = [id, ...other.split('.').slice(1)].join('.')
    for (const wrong of ['', '.ics', `${id}.ics`, file.replace(/\.ics$/, ''), `${file}.ics`, swapped, `x${file}`])
      await expect(read(wrong), wrong).rejects.toMatchObject(is404)
  })

  test('stops at once when it is replaced or revoked, with the answer of one that never was', async () => {
    const { db, services, agent, createLink, read } = await createOffice()
    const first = await createLink()
    const second = await createLink()
    await expect(read(first)).rejects.toMatchObject(is404)
    await read(second)
    expect(await readCalendarLink(db, services.env, agent)).toMatchObject({ lastReadAt: expect.any(Date) })
    await revokeCalendarLink(db, agent)
    await expect(read(second)).rejects.toMatchObject(is404)
    expect(await readCalendarLink(db, services.env, agent)).toBeNull()
    const entries = await db.select().from(audit).where(eq(audit.userId, agent.id)).orderBy(audit.at)
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      ...['calendar_link_created', 'calendar_link_created'],
      ...['calendar_link_revoked', 'calendar_link_revoked'],
    ])
  })

  test('stops for someone who is no longer a member, and does not start again when they return', async () => {
    const { db, services, agent, owner, createLink, read } = await createOffice()
    const file = await createLink()
    const isAgent = and(eq(member.userId, agent.id), eq(member.agencyId, agent.agencyId))
    await db.delete(member).where(isAgent)
    await expect(read(file)).rejects.toMatchObject(is404)
    await db
      .insert(member)
      .values({ userId: agent.id, agencyId: owner.agencyId, role: 'agent', joinedAt: fromNow(1_000) })
    await expect(read(file)).rejects.toMatchObject(is404)
    expect(await readCalendarLink(db, services.env, agent)).toBeNull()
  })

  test('stops while the account is being deleted', async () => {
    const { db, agent, createLink, read } = await createOffice()
    const file = await createLink()
    await db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, agent.id))
    await expect(read(file)).rejects.toMatchObject(is404)
  })

  test('cannot be guessed from one address, nor read without end', async () => {
    const { createLink, read } = await createOffice()
    const file = await createLink()
    const address = newIpAddress()
    for (let n = 0; n < 30; n++) await expect(read(`cal_${n}.ics`, address)).rejects.toMatchObject(is404)
    await expect(read(file, address)).rejects.toMatchObject({ status: 429 })
    await read(file)
  })

  test('is one for each agency of an agent', async () => {
    const office = await createOffice()
    const { db } = office
    const other = await createOffice()
    const guest = await joinAgencyOf(db, other.owner, office.agent)
    const { id: listingId } = await createListing(db, { agent: office.agent, title: 'At home' })
    await createOpenHome(db, { listingId, startsAt: TOMORROW, endsAt: TOMORROW })
    const [own, there] = [await office.createLink(), await office.createLink(guest)]
    expect(await office.readEvents(own)).toHaveLength(1)
    expect(await office.readEvents(there)).toHaveLength(0)
    expect(await db.$count(calendarLink, eq(calendarLink.userId, guest.id))).toBe(2)
  })
})

test('threat 221: a calendar names no buyer, and repeats nothing that was written about one', async () => {
  const { db, agent, createLink, read } = await createOffice()
  const { id: listingId } = await createPublishedListing(db, { agent, title: '12 Rata Street' })
  const { id } = await createLead(db, {
    ...{ listingId, firstName: 'Hinemoa', lastName: 'Parata', email: 'hinemoa@example.nz', phone: '+64215559999' },
    ...{ note: 'My bank said no', agentNote: 'Divorcing', nextAction: 'Ask Hinemoa about finance' },
    nextActionAt: TOMORROW,
  })
  const text = (await read(await createLink())).replaceAll('\r\n ', '')
  expect(text).toContain('Follow up with a buyer: 12 Rata Street')
  expect(text).toContain(`/portal/leads?lead=${id}`)
  for (const personal of ['Hinemoa', 'Parata', 'example.nz/u', '5559999', 'bank', 'Divorcing', 'finance'])
    expect(text).not.toContain(personal)
})

test('threat 221: the calendar has the dates of listings that the agent runs, with the UID and SEQUENCE that buyers get', async () => {
  const { db, services, manager, agent, colleague, createLink, readEvents } = await createOffice()
  const sale = { saleMethod: 'auction' as const, saleAt: new Date(TOMORROW.getTime() + 3_600_000) }
  const own = await createPublishedListing(db, { agent, title: 'Own', ...sale })
  const shared = await createPublishedListing(db, { agent: colleague, title: 'Shared' })
  const other = await createPublishedListing(db, { agent: colleague, title: 'Other' })
  await shareListing(db, shared.id, agent)
  const [visit] = await Promise.all(
    [own, shared, other].map(({ id: listingId }) =>
      createOpenHome(db, { listingId, startsAt: TOMORROW, endsAt: TOMORROW }),
    ),
  )
  await db
    .update(openHome)
    .set({ sequence: 4, cancelledAt: new Date() })
    .where(eq(openHome.id, visit?.id ?? ''))
  const file = await createLink()
  const events = await readEvents(file)
  expect(events.map(({ summary }) => summary).toSorted()).toEqual([
    ...['Auction: Own', 'Open home: Own', 'Open home: Shared'],
  ])
  for (const entryId of [visit?.id ?? '', 'sale']) {
    const forBuyers = await findCalendarEntry(db, services.env.APP_URL, own, entryId)
    const found = events.find(({ uid }) => uid === `${forBuyers?.uid}@files.example.nz`)
    expect(found?.sequence).toBe(forBuyers?.sequence)
  }
  const status = (summary: string) =>
    events.find((one) => one.summary === summary)?.component.getFirstPropertyValue('status')
  expect([status('Open home: Own'), status('Open home: Shared')]).toEqual(['CANCELLED', 'CONFIRMED'])
  // A manager reaches everything, and runs nothing.
  expect(await readEvents(await createLink(manager))).toHaveLength(0)
})

test('a reminder is in the calendar of the one who looks after the lead, and its SEQUENCE increases', async () => {
  const { db, agent, colleague, createLink, readEvents } = await createOffice()
  const { id: listingId } = await createPublishedListing(db, { agent: colleague })
  await shareListing(db, listingId, agent)
  const { id } = await createLead(db, { listingId, nextAction: 'Call', nextActionAt: TOMORROW, assigneeId: agent.id })
  const [file, colleaguesFile] = [await createLink(), await createLink(colleague)]
  const [before] = await readEvents(file)
  expect(await readEvents(colleaguesFile)).toHaveLength(0)
  await db
    .update(lead)
    .set({ nextActionAt: new Date(TOMORROW.getTime() + 1), updatedAt: new Date(Date.now() + 5_000) })
    .where(eq(lead.id, id))
  const [after] = await readEvents(file)
  expect(after?.uid).toBe(before?.uid)
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
})
