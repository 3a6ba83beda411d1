import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { connectionOptions, createSql, openConnection, type Sql } from './connection.server.ts'

const MIGRATION_LOCK_ID = 7_250_002

/** While a migration waits for a table lock, later statements wait as well. So it gives up soon, lets them pass and tries again. */
const LOCK_TIMEOUT = '500ms'
const RETRY_DELAY_MS = 1_000
const MAX_TRIES = 80
/** The lock was not available in time, or there was a deadlock. */
const LOCK_CONFLICTS = ['55P03', '40P01']

/**
 * Runs the pending migrations, then their backfills. When several processes start at once, one runs them and the others wait. The previous version may be
 * serving meanwhile, so each migration is a transaction of its own: one for all of them would hold the locks of the first until the last has its own, and
 * writers that need both in the other order would end in a deadlock.
 */
export async function migrateDatabase(url: string, folder: string, warn: (message: string) => void = () => {}) {
  const client = await openConnection({ ...connectionOptions(url), application_name: 'property-files migrate' })
  const sql = createSql(client)
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK_ID})`
    // A role's statement timeout may be too short for a large table.
    await sql.raw(`set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (let tries = 1; !(await tryMigrating(sql, folder, tries)); tries++) {
      warn('A migration waits for a table that is in use, and is tried again.')
      await pause(RETRY_DELAY_MS)
    }
  } finally {
    await client.end()
  }
}

async function tryMigrating(sql: Sql, folder: string, tries: number) {
  try {
    await runPendingMigrations(sql, folder)
    await runBackfills(sql)
    return true
  } catch (error) {
    if (tries < MAX_TRIES && isLockConflict(error)) return false
    throw error
  }
}

/** Drizzle's own function runs all of them in one transaction. The table in which they are noted is Drizzle's, which its tools read. */
async function runPendingMigrations(sql: Sql, folder: string) {
  await sql`create schema if not exists drizzle`
  await sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  const newest = await readNewest(sql)
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= newest) continue
    await sql`begin`
    try {
      for (const statement of migration.sql) await sql.raw(statement)
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`
      await sql`commit`
    } catch (error) {
      await sql`rollback`
      throw error
    }
  }
}

/** When the newest migration that the database has was made. */
async function readNewest(sql: Sql) {
  const [applied] = await sql<{
    newest: string | null
  }>`select max(created_at) as newest from drizzle.__drizzle_migrations`
  return Number(applied?.newest ?? 0)
}

/**
 * A migration that rewrites a large table creates a procedure `backfill_…`, which commits in small batches and drops itself
 * at the end. An interrupted one is called again by the next start.
 */
async function runBackfills(sql: Sql) {
  const procedures = await sql<{ name: string }>`
    select proname as name from pg_proc
    where prokind = 'p' and pronamespace = 'public'::regnamespace and starts_with(proname, 'backfill_') order by oid`
  for (const { name } of procedures) await sql.raw(`call "${name}"()`)
}

const isLockConflict = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && LOCK_CONFLICTS.includes(String(error.code))) || isLockConflict(error.cause))

/** Whether the database has every migration of this build. */
export async function isMigrated(sql: Sql, folder: string) {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return (await readNewest(sql)) >= (journal.entries.at(-1)?.when ?? 0)
}
