import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateProfile } from '#features/accounts/server/settings.server.ts'
import { recordEvents } from '#platform/events/recordEvents.server.ts'
import { createVisitors } from '#platform/events/visitors.server.ts'
import { openPlaceLookup } from '#platform/geo/placeLookup.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createEvent } from '../../../../test/fixtures/events.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { AnalyticsInput, DashboardInput, ListEventsInput } from '../analytics.schema.ts'
import { readDashboard } from './dashboard.server.ts'
import { listEvents } from './listEvents.server.ts'
import { readEngagement, readViews } from './viewsAndEngagement.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let db: (typeof database)['db']
let agent: Awaited<ReturnType<typeof createAgent>>
let listingId: string
beforeAll(async () => {
  database = await createDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  agent = await createAgent(db)
  listingId = (await createPublishedListing(db, { agent })).id
})

const moveTo = (timeZone: string) =>
  updateProfile(db, agent, { firstName: '', lastName: '', phone: '', agencyName: '', licenceLine: '', timeZone })
const view = (moment: string) => recordEvents(db, [{ event: 'listing_view', listingId, createdAt: new Date(moment) }])

/** Views by day: from the sums, from the events, and the number of events in the log. */
async function countViews(from: string, to: string) {
  const range = { range: 'custom', from, to } as const
  const daily = async (filters: object) =>
    (await readViews(db, agent, AnalyticsInput.parse({ ...range, ...filters }))).days.map(({ views }) => views)
  const sums = await daily({})
  expect(await daily({ listingId })).toEqual(sums)
  expect(await daily({ listingId, referrer: 'direct' })).toEqual(sums)
  expect((await listEvents(db, agent, ListEventsInput.parse(range))).events).toHaveLength(
    sums.reduce((total, views) => total + views, 0),
  )
  return sums
}

test('an event before midnight and one after it belong to two days', async () => {
  await moveTo('Australia/Sydney')
  await view('2026-11-10T12:59:59.999Z')
  await view('2026-11-10T13:00:00Z')
  expect(await countViews('2026-11-10', '2026-11-11')).toEqual([1, 1])
})

test.each([
  ['25 hours, when daylight saving ends', '2026-04-05', '2026-04-04T11:00Z', '2026-04-05T11:59Z'],
  ['23 hours, when daylight saving begins', '2026-09-27', '2026-09-26T12:00Z', '2026-09-27T10:59Z'],
])('a day has %s', async (_hours, day, first, last) => {
  await moveTo('Pacific/Auckland')
  for (const moment of [first, last]) {
    await view(moment)
    await view(new Date(Date.parse(moment) + (moment === first ? -60_000 : 60_000)).toISOString())
  }
  expect(await countViews(day, day)).toEqual([2])
})

test('a move to the east leaves past days as they are, and the next event is dated by the new time zone', async () => {
  await moveTo('Australia/Perth')
  await view('2026-11-10T15:00Z')
  await moveTo('Pacific/Auckland')
  expect(await countViews('2026-11-10', '2026-11-11')).toEqual([1, 0])
  await view('2026-11-10T15:01Z')
  expect(await countViews('2026-11-10', '2026-11-11')).toEqual([1, 1])
})

test('a move to the west adds to a day that was over, and counts each event once', async () => {
  await moveTo('Pacific/Auckland')
  await view('2026-11-10T10:00Z')
  await view('2026-11-10T13:00Z')
  await moveTo('Australia/Perth')
  await view('2026-11-10T13:01Z')
  await view('2026-11-10T16:00Z')
  expect(await countViews('2026-11-09', '2026-11-12')).toEqual([0, 2, 2, 0])
})

test('after a move to the west, events that are dated tomorrow stay on the pages', async () => {
  // Kiritimati is a day ahead of Honolulu at any time.
  await moveTo('Pacific/Kiritimati')
  await view(new Date().toISOString())
  await moveTo('Pacific/Honolulu')
  await view(new Date().toISOString())
  const { views, span } = await readDashboard(db, agent, DashboardInput.parse({ range: '7d' }))
  expect(views.now).toBe(2)
  const week = AnalyticsInput.parse({ range: '7d' })
  expect(await readViews(db, agent, week)).toMatchObject({ span, views: { now: 2 } })
  expect((await listEvents(db, agent, ListEventsInput.parse({ range: '7d' }))).events).toHaveLength(2)
})

test('a visitor is counted once on a local day, even if the agent’s time zone changes in between', async () => {
  const places = openPlaceLookup({})
  const visit = async (moment: string) => {
    // A new process each time: it has no time zone in its cache.
    const visitors = createVisitors(database, { APP_URL: 'https://files.example.nz' }, places)
    const headers = new Headers({ 'user-agent': 'Mozilla/5.0' })
    const visitor = await visitors.describe({ clientIp: '203.0.113.7', peer: '', headers }, listingId, new Date(moment))
    await recordEvents(db, [{ ...visitor, event: 'listing_view', listingId, createdAt: new Date(moment) }])
  }
  await moveTo('Pacific/Auckland')
  await visit('2026-11-10T10:00Z')
  await visit('2026-11-10T13:00Z')
  await moveTo('Australia/Perth')
  await visit('2026-11-10T13:01Z')
  await visit('2026-11-10T17:00Z')
  const november = AnalyticsInput.parse({ range: 'custom', from: '2026-11-10', to: '2026-11-11' })
  const { days } = await readViews(db, agent, november)
  expect(days).toMatchObject([
    { day: '2026-11-10', views: 2, visitors: 1 },
    { day: '2026-11-11', views: 2, visitors: 1 },
  ])
  expect((await readEngagement(db, agent, november)).visitors.now).toBe(2)
})

test('an event whose writer does not know the local day gets it from the database', async () => {
  await moveTo('Pacific/Honolulu')
  await createEvent(db, { event: 'listing_view', listingId, createdAt: new Date('2026-11-10T09:59Z') })
  await createEvent(db, { event: 'listing_view', listingId, createdAt: new Date('2026-11-10T10:00Z') })
  expect(await countViews('2026-11-09', '2026-11-10')).toEqual([1, 1])
})
