import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../test/support/agents.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { addHome, addStep } from '../../test/support/leads.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { isMigrated, migrateDatabase } from './migrate.server.ts'
import { newId } from './schema/columns.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

async function emptyDatabase() {
  const database = await freshDatabase()
  await database.sql.raw('drop schema public cascade; drop schema drizzle cascade; create schema public')
  return database
}

/** All migrations before this one. */
async function migrationsBefore(tag: string) {
  const folder = await temporaryFolder()
  await cp(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'))
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  )
  await writeFile(path, JSON.stringify({ ...journal, entries }))
  return folder
}

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

test('threat 70: a migration that was cut off midway is done whole by the next start', async () => {
  const { url, sql } = await emptyDatabase()
  // Something in its way halfway through stands for the cut: everything before it must be rolled back.
  await sql.raw('create table token (id int)')
  await expect(migrateDatabase(url, MIGRATIONS)).rejects.toThrow()
  const [left] = await sql`select to_regclass('public.event') as event`
  expect(left?.event).toBeNull()
  await sql.raw('drop table token')
  await migrateDatabase(url, MIGRATIONS)
  expect(await isMigrated(sql, MIGRATIONS)).toBe(true)
})

test('events from before their sums are in them: one place and one referrer know what was opened there', async () => {
  const { url, db, sql } = await emptyDatabase()
  await migrateDatabase(url, await migrationsBefore('0011_place_sums'))
  const { id: userId } = await createAgent(db, { password: 'none' })
  const listingId = await addHome(db, userId)
  // In the columns of that time.
  const fileId = newId('file')
  await sql`insert into file (id, path, name, "userId", "listingId") values (${fileId}, 'lim', 'LIM', ${userId}, ${listingId})`
  const visitor = { listingId, country: 'NZ', region: 'Otago', city: 'Dunedin', referrerHostname: 'search.example' }
  await addStep(db, { ...visitor, event: 'listing_view', isUnique: true, isFirstToday: true })
  await addStep(db, { ...visitor, event: 'file_view', fileId, isUnique: true })
  await addStep(db, { ...visitor, event: 'listing_leave', seconds: 40 })
  await migrateDatabase(url, MIGRATIONS)
  await addStep(db, { ...visitor, event: 'file_view', fileId })
  const sums = await sql`
    select facet, event, value, events, uniques, seconds::int from event_day where facet in ('place', 'referrer') order by 1, 2`
  const place = { facet: 'place', value: ['NZ', 'Otago', 'Dunedin'] }
  const referrer = { facet: 'referrer', value: ['search.example'] }
  expect([...sums]).toEqual(
    [place, referrer].flatMap((facet) => [
      { ...facet, event: 'file_view', events: 2, uniques: 1, seconds: 0 },
      { ...facet, event: 'listing_leave', events: 1, uniques: 0, seconds: 40 },
      { ...facet, event: 'listing_view', events: 1, uniques: 1, seconds: 0 },
    ]),
  )
})
