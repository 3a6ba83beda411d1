import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { connectionOptions } from './connection.server.ts'

const MIGRATION_LOCK = 7_250_002

/** All pending migrations in one transaction; when several processes start at once, one runs them and the rest wait. */
export async function migrateDatabase(url: string, folder: string) {
  const sql = postgres({
    ...connectionOptions(url),
    max: 1,
    connect_timeout: 5,
    connection: { application_name: 'property-files migrate' },
  })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle(sql), { migrationsFolder: folder })
  } finally {
    await sql.end()
  }
}

/** Whether the database has every migration that this build knows. */
export async function isMigrated(sql: postgres.Sql, folder: string) {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  const newest = journal.entries.at(-1)?.when ?? 0
  const [applied] = await sql`select max(created_at) as newest from drizzle.__drizzle_migrations`
  return Number(applied?.newest ?? 0) >= newest
}
