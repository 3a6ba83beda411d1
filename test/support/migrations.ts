import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Sql } from '../../src/db/connection.server.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { freshDatabase } from './database.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** A database without any table, as before the first start. */
export async function emptyDatabase() {
  const database = await freshDatabase()
  await database.sql.raw('drop schema public cascade; drop schema drizzle cascade; create schema public')
  return database
}

/** A folder with all migrations before this one. */
export async function migrationsBefore(tag: string) {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(projectRoot, 'drizzle'), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'))
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  )
  await writeFile(path, JSON.stringify({ ...journal, entries }))
  return folder
}

/** Writes an event as a version does whose events have no local day. */
export const insertEarlierEvent = (sql: Sql, fields: Record<string, string | number | boolean>) =>
  insertRow(sql, 'event', { id: newId('event'), event: 'listing_view', ...fields })

/** For tables as an earlier version has them, which the schema no longer describes. */
export function insertRow(sql: Sql, table: string, fields: Record<string, unknown>) {
  const columns = Object.keys(fields).map((name) => `"${name}"`)
  const places = columns.map((_, index) => `$${index + 1}`)
  return sql.raw(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(fields))
}

let versions = 0

/** The migrations of a version that does not exist yet: ours, and one more with these statements. */
export async function migrationsWith(statements: string[]) {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(projectRoot, 'drizzle'), folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal: { entries: { idx: number; when: number }[] } = JSON.parse(await readFile(journalFile, 'utf8'))
  const newest = journal.entries.at(-1)
  if (!newest) throw new Error('There is no migration yet.')
  const next = { ...newest, idx: newest.idx + 1, when: newest.when + ++versions, tag: `next_${versions}` }
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  await writeFile(join(folder, `${next.tag}.sql`), statements.join(';--> statement-breakpoint\n'))
  return folder
}
