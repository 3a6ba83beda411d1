import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { variantKey } from '#platform/storage/storageKeys.server.ts'
import { createDatabase } from '../../test/support/database.ts'
import { appStorage } from '../../test/support/processes/appData.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { seedDemo } from './seedDemo.server.ts'

const env = { loopback: true, DATABASE_URL: undefined, APP_URL: 'http://localhost:3000' }
const NOW = new Date('2025-06-15T09:00:00Z')

/** Made once: these tests only look at it. */
let database: Awaited<ReturnType<typeof createDatabase>>
let folder: string
beforeAll(async () => {
  database = await createDatabase()
  folder = await temporaryFolder()
  await seedDemo({ db: database.db, storage: appStorage(folder) }, env, { now: NOW })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('the events look like 90 ordinary days', async () => {
  const total = await count('event')
  expect(total).toBeGreaterThan(3_500)
  expect(total).toBeLessThan(5_000)
  expect(await count(`event where "createdAt" < '${daysBefore(90)}' or "createdAt" >= '${daysBefore(0)}'`)).toBe(0)
  expect(await count(`event where country = 'NZ'`)).toBeGreaterThan(total * 0.85)
  expect(await count(`event where extract(hour from ${local}) between 18 and 22`)).toBeGreaterThan(total * 0.35)

  const weekend = await count(`event where extract(isodow from ${local}) in (6, 7)`)
  expect(weekend / 2).toBeGreaterThan(1.5 * ((total - weekend) / 5))
})

test('a listing has most views in the week after it was published', async () => {
  const [week] = await database.sql`
    select count(*) filter (where event."createdAt" < "publishedAt" + interval '7 days')::int as first,
      count(*) filter (where event."createdAt" between "publishedAt" + interval '14 days' and "publishedAt" + interval '21 days')::int as third
    from event join listing on listing.id = event."listingId" where listing."publishedAt" < ${daysBefore(30)}`
  expect(week?.first).toBeGreaterThan(1.5 * week?.third)
})

test('every lead viewed the listing first, is counted once, and opened documents only afterwards', async () => {
  const journeys = await database.sql`
    select (select count(*)::int from event where "leadId" = lead.id and event = 'lead_created') as created,
      (select count(*)::int from event where "leadId" = lead.id and event = 'file_view') as views,
      (select count(*)::int from event where "leadId" = lead.id and "createdAt" < lead."createdAt") as early,
      lead."createdAt" >= "publishedAt" as published
    from lead join listing on listing.id = lead."listingId"`
  expect(journeys).toHaveLength(25)
  for (const journey of journeys) expect(journey).toMatchObject({ created: 1, early: 0, published: true })
  expect(journeys.filter(({ views }) => views > 0).length).toBeGreaterThan(22)
  expect(await count(`event where event in ('file_view', 'file_download') and "leadId" is null`)).toBe(0)
})

test('what buyers read is in the sums of all readers, and the latest buyers are the hottest', async () => {
  expect(await count('reading')).toBeGreaterThan(50)
  expect(await count('reading_search')).toBeGreaterThan(3)
  const [sums] = await database.sql`
    select (select sum(s) from reading, unnest("pageSeconds") s) as leads, (select sum(s) from reading_sum, unnest("pageSeconds") s) as all`
  expect(sums?.leads / sums?.all).toBeCloseTo(1, 3)
  expect(await count('lead where "isHeatDue"')).toBe(0)
})

test('visitors and leads come by the links of their listing, and the sums agree', async () => {
  const views = await count(`event where event = 'listing_view'`)
  expect(await count(`event where event = 'listing_view' and "channelId" is null`)).toBeGreaterThan(views * 0.3)
  for (const kind of ['portal', 'poster', 'signature', 'social']) {
    expect(await count(`event where event = 'listing_view' and "channelKind" = '${kind}'`), kind).toBeGreaterThan(50)
    expect(await count(`lead join channel on channel.id = "channelId" where kind = '${kind}'`), kind).toBeGreaterThan(0)
  }
  expect(await count(`channel where kind = 'own' and name <> ''`)).toBe(1)
  expect(await count(`lead where "channelId" is null`)).toBeGreaterThan(3)
  expect(
    await count(`event join channel on channel.id = event."channelId" where channel."listingId" <> event."listingId"`),
  ).toBe(0)
  // The visit before, the lead itself and what they open belong to one link.
  expect(
    await count(`event join lead on lead.id = "leadId"
      where event <> 'listing_view' and event."channelId" is distinct from lead."channelId"`),
  ).toBe(0)
  const bySums = await database.sql`select sum(events)::int as n from event_day where facet = 'listing channel'`
  expect(bySums[0]?.n).toBe(await count(`event where "channelId" is not null`))
  expect(await count(`event where "utmCampaign" is not null and "channelKind" is distinct from 'social'`)).toBe(0)
})

test('a visitor counts as unique once per day and page', async () => {
  const [repeats] = await database.sql`select count(*)::int as n from (
    select 1 from event group by hash, hostname, pathname having count(*) filter (where "isUnique") <> 1) as odd`
  expect(repeats?.n).toBe(0)
})

test('buyers open documents of their listing, and download only those they opened', async () => {
  const [odd] = await database.sql`select count(*)::int as n from event join file on file.id = event."fileId"
    where file."listingId" <> event."listingId" or file.type <> 'file'`
  expect(odd?.n).toBe(0)
  expect(await count(`event where event in ('file_view', 'file_download') and "fileId" is null`)).toBe(0)
  expect(
    await count(`event saved where event = 'file_download' and not exists (select 1 from event opened
      where opened.event = 'file_view' and opened."fileId" = saved."fileId" and opened."leadId" = saved."leadId"
        and opened."createdAt" < saved."createdAt")`),
  ).toBe(0)
  const opened = new Map(
    (
      await database.sql`select kind, count(*)::int as n from event join file on file.id = event."fileId"
        where event = 'file_view' group by kind`
    ).map(({ kind, n }) => [kind, n]),
  )
  expect(opened.size).toBeGreaterThan(6)
  expect(opened.get('lim')).toBeGreaterThan(opened.get('title'))
})

test('each opened document was read, on pages that it has, and the sums agree', async () => {
  const [opened] =
    await database.sql`select count(distinct ("leadId", "fileId"))::int as n from event where event = 'file_view'`
  expect(await count('reading')).toBe(opened?.n)
  expect(
    await count(`reading join file on file.id = reading."fileId"
      where cardinality("pageSeconds") > coalesce("pageCount", 1) or 0 > any ("pageSeconds")`),
  ).toBe(0)
  const [sums] = await database.sql`select
    (select sum(one) from reading, unnest("pageSeconds") one)::int as readings, (select sum(one) from reading_sum, unnest("pageSeconds") one)::int as sums`
  expect(sums?.sums).toBe(sums?.readings)
  expect(await count('reading_search')).toBeGreaterThan(3)
})

test('every listing has prepared photos and documents, with the first photo as cover', async () => {
  const files = await database.db.select().from(file)
  expect(files.filter(({ state, failure }) => state !== 'ready' || failure)).toEqual([])
  for (const { id, coverFileId, slug } of await database.db.select().from(listing)) {
    const own = files.filter(({ listingId }) => listingId === id)
    const [photos, documents] = [own.filter(({ type }) => type === 'image'), own.filter(({ type }) => type === 'file')]
    expect(photos.find(({ rank }) => rank === 1)?.id ?? null, slug).toBe(coverFileId)
    expect(documents.length, slug).toBeGreaterThanOrEqual(6)
    expect(documents.map(({ rank }) => rank).sort()).toEqual(documents.map((_, index) => index + 1))
    for (const { name, kind, pageCount } of documents)
      expect({ name, kind, pageCount }).toMatchObject({ pageCount: expect.any(Number), kind: expect.any(String) })
  }
  expect(Math.max(...files.map(({ pageCount }) => pageCount ?? 0))).toBeGreaterThan(40)
})

test('the storage has their content and variants', async () => {
  const storage = appStorage(folder)
  for (const { path, size, type } of await database.db.select().from(file)) {
    expect(await storage.stat(path)).toMatchObject({ size })
    for (const ending of type === 'image' ? ['w480', 'w960', 'w1920'] : ['w480'])
      expect(await storage.stat(variantKey(path, ending))).toBeDefined()
  }
})

test('it contains no real contact details: example addresses, numbers that start with 555', async () => {
  expect(await count(`lead where email !~ '@example\\.(com|org|net)$' or phone !~ '^\\+6421555\\d{4}$'`)).toBe(0)
  expect(await count('(select distinct email from lead) as different')).toBe(24)
  expect(await count('(select distinct phone from lead) as different')).toBe(24)
})

test('the bell shows the newest leads, a few of them unread', async () => {
  expect(await count('notification')).toBe(8)
  expect(await count('notification where "archivedAt" is null')).toBe(3)
})

const local = `"createdAt" at time zone 'Pacific/Auckland'`
const daysBefore = (days: number) => new Date(NOW.getTime() - days * 24 * 3600 * 1000).toISOString()

async function count(from: string) {
  const [row] = await database.sql.raw(`select count(*)::int as n from ${from}`)
  return row?.n
}

test('one document is view only with a watermark, one is hidden, and nobody downloaded what is view only', async () => {
  expect(await count(`file where "isViewOnly" and "isWatermarked"`)).toBe(1)
  expect(await count(`file where access = 'hidden'`)).toBe(1)
  expect(
    await count(`event join file on file.id = event."fileId" where event = 'file_download' and "isViewOnly"`),
  ).toBe(0)
})
