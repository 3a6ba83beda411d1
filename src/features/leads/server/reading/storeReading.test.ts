import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { lead as leadTable } from '#db/schema/leads.ts'
import { listing as listingTable } from '#db/schema/listings.ts'
import { reading, readingSearch, readingSession, readingSum } from '#db/schema/readings.ts'
import { sweepExpiredJob } from '#platform/jobs/sweepExpired.server.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { openForReading } from '../../../../../test/fixtures/readings.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { verifyReadingKey } from './readingKey.server.ts'
import { listReadings } from './readReadings.server.ts'
import { storeReading } from './storeReading.server.ts'

const SECRET = 'a secret of at least thirty-two characters'
let opened: Awaited<ReturnType<typeof openServices>>
let database: typeof opened.database
beforeAll(async () => {
  opened = await openServices()
  database = opened.database
})
afterAll(() => opened.close())

async function createReader() {
  const { db } = database
  const listing = await createPublishedListing(db)
  const agent = { id: listing.userId }
  const document = await createFile(db, { agent, listingId: listing.id, pageCount: 10, name: 'Building report' })
  const lead = await createLead(db, { listingId: listing.id })
  const open = async (fields: { leadId?: string; isGuest?: boolean } = {}, secondsAgo?: number) => {
    const { key } = await openForReading(db, SECRET, { leadId: lead.id, fileId: document.id, ...fields }, secondsAgo)
    const report = (pageTenths: number[], searches: { words: string; second: number }[] = []) =>
      storeReading(database, key, { pageTenths, searches })
    return { key, report }
  }
  const readSeconds = async (leadId = lead.id) => {
    const rows = await db.select().from(reading).where(eq(reading.leadId, leadId))
    return rows.map(({ pageSeconds }) => pageSeconds.map(round))
  }
  const sums = async () => {
    const [row] = await db.select().from(readingSum).where(eq(readingSum.fileId, document.id))
    return row && { pageSeconds: row.pageSeconds.map(round), pageReaders: row.pageReaders }
  }
  return { db, listing, agent, document, lead, open, readSeconds, sums }
}

const round = (seconds: number) => Math.round(seconds * 10) / 10

describe('a report', () => {
  test('adds what is new since the last one of the same session', async () => {
    const { open, readSeconds, sums } = await createReader()
    const { report } = await open()
    expect(await report([120, 0, 35])).toBe(true)
    expect(await report([120, 5, 80])).toBe(true)
    expect(await readSeconds()).toEqual([[12, 0.5, 8]])
    expect(await sums()).toEqual({ pageSeconds: [12, 0.5, 8], pageReaders: [1, 0, 1] })
  })

  test('that is shorter than an earlier one takes nothing away', async () => {
    const { open, readSeconds } = await createReader()
    const { report } = await open()
    await report([10, 20, 30])
    await report([15])
    await report([15, 20, 30, 40])
    expect(await readSeconds()).toEqual([[1.5, 2, 3, 4]])
  })

  test('of another session adds to the same reading, and a returning reader is one reader', async () => {
    const { open, readSeconds, sums } = await createReader()
    await (await open()).report([20])
    await (await open()).report([30, 40])
    expect(await readSeconds()).toEqual([[5, 4]])
    expect(await sums()).toEqual({ pageSeconds: [5, 4], pageReaders: [1, 1] })
  })

  test('shows that the lead was here, and that their heat is due', async () => {
    const { db, open, lead } = await createReader()
    const before = new Date(Date.now() - 3600_000)
    await db.update(leadTable).set({ lastSeenAt: before, isHeatDue: false }).where(eq(leadTable.id, lead.id))
    await (await open()).report([20])
    const [after] = await db.select().from(leadTable).where(eq(leadTable.id, lead.id))
    expect(after?.isHeatDue).toBe(true)
    expect(after?.lastSeenAt.getTime()).toBeGreaterThan(before.getTime())
  })

  test('of a guest is in the anonymous sums alone', async () => {
    const { db, open, readSeconds, sums, document, lead } = await createReader()
    const { report } = await open({ isGuest: true })
    await report([20], [{ words: 'asbestos', second: 3 }])
    expect(await readSeconds()).toEqual([])
    expect(await sums()).toEqual({ pageSeconds: [2], pageReaders: [1] })
    const sessions = await db.select().from(readingSession).where(eq(readingSession.fileId, document.id))
    expect(sessions.map(({ leadId }) => leadId)).toEqual([null])
    expect(await db.select().from(readingSearch).where(eq(readingSearch.leadId, lead.id))).toEqual([])
  })

  test('of a browser that typed the address before its owner proved it is a guest’s', async () => {
    const { db, open, readSeconds, sums, lead } = await createReader()
    const { report } = await open()
    await report([20])
    await db.update(leadTable).set({ provenAt: new Date() }).where(eq(leadTable.id, lead.id))
    expect(await report([50])).toBe(true)
    expect(await readSeconds()).toEqual([[2]])
    expect((await sums())?.pageSeconds).toEqual([5])
  })

  test('is counted once when it arrives twenty times at once', async () => {
    const { open, readSeconds, sums } = await createReader()
    const { report } = await open()
    await Promise.all(Array.from({ length: 20 }, () => report([100, 200])))
    expect(await readSeconds()).toEqual([[10, 20]])
    expect(await sums()).toEqual({ pageSeconds: [10, 20], pageReaders: [1, 1] })
  })

  test('of many readers of one document adds up', async () => {
    const { db, listing, open, sums } = await createReader()
    const leads = await Promise.all(Array.from({ length: 10 }, () => createLead(db, { listingId: listing.id })))
    const opened = await Promise.all(leads.map(({ id }) => open({ leadId: id })))
    await Promise.all(opened.flatMap(({ report }) => [report([10, 5]), report([20, 15, 5])]))
    expect(await sums()).toEqual({ pageSeconds: [20, 15, 5], pageReaders: [10, 10, 0] })
  })
})

