import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { createSql, openConnection, type Sql } from './connection.server.ts'
import { connectionOptions } from './connectionUrl.server.ts'

const MIGRATION_LOCK_ID = 7_250_002

/** While a migration waits for a table lock, later statements wait as well. So it gives up soon, lets them pass and tries again. */
const LOCK_TIMEOUT = '500ms'
const RETRY_DELAY_MS = 1_000
const MAX_TRIES = 80
/** The lock was not available in time, or there was a deadlock. */
const LOCK_CONFLICTS = ['55P03', '40P01']

/**
 * Runs all pending migrations in one transaction, then their backfills. When several processes start at once, one runs them and the others wait. The previous
 * version may be serving meanwhile.
 */
export async function migrateDatabase(url: string, folder: string, warn: (message: string) => void = () => {}) {
  const client = await openConnection({ ...connectionOptions(url), application_name: 'property-files migrate' })
  try {
    await createSql(client)`select pg_advisory_lock(${MIGRATION_LOCK_ID})`
    // A role's statement timeout may be too short for a large table.
    await client.query(`set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (let tries = 1; !(await tryMigrating(client, folder, tries)); tries++) {
      warn('A migration waits for a table that is in use, and is tried again.')
      await pause(RETRY_DELAY_MS)
    }
  } finally {
    await client.end()
  }
}

async function tryMigrating(client: pg.Client, folder: string, tries: number) {
  try {
    await migrate(drizzle({ client }), { migrationsFolder: folder })
    await runBackfills(createSql(client))
    return true
  } catch (error) {
    if (tries < MAX_TRIES && isLockConflict(error)) return false
    throw error
  }
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
  const newest = journal.entries.at(-1)?.when ?? 0
  const [applied] = await sql`select max(created_at) as newest from drizzle.__drizzle_migrations`
  return Number(applied?.newest ?? 0) >= newest
}
