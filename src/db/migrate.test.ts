import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createEvent } from '../../test/fixtures/events.ts'
import { createListingOfFirstRelease } from '../../test/fixtures/listings.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { emptyDatabase, insertEarlierEvent, insertRow, migrationsBefore } from '../../test/support/migrations.ts'
import { isMigrated, migrateDatabase } from './migrate.server.ts'
import { newId } from './schema/columns.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

test('threat 70: several starts at once migrate once', async () => {
  const { url, sql } = await emptyDatabase()
  await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url, MIGRATIONS)))
  const [{ count } = { count: 0 }] = await sql`select count(*)::int as count from drizzle.__drizzle_migrations`
  const [{ distinct } = { distinct: 0 }] =
    await sql`select count(distinct hash)::int as distinct from drizzle.__drizzle_migrations`
  expect(count).toBe(distinct)
  expect(await isMigrated(sql, MIGRATIONS)).toBe(true)
})

test('a database is ready only with the newest migration', async () => {
  const { sql } = await freshDatabase()
  expect(await isMigrated(sql, MIGRATIONS)).toBe(true)
  await sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`
  expect(await isMigrated(sql, MIGRATIONS)).toBe(false)
})

test('threat 70: a migration that was interrupted is completed by the next start', async () => {
  const { url, sql } = await emptyDatabase()
  // A conflict halfway through simulates the interruption: everything before it must be rolled back.
  await sql.raw('create table token (id int)')
  await expect(migrateDatabase(url, MIGRATIONS)).rejects.toThrow()
  const [left] = await sql`select to_regclass('public.event') as event`
  expect(left?.event).toBeNull()
  await sql.raw('drop table token')
  await migrateDatabase(url, MIGRATIONS)
  expect(await isMigrated(sql, MIGRATIONS)).toBe(true)
})

test('sums by place, by referrer and of all include events from before these sums existed', async () => {
  const { url, db, sql } = await emptyDatabase()
  await migrateDatabase(url, await migrationsBefore('0011_place_sums'))
  const { id: userId } = await createAgent(db, { password: 'none' })
  const { id: listingId } = await createListingOfFirstRelease(db, { agent: { id: userId } })
  const fileId = newId('file')
  await sql`insert into file (id, path, name, "userId", "listingId") values (${fileId}, 'lim', 'LIM', ${userId}, ${listingId})`
  const visitor = { listingId, country: 'NZ', region: 'Otago', city: 'Dunedin', referrerHostname: 'search.example' }
  await insertEarlierEvent(sql, { ...visitor, isUnique: true, isFirstToday: true })
  await insertEarlierEvent(sql, { ...visitor, event: 'file_view', fileId, isUnique: true })
  await insertEarlierEvent(sql, { ...visitor, event: 'listing_leave', seconds: 40 })
  await migrateDatabase(url, MIGRATIONS)
  await createEvent(db, { ...visitor, event: 'file_view', fileId })
  const sums = await sql`
    select facet, event, value, events, uniques, seconds::int from event_day
    where facet in ('place', 'place month', 'referrer', 'total') order by 1, 2`
  const place = { facet: 'place', value: ['NZ', 'Otago', 'Dunedin'] }
  const month = { ...place, facet: 'place month' }
  const referrer = { facet: 'referrer', value: ['search.example'] }
  const total = { facet: 'total', value: [] }
  expect([...sums]).toEqual(
    [place, month, referrer, total].flatMap((facet) => [
      { ...facet, event: 'file_view', events: 2, uniques: 1, seconds: 0 },
      { ...facet, event: 'listing_leave', events: 1, uniques: 0, seconds: 40 },
      { ...facet, event: 'listing_view', events: 1, uniques: 1, seconds: 0 },
    ]),
  )
  const indexes = await sql`
    select indisvalid from pg_index where indexrelid in ('event_views'::regclass, 'event_leads_and_files'::regclass)`
  expect([...indexes]).toEqual([{ indisvalid: true }, { indisvalid: true }])
})

test('existing events get their local day by the time zone of their sums, and nothing else changes', async () => {
  const { url, db, sql } = await emptyDatabase()
  await migrateDatabase(url, await migrationsBefore('0013_local_days'))
  // Already the 11th in Auckland, still the 10th in Perth and London.
  const createdAt = '2026-11-10T13:30:00Z'
  const agents = {
    auckland: { localDay: '2026-11-11' },
    perth: { profile: { timeZone: 'Australia/Perth' }, localDay: '2026-11-10' },
    // The agent's time zone was changing during the upgrade: the sums are still those of London.
    moving: { profile: { timeZone: 'Pacific/Auckland', daysTimeZone: 'Europe/London' }, localDay: '2026-11-10' },
    moved: { profile: { timeZone: 'Europe/London', daysCut: 3 }, localDay: '2026-11-10' },
  }
  const expected = []
  for (const { localDay, ...about } of Object.values(agents)) {
    const { id: userId } = await createAgent(db, { password: 'none' })
    if ('profile' in about) await insertRow(sql, 'profile', { userId, ...about.profile })
    const { id: listingId } = await createListingOfFirstRelease(db, { agent: { id: userId } })
    for (const isUnique of [true, false]) await insertEarlierEvent(sql, { listingId, createdAt, isUnique })
    expected.push({ userId, localDay, events: 2, uniques: 1 })
  }
  // What an interrupted job may have left behind.
  await sql`insert into event_day ("userId", cut, facet, day, event, value, events, uniques)
    select "userId", 4, 'listing', day, event, value, 70, 70 from event_day where facet = 'listing' and cut = 3`
  const unchanged = () => sql`select id, "createdAt"::text, "updatedAt"::text, "isUnique" from event order by id`
  const before = await unchanged()

  await migrateDatabase(url, MIGRATIONS)

  expect(await unchanged()).toEqual(before)
  const inOrder = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row)).sort()
  const counted = await sql`
    select "userId", "localDay"::text, count(*)::int as events, count(*) filter (where "isUnique")::int as uniques from event group by 1, 2`
  expect(inOrder(counted)).toEqual(inOrder(expected))
  const sums = await sql`
    select "userId", day::text as "localDay", events, uniques from event_day where facet = 'listing' and cut = 0`
  expect(inOrder(sums)).toEqual(inOrder(expected))
  const [index] = await sql`select indisvalid from pg_index where indexrelid = 'event_by_listing'::regclass`
  expect(index).toEqual({ indisvalid: true })
})

test('a backfill that was interrupted is continued by the next start', async () => {
  const { url, db, sql } = await emptyDatabase()
  await migrateDatabase(url, await migrationsBefore('0013_local_days'))
  const { id: listingId } = await createListingOfFirstRelease(db, {
    agent: await createAgent(db, { password: 'none' }),
  })
  const moments = ['2026-06-30T00:00Z', new Date().toISOString()]
  for (const createdAt of moments) await insertEarlierEvent(sql, { listingId, createdAt })
  const [month] = await sql`select tableoid::regclass::text as name from event where "createdAt" = ${moments[1] ?? ''}`
  await sql.raw(`create function fail() returns trigger language plpgsql as 'begin raise exception ''no space left''; end';
    create trigger fail before update on ${month?.name} for each row execute function fail()`)
  await expect(migrateDatabase(url, MIGRATIONS)).rejects.toThrow('no space left')
  expect(await sql`select count("localDay")::int as filled from event`).toEqual([{ filled: 1 }])
  await sql.raw('drop function fail cascade')

  await migrateDatabase(url, MIGRATIONS)

  expect(await sql`select count("localDay")::int as filled from event`).toEqual([{ filled: 2 }])
  expect(await sql`select proname from pg_proc where proname like 'backfill%'`).toEqual([])
})