describe('searches', () => {
  test('are stored once for each time, however often they are reported', async () => {
    const { db, open, lead } = await createReader()
    const { report } = await open()
    const first = { words: 'moisture', second: 10 }
    await report([], [first])
    await report([20], [first, { words: 'roof', second: 30 }])
    await report([20], [{ words: 'moisture', second: 40 }])
    const found = (await listReadings(db, [lead.agencyId], [lead.id])).get(lead.id)?.searches
    expect(found?.map(({ words, times, name }) => ({ words, times, name }))).toEqual([
      { words: 'moisture', times: 2, name: 'Building report' },
      { words: 'roof', times: 1, name: 'Building report' },
    ])
  })

  test('are limited to twenty for each lead and document', async () => {
    const { db, open, lead } = await createReader()
    const { report } = await open()
    const searches = (from: number) =>
      Array.from({ length: 15 }, (_, nth) => ({ words: `words ${from + nth}`, second: nth }))
    await report([], searches(0))
    await report([], searches(15))
    await report([], [{ words: 'words 3', second: 99 }])
    const found = await db.select().from(readingSearch).where(eq(readingSearch.leadId, lead.id))
    expect(found).toHaveLength(20)
    expect(found.find(({ words }) => words === 'words 3')?.times).toBe(2)
  })
})

const refused = (field: string) => expect.objectContaining({ status: 400, fields: { [field]: expect.any(String) } })

