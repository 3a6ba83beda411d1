import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { lead, leadAnswer } from '#db/schema/leads.ts'
import { person } from '#db/schema/people.ts'
import { readingSession } from '#db/schema/readings.ts'
import { DAY_MS } from '#values/time.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { createReading, createReadingSearch } from '../../../../../test/fixtures/readings.ts'
import { createDatabase } from '../../../../../test/support/database.ts'
import { requireLead } from '../leads.server.ts'
import {
  becameHot,
  buildDecayingLeadsQuery,
  buildDueLeadsQuery,
  listHotReaders,
  updateDueLeadHeat,
} from './updateHeat.server.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

let database: Awaited<ReturnType<typeof createDatabase>>
let agent: Awaited<ReturnType<typeof createAgent>>
let listingId: string
let report: string
let agreement: string
beforeEach(async () => {
  database = await createDatabase()
  onTestFinished(database.drop)
  const { db } = database
  agent = await createAgent(db)
  listingId = (await createPublishedListing(db, { agent })).id
  report = (await createFile(db, { agent, listingId, kind: 'building_report', pageCount: 20 })).id
  agreement = (await createFile(db, { agent, listingId, kind: 'agreement', pageCount: 10 })).id
})

async function heatOf(id: string) {
  const [row] = await database.db.select().from(lead).where(eq(lead.id, id))
  if (!row) throw new Error('No such lead.')
  return row
}

/** Left their details three days ago, and came back today. */
async function createSeriousBuyer() {
  const { db } = database
  const { id: leadId } = await createLead(db, { listingId, createdAt: daysAgo(3), provenAt: new Date() })
  const today = { listingId, leadId, createdAt: new Date() }
  await createEvent(db, { ...today, event: 'file_view', fileId: report })
  await createEvent(db, { ...today, event: 'file_download', fileId: agreement })
  await createReading(db, { leadId, fileId: report, pageSeconds: [...Array(14).fill(40), 1] })
  await createReading(db, { leadId, fileId: agreement, pageSeconds: Array(10).fill(60) })
  await createReadingSearch(db, { leadId, fileId: report, words: 'moisture' })
  await db.insert(leadAnswer).values([
    { leadId, rank: 0, question: 'Is your finance arranged?', libraryKey: 'finance', answer: 'Yes' },
    { leadId, rank: 1, question: 'Any pets?', libraryKey: null, answer: 'Yes' },
  ])
  return leadId
}

const everyPoint = {
  recency: 20,
  returns: 6,
  downloads: 2,
  searches: 2,
  verified: 4,
  'answer:finance': 4,
}

