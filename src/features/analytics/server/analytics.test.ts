import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createEvent } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { AnalyticsInput, ListEventsInput } from '../analytics.schema.ts'
import { eventsCsv, listEvents } from './listEvents.server.ts'
import { readViewsByDevice, readViewsByPlace, readViewsByReferrer } from './readBreakdowns.server.ts'
import { readEngagement, readViews } from './viewsAndEngagement.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let agent: Awaited<ReturnType<typeof createAgent>>
let otherAgent: typeof agent
let rata: string
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  agent = await createAgent(database.db)
  otherAgent = await createAgent(database.db)
  rata = (await createPublishedListing(database.db, { agent })).id
})

const input = (filters: Partial<AnalyticsInput> = {}) => AnalyticsInput.parse(filters)
const january = { range: 'custom', from: '2026-01-01', to: '2026-01-31' } as const
const view = (moment: string, fields: object = {}) =>
  createEvent(database.db, { event: 'listing_view', listingId: rata, createdAt: new Date(moment), ...fields })
const log = (filters: object = {}, whose = agent) => listEvents(database.db, whose, ListEventsInput.parse(filters))

describe('the range', () => {
  test('begins and ends at the agent’s midnights and includes days without events', async () => {
    // Summer in Auckland is thirteen hours ahead.
    await view('2025-12-31T10:59:59.999Z')
    await view('2025-12-31T11:00:00Z')
    await view('2026-01-31T10:59:59.999Z')
    await view('2026-01-31T11:00:00Z')
    for (const filters of [january, { ...january, listingId: rata }, { ...january, referrer: 'direct' }]) {
      const { days, daysBefore, views, span, spanBefore } = await readViews(database.db, agent, input(filters))
      expect(views).toEqual({ now: 2, before: 1 })
      expect([days.length, daysBefore.length]).toEqual([31, 31])
      expect(days.filter((day) => day.views).map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-31'])
      expect(days[14]).toEqual({ day: '2026-01-15', views: 0, visitors: 0, leads: 0, filesOpened: 0 })
      expect(span).toEqual({ from: '2026-01-01', to: '2026-01-31' })
      expect(spanBefore).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    }
  })

  test('includes every event of a day on which midnight occurs twice', async () => {
    await database.sql`insert into profile ("userId", "timeZone") values (${agent.id}, 'Atlantic/Azores')`
    // On 25 October 2026 clocks go from one o'clock back to midnight, at 01:00 UTC.
    await view('2026-10-25T00:30:00Z')
    await view('2026-10-25T01:30:00Z')
    const day = { range: 'custom', from: '2026-10-25', to: '2026-10-25' } as const
    expect((await readViews(database.db, agent, input(day))).views.now).toBe(2)
    expect((await readViews(database.db, agent, input({ ...day, referrer: 'direct' }))).views.now).toBe(2)
    expect((await log(day)).events).toHaveLength(2)
  })
})

describe('engagement', () => {
  test('goes from visitors to leads; only views with known seconds count for the average time', async () => {
    const { db } = database
    const { id: lim } = await createFile(db, { agent, listingId: rata, name: 'LIM report' })
    const createdAt = new Date('2026-01-10T00:00:00Z')
    const step = (event: string, fields: object = {}) =>
      createEvent(db, { event, listingId: rata, createdAt, ...fields })
    for (const isFirst of [true, true, false, false])
      await step('listing_view', { isUnique: isFirst, isFirstToday: isFirst })
    await step('listing_leave', { seconds: 30 })
    await step('listing_leave', { seconds: 60 })
    await step('listing_leave')
    await step('link_click')
    await step('file_view', { fileId: lim, isUnique: true })
    await step('file_view', { fileId: lim })
    await step('file_download', { fileId: lim })
    await createLead(db, { listingId: rata, createdAt })
    for (const filters of [january, { ...january, listingId: rata }, { ...january, referrer: 'direct' }])
      expect(await readEngagement(db, agent, input(filters))).toEqual({
        ...{ visitors: { now: 2, before: 0 }, leads: { now: 1, before: 0 }, readers: { now: 0, before: 0 } },
        ...{
          conversion: { now: 0.5, before: 0 },
          filesOpened: { now: 2, before: 0 },
          downloads: { now: 1, before: 0 },
        },
        ...{ clicks: { now: 1, before: 0 }, averageSeconds: { now: 45, before: 0 } },
        documents: [
          { fileId: lim, name: 'LIM report', kind: null, listingTitle: '12 Rata Street', opens: 2, downloads: 1 },
        ],
      })
  })

  test('the funnel’s last step counts the leads of the range that opened a document, each once', async () => {
    const { db } = database
    const { id: fileId } = await createFile(db, { agent, listingId: rata, name: 'LIM report' })
    const read = (leadId: string, event: string, day: string) =>
      createEvent(db, {
        event,
        listingId: rata,
        leadId,
        fileId,
        isUnique: true,
        createdAt: new Date(`${day}T00:00:00Z`),
      })
    const [earlier, often, downloads] = [
      (await createLead(db, { listingId: rata, createdAt: new Date('2025-12-20T00:00:00Z') })).id,
      (await createLead(db, { listingId: rata, createdAt: new Date('2026-01-10T00:00:00Z') })).id,
      (await createLead(db, { listingId: rata, createdAt: new Date('2026-01-11T00:00:00Z'), archivedAt: new Date() }))
        .id,
    ]
    for (const day of ['2026-01-12', '2026-01-13', '2026-02-14']) {
      await read(earlier, 'file_view', day)
      await read(often, 'file_view', day)
      await read(downloads, 'file_download', day)
    }
    for (const filters of [january, { ...january, listingId: rata }, { ...january, referrer: 'direct' }])
      expect(await readEngagement(db, agent, input(filters))).toMatchObject({
        leads: { now: 2, before: 1 },
        readers: { now: 1, before: 1 },
      })
  })

  test('one buyer is one visitor on each of their days, although the first view of the day was anonymous', async () => {
    const { db } = database
    const { id: leadId } = await createLead(db, { listingId: rata, createdAt: new Date('2026-01-10T00:00:00Z') })
    await view('2026-01-09T23:58:00Z', { isUnique: true, isFirstToday: true })
    for (const moment of ['2026-01-10T00:05:00Z', '2026-01-10T00:20:00Z', '2026-01-15T00:00:00Z'])
      await view(moment, { leadId })
    const { visitors, days } = await readViews(db, agent, input({ ...january, leadId }))
    expect(visitors).toEqual({ now: 2, before: 0 })
    expect(days.filter((day) => day.visitors).map(({ day, views }) => [day, views])).toEqual([
      ['2026-01-10', 2],
      ['2026-01-15', 1],
    ])
    expect(await readEngagement(db, agent, input({ ...january, leadId }))).toMatchObject({ visitors: { now: 2 } })
  })
})

describe('access to the numbers', () => {
  const readers = [readViews, readEngagement, readViewsByPlace, readViewsByDevice, readViewsByReferrer, eventsCsv]

  test('a listing, lead or file of another agent is not found', async () => {
    const { db } = database
    const { id: leadId } = await createLead(db, { listingId: rata })
    const { id: fileId } = await createFile(db, { agent, listingId: rata, name: 'LIM report' })
    for (const read of readers)
      for (const own of [{ listingId: rata }, { leadId }, { fileId }]) {
        const [key = ''] = Object.keys(own)
        await read(db, agent, input(own))
        await expect(read(db, otherAgent, input(own))).rejects.toMatchObject({ status: 404 })
        const missing = { [key]: key.replace('Id', '_0').replace('listing', 'list') }
        await expect(read(db, agent, input(missing))).rejects.toMatchObject({ status: 404 })
      }
  })

  test('one agent’s events are not counted for another', async () => {
    await view(new Date().toISOString(), { city: 'Nelson' })
    const { db } = database
    expect((await readViews(db, otherAgent, input())).views).toEqual({ now: 0, before: 0 })
    expect(await readViewsByPlace(db, otherAgent, input())).toEqual([])
    expect(await readViewsByPlace(db, otherAgent, input({ device: 'unknown' }))).toEqual([])
    expect((await log({}, otherAgent)).events).toEqual([])
  })
})

describe('the log', () => {
  test('has the newest events first, with names, and no event twice while new ones arrive', async () => {
    const { db } = database
    const { id: leadId } = await createLead(db, { listingId: rata, createdAt: new Date(Date.now() - 60_000) })
    const { id: fileId } = await createFile(db, { agent, listingId: rata, name: 'LIM report' })
    for (let n = 0; n < 5; n++) await view(new Date(Date.now() - 50_000).toISOString(), { city: `Town ${n}` })
    await createEvent(db, {
      event: 'file_view',
      listingId: rata,
      leadId,
      fileId,
      createdAt: new Date(Date.now() - 40_000),
    })

    const first = await log({ limit: 3 })
    expect(first.events[0]).toMatchObject({
      ...{ event: 'file_view', listingTitle: '12 Rata Street', leadName: 'Mere Walker', fileName: 'LIM report' },
    })
    await view(new Date().toISOString(), { city: 'Later' })
    const rest = await log({ limit: 100, cursor: first.next })
    const all = [...first.events, ...rest.events]
    expect(all).toHaveLength(7)
    expect(new Set(all.map(({ id }) => id)).size).toBe(7)
    expect(rest.next).toBeNull()
    expect((await log({ event: 'lead_created' })).events).toMatchObject([{ leadName: 'Mere Walker', fileName: null }])
    expect((await log({ limit: 1 })).events).toMatchObject([{ city: 'Later' }])
    await expect(log({ cursor: 'nowhere' })).rejects.toMatchObject({ status: 400 })
  })
})
