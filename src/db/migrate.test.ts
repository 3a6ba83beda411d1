import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { isMigrated, migrateDatabase } from './migrate.server.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

async function emptyDatabase() {
  const database = await freshDatabase()
  await database.sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public')
  return database
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
  await sql.unsafe('create table token (id int)')
  await expect(migrateDatabase(url, MIGRATIONS)).rejects.toThrow()
  const [left] = await sql`select to_regclass('public.event') as event`
  expect(left?.event).toBeNull()
  await sql.unsafe('drop table token')
  await migrateDatabase(url, MIGRATIONS)
  expect(await isMigrated(sql, MIGRATIONS)).toBe(true)
})