describe('the job that updates heat', () => {
  test('scores what a lead has read, done and answered, once', async () => {
    const { db } = database
    const id = await createSeriousBuyer()
    const changes = await updateDueLeadHeat(db)
    const { heat, heatPoints, heatDay, isHeatDue, personId } = await heatOf(id)
    expect(heatPoints).toEqual({ ...everyPoint, [`document:${report}`]: 11, [`document:${agreement}`]: 20 })
    expect(heat).toBe(69)
    expect(heatDay).not.toBeNull()
    expect(isHeatDue).toBe(false)
    expect(changes).toEqual([{ leadId: id, before: 0, now: 69 }])
    expect(changes.filter(becameHot)).toHaveLength(1)
    expect(await db.select({ heat: person.heat }).from(person).where(eq(person.id, personId))).toEqual([{ heat: 69 }])
    expect(await updateDueLeadHeat(db)).toEqual([])
  })

  test('scores again after another visit', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId, createdAt: daysAgo(5) })
    await updateDueLeadHeat(db)
    const { heat: before } = await heatOf(id)
    await createEvent(db, { event: 'listing_view', listingId, leadId: id })
    expect(await updateDueLeadHeat(db)).toMatchObject([{ leadId: id, before }])
    expect((await heatOf(id)).heat).toBeGreaterThan(before)
  })

  test('lets the heat decay on the agent’s next day', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId })
    await updateDueLeadHeat(db)
    const { heat: before } = await heatOf(id)
    // As if all of it had happened yesterday.
    await db.execute(sql`update event set "createdAt" = "createdAt" - interval '1 day', "localDay" = "localDay" - 1`)
    await db.update(lead).set({ heatDay: sql`${lead.heatDay} - 1` })
    expect(await updateDueLeadHeat(db)).toMatchObject([{ leadId: id, before }])
    expect((await heatOf(id)).heat).toBeLessThan(before)
  })

  test('the next day begins at midnight where the agent is', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId })
    // Somewhere it is a day earlier than in Auckland at any time.
    await db.insert(profile).values({ userId: agent.id, timeZone: 'Pacific/Pago_Pago' })
    await updateDueLeadHeat(db)
    const [{ day } = { day: '' }] = (
      await db.execute<{ day: string }>(
        sql`select to_char(now() at time zone 'Pacific/Pago_Pago', 'YYYY-MM-DD') as day`,
      )
    ).rows
    expect((await heatOf(id)).heatDay).toBe(day)
    expect(await buildDecayingLeadsQuery(db, 10)).toEqual([])
    await db.update(profile).set({ timeZone: 'Pacific/Kiritimati' })
    expect(await buildDecayingLeadsQuery(db, 10)).toMatchObject([{ id }])
  })

  test('a lead that an agent added has no visit', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId, source: 'import' })
    await updateDueLeadHeat(db)
    expect(await heatOf(id)).toMatchObject({ heat: 0, heatPoints: {} })
  })

  test('works through more leads than a batch holds', async () => {
    const { db, sql: run } = database
    await run`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", "provenAt")
      select 'lead_' || n, 'First', 'Last', n || '@example.nz', '', '', ${listingId}, now() from generate_series(1, 450) n`
    expect(await updateDueLeadHeat(db)).toHaveLength(450)
    expect(await db.$count(lead, sql`${lead.isHeatDue} or ${lead.heat} = 0`)).toBe(0)
  })

  test('finds due leads by an index', async () => {
    const { db, sql: run } = database
    await run`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", heat, "heatDay", "isHeatDue")
      select 'lead_' || n, 'First', 'Last', n || '@example.nz', '', '', ${listingId}, n % 100, current_date + 2, false
      from generate_series(1, 3000) n`
    await run`analyze lead`
    for (const [query, index] of [
      [buildDueLeadsQuery(db, 200), 'lead_heat_due'],
      [buildDecayingLeadsQuery(db, 200), 'lead_heat_to_decay'],
    ] as const) {
      const { rows } = await db.execute(sql`explain ${query}`)
      expect(rows.map((line) => Object.values(line)[0]).join('\n')).toContain(index)
    }
  })
})

test('a lead’s agent sees every point in words and the reading page by page', async () => {
  const { db } = database
  const id = await createSeriousBuyer()
  const due = await requireLead(db, agent, id)
  await updateDueLeadHeat(db)
  const shown = await requireLead(db, agent, id)
  expect(shown.heatReasons).toContainEqual({ text: 'Read 14 of 20 pages of the building report', points: 11 })
  expect(shown.heatReasons).toContainEqual({ text: 'Answered “Yes” to “Is your finance arranged?”', points: 4 })
  expect(shown.heatReasons.reduce((sum, { points }) => sum + points, 0)).toBe(shown.heat)
  expect(due).toMatchObject({ heat: shown.heat, heatReasons: shown.heatReasons })
  expect(shown.readDocuments).toMatchObject([
    { fileId: agreement, seconds: 600, hasPicture: true },
    { fileId: report, pageCount: 20, hasPicture: true },
  ])
  expect(shown.brief).toBe(
    'Read the sale and purchase agreement for 10 min and the building report for 9 min; downloaded 1 document; searched ‘moisture’; back today.',
  )
})

test('hot leads who are reading now are listed, until the agent was told today', async () => {
  const { db } = database
  const reading = async (heat: number, reportedAt = new Date()) => {
    const { id: leadId } = await createLead(db, { listingId, heat })
    const session = { fileId: report, version: 1, pageSeconds: [1], startedAt: reportedAt, reportedAt }
    await db.insert(readingSession).values([
      { id: `${leadId} 1`, leadId, ...session },
      { id: `${leadId} 2`, leadId, ...session },
    ])
    return leadId
  }
  const hot = await reading(75)
  await reading(30)
  await reading(75, new Date(Date.now() - 5 * 60_000))
  const found = await listHotReaders(db)
  expect(found).toMatchObject([{ leadId: hot, agentId: agent.id, listingId }])
  await db.update(lead).set({ hotNotifiedOn: found[0]?.today }).where(eq(lead.id, hot))
  expect(await listHotReaders(db)).toEqual([])
})
