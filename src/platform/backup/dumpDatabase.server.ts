import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createSql, type Sql } from '#db/connection.server.ts'
import type { BackupKey } from './backupKey.server.ts'
import { BackupError } from './backupKey.server.ts'
import {
  COPY_SETTINGS,
  copyOut,
  listJobColumns,
  listMigrations,
  listMonthPartitions,
  listTables,
  quote,
  WAITING_JOBS,
} from './catalog.server.ts'
import type { BackedUpTable, Manifest } from './manifest.server.ts'
import { createRowHash } from './rowHash.server.ts'
import { type SealedPart, writePart } from './sealedParts.server.ts'

export type DatabaseDump = Omit<Manifest, 'version' | 'secretId' | 'files'> & { references: SealedPart }

/** Sorted by key: which stored files the snapshot names, and whether each must be there. */
export const REFERENCES_PART = 'references'

/** Writes all rows of one snapshot, which holds no locks that others wait for. */
export async function dumpDatabase(client: pg.Client, folder: string, key: BackupKey): Promise<DatabaseDump> {
  const sql = createSql(client)
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(COPY_SETTINGS)
    await requireInstallation(sql)
    const [about] = await sql<{ takenAt: string; postgres: string }>`
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
        current_setting('server_version') as postgres`
    if (!about) throw new Error('The database does not say what time it is.')
    const tables: BackedUpTable[] = []
    for (const { name, columns } of await listTables(sql))
      tables.push(await dumpTable(client, folder, key, { name, columns, source: quote(name) }))
    const jobs = { name: 'jobs', columns: await listJobColumns(sql), source: WAITING_JOBS }
    return {
      ...about,
      tables,
      migrations: await listMigrations(sql),
      partitions: (await listMonthPartitions(sql)).map(readBounds),
      sequences: await readSequences(sql),
      jobs: await dumpTable(client, folder, key, jobs),
      references: await writePart(folder, key, REFERENCES_PART, await copyRows(client, await referencesQuery(sql))),
    }
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

async function dumpTable(
  client: pg.Client,
  folder: string,
  key: BackupKey,
  { name, columns, source }: { name: string; columns: string[]; source: string },
): Promise<BackedUpTable> {
  const hash = createRowHash()
  async function* hashed(rows: Readable): AsyncGenerator<Buffer> {
    for await (const bytes of rows) {
      hash.update(bytes)
      yield bytes
    }
  }
  const rows = await copyRows(client, copyOut(source, columns))
  const part = await writePart(folder, key, `tables/${name}`, hashed(rows))
  return { name, columns, ...hash.result(), part }
}

export const copyRows = async (client: pg.Client, statement: string): Promise<Readable> =>
  client.query(copyTo(statement))

async function requireInstallation(sql: Sql) {
  const [found] = await sql<{ isThere: boolean }>`select to_regclass('pgboss.job') is not null as "isThere"`
  if (!found?.isThere)
    throw new BackupError('There is nothing to back up: the application was never started with this database.')
  await refuseDuringUpgrade(sql)
}

/** Rows that a procedure still has to complete could not be completed after they were restored. */
async function refuseDuringUpgrade(sql: Sql) {
  const [unfinished] = await sql`
    select from pg_proc where prokind = 'p' and pronamespace = 'public'::regnamespace and starts_with(proname, 'backfill_')`
  if (unfinished) throw new BackupError('An upgrade of the database hasn’t finished. Back up when it has.')
}

const BOUNDS = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/

function readBounds({ name, parent, bound }: { name: string; parent: string; bound: string }) {
  const [, from, to] = BOUNDS.exec(bound) ?? []
  if (!from || !to) throw new Error(`The bounds of the partition ${name} are not known.`)
  return { name, parent, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

async function readSequences(sql: Sql) {
  const found = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`
  const sequences: Manifest['sequences'] = []
  for (const { name } of found) {
    const [row] = await sql.raw<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(name)}`,
    )
    if (row) sequences.push({ name, ...row })
  }
  return sequences
}

/** Tables whose rows are worthless without their file. Elsewhere it may still be on its way, or already gone. */
const NEED_THEIR_FILE = ['file', 'file_version']

/** Every table with a column `path` names stored files in it. Whose `erasedAt` is set, those are gone. */
async function referencesQuery(sql: Sql) {
  const tables = (await listTables(sql)).filter(({ columns }) => columns.includes('path'))
  const paths = tables.map(({ name, columns }) => {
    const isKept = columns.includes('erasedAt') ? ' and "erasedAt" is null' : ''
    const isNeeded = NEED_THEIR_FILE.includes(name)
    return `select path collate "C" as path, ${isNeeded} as needed from ${quote(name)} where path <> ''${isKept}`
  })
  return `copy (select path, bool_or(needed) from (${paths.join(' union all ')}) paths group by path order by path) to stdout`
}

/** Whether a row of now, and not of the snapshot, still needs this file. */
export async function isStillNeeded(sql: Sql, path: string) {
  const tables = (await listTables(sql)).filter(({ name }) => NEED_THEIR_FILE.includes(name))
  for (const { name } of tables) {
    const [found] = await sql.raw(`select from ${quote(name)} where path = $1 and "erasedAt" is null`, [path])
    if (found) return true
  }
  return false
}