describe('what nobody can have read is refused', () => {
  test('threat 110: pages that do not exist', async () => {
    const { open, readSeconds } = await createReader()
    const { report } = await open()
    await expect(report([...Array(10).fill(0), 20])).rejects.toEqual(refused('pageTenths'))
    expect(await readSeconds()).toEqual([])
    expect(await report([...Array(9).fill(0), 20])).toBe(true)
  })

  test('threat 111: more seconds than the document has been open', async () => {
    const { open, readSeconds } = await createReader()
    const { report } = await open({}, 100)
    await expect(report([700, 700])).rejects.toEqual(refused('pageTenths'))
    await expect(report([], [{ words: 'roof', second: 200 }])).rejects.toEqual(refused('searches'))
    expect(await readSeconds()).toEqual([])
    expect(await report([400, 600])).toBe(true)
  })

  test('threat 111: a lead with many tabs reads for no longer than time passes, however many report at once', async () => {
    const { open, readSeconds, sums } = await createReader()
    const tabs = await Promise.all(Array.from({ length: 10 }, () => open({}, 100)))
    await Promise.all(tabs.map(({ report }) => report([400, 600])))
    for (const { report } of tabs) expect(await report([400, 600])).toBe(true)
    const total = (pages: number[] = []) => pages.reduce((sum, seconds) => sum + seconds, 0)
    expect(total((await readSeconds())[0])).toBeGreaterThan(99)
    expect(total((await readSeconds())[0])).toBeLessThan(100 + 30 + 15)
    expect((await sums())?.pageSeconds).toEqual((await readSeconds())[0])
  })

  test('threat 111: seconds that move from page to page are counted for no longer than time passes', async () => {
    const { open, readSeconds } = await createReader()
    const { report } = await open({}, 100)
    for (const page of [0, 1, 2]) expect(await report([0, 0, 0].with(page, 1000))).toBe(true)
    const [pages = []] = await readSeconds()
    expect(pages[0]).toBe(100)
    expect(pages.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan(100 + 30 + 15)
  })

  test('threat 111: one document after the other counts in full, also when the first one reports late', async () => {
    const { open, readSeconds } = await createReader()
    const first = await open({}, 300)
    const second = await open({}, 150)
    await second.report([1500])
    await first.report([0, 1500])
    expect(await readSeconds()).toEqual([[150, 150]])
  })

  test('threat 112: a report that is sent again, also after its session was swept', async () => {
    const { db, open, readSeconds } = await createReader()
    const { key, report } = await open({}, 23 * 3600)
    await report([50])
    await report([50])
    expect(await readSeconds()).toEqual([[5]])
    await db
      .update(readingSession)
      .set({ reportedAt: sql`now() - interval '26 hours'` })
      .where(eq(readingSession.id, key.sessionId))
    await sweepExpiredJob.work(opened.services, {}, { id: '' })
    expect(await report([50])).toBe(false)
    expect(await readSeconds()).toEqual([[5]])
  })

  test('threat 112: a report with a key from more than a day ago', async () => {
    const { open, readSeconds } = await createReader()
    const { report } = await open({}, 25 * 3600)
    expect(await report([50])).toBe(false)
    expect(await readSeconds()).toEqual([])
  })

  test.each([
    ['the agent removed the access', () => sql`update lead set "withdrawnAt" = now()`],
    ['the email address was changed', () => sql`update lead set "keysChangedAt" = now()`],
  ])('threat 109: nothing is stored once %s', async (_, change) => {
    const { db, open, readSeconds, sums, lead } = await createReader()
    const { report } = await open()
    await db.execute(sql`${change()} where id = ${lead.id}`)
    expect(await report([50])).toBe(false)
    expect([await readSeconds(), await sums()]).toEqual([[], undefined])
  })

  test('threat 109: nothing is stored once the listing is no longer public', async () => {
    const { db, open, readSeconds, listing } = await createReader()
    const { report } = await open()
    await db.update(listingTable).set({ publishedAt: null }).where(eq(listingTable.id, listing.id))
    expect(await report([50])).toBe(false)
    expect(await readSeconds()).toEqual([])
  })

  test.each([
    ['was replaced', { version: 2 }],
    ['was archived', { archivedAt: new Date() }],
  ])('threat 113: nothing is stored for a document that %s', async (_, change) => {
    const { db, open, readSeconds, document } = await createReader()
    const { report } = await open()
    await db.update(file).set(change).where(eq(file.id, document.id))
    expect(await report([50])).toBe(false)
    expect(await readSeconds()).toEqual([])
  })

  test('threat 113: of a document for chosen people, only what they read is stored', async () => {
    const { db, open, readSeconds, sums, document, lead } = await createReader()
    const own = await open()
    const guest = await open({ isGuest: true })
    await db.update(file).set({ access: 'chosen' }).where(eq(file.id, document.id))
    expect([await own.report([50]), await guest.report([50])]).toEqual([false, false])
    await db.insert(chosenReader).values({ fileId: document.id, leadId: lead.id })
    expect([await own.report([50]), await guest.report([50])]).toEqual([true, false])
    expect(await readSeconds()).toEqual([[5]])
    expect((await sums())?.pageSeconds).toEqual([5])
  })

  test('threat 113: nothing is stored for a document of another listing, nor with the session of another document', async () => {
    const { db, agent, open, readSeconds, listing } = await createReader()
    const { key } = await open()
    const elsewhere = await createPublishedListing(db, { agent })
    const foreign = await createFile(db, { agent, listingId: elsewhere.id, pageCount: 10 })
    const sibling = await createFile(db, { agent, listingId: listing.id, pageCount: 10 })
    for (const { id } of [foreign, sibling])
      expect(await storeReading(database, { ...key, fileId: id }, { pageTenths: [50], searches: [] })).toBe(false)
    expect(await readSeconds()).toEqual([])
  })
})

describe('threat 109, threat 113: a key', () => {
  test('is valid as it was signed, and with nothing in it changed', async () => {
    const { db, lead, document } = await createReader()
    const { key, signedKey } = await openForReading(db, SECRET, { leadId: lead.id, fileId: document.id })
    expect(verifyReadingKey(SECRET, signedKey)).toEqual(key)
    expect(verifyReadingKey('another secret of that length, or so', signedKey)).toBeUndefined()
    const parts = signedKey.split('.')
    for (const [index] of parts.entries())
      expect(verifyReadingKey(SECRET, parts.with(index, `${parts[index]}1`).join('.'))).toBeUndefined()
    for (const odd of ['', '.', 'a.b', signedKey.slice(0, -1)]) expect(verifyReadingKey(SECRET, odd)).toBeUndefined()
  })
})

test('readings come by lead, in the order of the page, with the version that was read', async () => {
  const { db, open, lead, document } = await createReader()
  await (await open()).report([20, 0, 10])
  await db.update(file).set({ version: 2, pageCount: 4 }).where(eq(file.id, document.id))
  const found = await listReadings(db, [lead.agencyId], [lead.id, 'lead_without'])
  expect(found.get('lead_without')).toEqual({ documents: [], searches: [] })
  expect(found.get(lead.id)?.documents).toMatchObject([
    { fileId: document.id, name: 'Building report', version: 1, isCurrentVersion: false, pageCount: 3, seconds: 3 },
  ])
})
