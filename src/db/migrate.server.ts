import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { connectionOptions } from './connection.server.ts'

const MIGRATION_LOCK = 7_250_002

/** A migration that waits for a table makes everybody wait who comes after it, so it lets them pass and tries again. */
const LOCK_TIMEOUT = '500ms'
const PAUSE = 1_000
const MOST_TRIES = 80
/** Somebody else had the table for too long, or the two waited for each other. */
const IN_THE_WAY = ['55P03', '40P01']

/**
 * All pending migrations in one transaction, then their backfills; when several processes start at once, one runs them and the rest wait. The version
 * before may be serving meanwhile.
 */
export async function migrateDatabase(url: string, folder: string, warn: (words: string) => void = () => {}) {
  const sql = postgres({
    ...connectionOptions(url),
    max: 1,
    connect_timeout: 5,
    connection: { application_name: 'property-files migrate' },
  })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    // A role may have a statement timeout, which is too short for a large table.
    await sql.unsafe(`set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (let tries = 1; !(await tryMigrating(sql, folder, tries)); tries++) {
      warn('A migration waits for a table that is in use, and is tried again.')
      await pause(PAUSE)
    }
  } finally {
    await sql.end()
  }
}

async function tryMigrating(sql: postgres.Sql, folder: string, tries: number) {
  try {
    await migrate(drizzle(sql), { migrationsFolder: folder })
    await runBackfills(sql)
    return true
  } catch (error) {
    if (tries < MOST_TRIES && isInTheWay(error)) return false
    throw error
  }
}

/**
 * A migration that has to rewrite a large table creates a procedure `backfill_…` instead, which commits in small batches and drops itself
 * at its end. One that was interrupted is called again by the next start.
 */
async function runBackfills(sql: postgres.Sql) {
  const procedures = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where prokind = 'p' and pronamespace = 'public'::regnamespace and starts_with(proname, 'backfill_') order by oid`
  for (const { name } of procedures) await sql.unsafe(`call "${name}"()`)
}

const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && IN_THE_WAY.includes(String(error.code))) || isInTheWay(error.cause))

/** Whether the database has every migration that this build knows. */
export async function isMigrated(sql: postgres.Sql, folder: string) {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  const newest = journal.entries.at(-1)?.when ?? 0
  const [applied] = await sql`select max(created_at) as newest from drizzle.__drizzle_migrations`
  return Number(applied?.newest ?? 0) >= newest
}
