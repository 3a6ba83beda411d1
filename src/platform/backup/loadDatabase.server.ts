import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createSql, openConnection, type Sql } from '#db/connection.server.ts'
import { connectionOptions } from '#db/connectionUrl.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { BackupError } from './backupKey.server.ts'
import {
  COPY_SETTINGS,
  copyIn,
  copyOut,
  listForeignKeys,
  listJobColumns,
  listMigrations,
  listTables,
  quote,
} from './catalog.server.ts'
import { copyRows } from './dumpDatabase.server.ts'
import type { BackedUpTable, Manifest, OpenBackup } from './manifest.server.ts'
import { createRowHash } from './rowHash.server.ts'
import { readPart } from './sealedParts.server.ts'

const Journal = (text: string): { entries: { when: number; tag: string }[] } => JSON.parse(text)

interface LoadOptions {
  databaseUrl: string
  migrationsFolder: string
  /** Creates the job queue with its queues. */
  prepareJobs: () => Promise<void>
  /** Queues whose jobs may have been done after the backup: they wait for the operator. */
  heldQueues: string[]
}

/** Whether this version can restore it, into this database. Changes nothing. */
export async function requireEmptyDatabase(databaseUrl: string, migrationsFolder: string, manifest: Manifest) {
  const known = Journal(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')).entries
  const unknown = manifest.migrations.filter((when) => !known.some((entry) => entry.when === when))
  if (unknown.length > 0)
    throw new BackupError(
      `This backup is of a newer version (${manifest.version}) than this one. Install that version or a newer one, then restore it.`,
    )
  const client = await openConnection({ ...connectionOptions(databaseUrl), application_name: 'property-files restore' })
  try {
    const sql = createSql(client)
    for (const { name } of await listTables(sql)) {
      const [row] = await sql.raw(`select from ${quote(name)} limit 1`)
      if (row)
        throw new BackupError(
          `The database isn’t empty: there are rows in the table ${name}. Restore into a new database; nothing was changed.`,
        )
    }
    const applied = await listMigrations(sql)
    if (applied.some((when) => !manifest.migrations.includes(when)))
      throw new BackupError(
        'The database already has the tables of a newer version. Restore into a new database; nothing was changed.',
      )
  } finally {
    await client.end()
  }
}

/** The tables of then, their rows in one transaction, and after it the migrations since. */
export async function loadDatabase({ folder, key, manifest }: OpenBackup, options: LoadOptions) {
  const { databaseUrl, migrationsFolder, prepareJobs, heldQueues } = options
  await migrateUntil(databaseUrl, migrationsFolder, manifest.migrations)
  await prepareJobs()
  const client = await openConnection({ ...connectionOptions(databaseUrl), application_name: 'property-files restore' })
  try {
    const sql = createSql(client)
    await client.query('begin')
    await client.query(COPY_SETTINGS)
    await requireSameTables(sql, manifest)
    await createPartitions(sql, manifest)
    const foreignKeys = await listForeignKeys(sql)
    for (const { table, name } of foreignKeys) await sql.raw(`alter table ${table} drop constraint ${quote(name)}`)
    // Triggers would count and write again what the rows already have.
    for (const { name } of manifest.tables) await sql.raw(`alter table ${quote(name)} disable trigger user`)
    for (const table of manifest.tables) await loadTable(client, { folder, key }, table)
    for (const { name, value, isCalled } of manifest.sequences)
      await sql`select setval(${quote(name)}::regclass, ${value}::bigint, ${isCalled})`
    for (const { name } of manifest.tables) await sql.raw(`alter table ${quote(name)} enable trigger user`)
    for (const { table, name, definition } of foreignKeys)
      await sql.raw(`alter table ${table} add constraint ${quote(name)} ${definition}`)
    const jobs = await loadJobs(client, sql, { folder, key, manifest }, heldQueues)
    await client.query('commit')
    await client.query('analyze')
    return jobs
  } finally {
    await client.end()
  }
}

/** Runs the migrations that the backup's database had, and none of those since. */
async function migrateUntil(databaseUrl: string, migrationsFolder: string, wanted: number[]) {
  const journal = Journal(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const entries = journal.entries.filter(({ when }) => wanted.includes(when))
  const folder = await mkdtemp(join(tmpdir(), 'property-files-migrations-'))
  try {
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) await symlink(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
    await migrateDatabase(databaseUrl, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function requireSameTables(sql: Sql, { tables }: Manifest) {
  const shape = (list: Pick<BackedUpTable, 'name' | 'columns'>[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]))
  if (shape(await listTables(sql)) !== shape(tables))
    throw new BackupError('The tables of this version differ from those of the backup, so it can’t be restored by it.')
}

/** Months of events that were before this database was made. */
async function createPartitions(sql: Sql, { partitions }: Manifest) {
  for (const { name, parent, from, to } of partitions) {
    const [existing] = await sql`select from pg_class where oid = to_regclass(${quote(name)})`
    if (!existing)
      await sql.raw(
        `create table ${quote(name)} partition of ${quote(parent)} for values from (${pg.escapeLiteral(from)}) to (${pg.escapeLiteral(to)})`,
      )
  }
}

/** Copies the rows of a table, and reads them back: the same number, with the same hash. */
async function loadTable(client: pg.Client, from: Pick<OpenBackup, 'folder' | 'key'>, table: BackedUpTable) {
  await sendRows(client, from, table, copyIn(quote(table.name), table.columns))
  const hash = createRowHash()
  for await (const bytes of await copyRows(client, copyOut(quote(table.name), table.columns))) hash.update(bytes)
  const stored = hash.result()
  if (stored.rows !== table.rows || stored.hash !== table.hash)
    throw new BackupError(`The table ${table.name} isn’t as it was backed up. Nothing was restored.`)
}

async function sendRows(
  client: pg.Client,
  { folder, key }: Pick<OpenBackup, 'folder' | 'key'>,
  { part }: BackedUpTable,
  statement: string,
) {
  await pipeline(readPart(folder, key, part.name, part), client.query(copyFrom(statement)))
}

export interface RestoredJobs {
  waiting: number
  held: number
}

/** Jobs continue, except those that would repeat what others have seen: emails that were sent soon after the backup, most likely. */
async function loadJobs(client: pg.Client, sql: Sql, backup: OpenBackup, heldQueues: string[]): Promise<RestoredJobs> {
  const { jobs } = backup.manifest
  const known = await listJobColumns(sql)
  await sql.raw('create temp table restored_job (like pgboss.job including defaults) on commit drop')
  // A queue of another version may have other columns. What it has too many is dropped at the end.
  const extra = jobs.columns.filter((name) => !known.includes(name))
  for (const name of extra) await sql.raw(`alter table restored_job add column ${quote(name)} text`)
  await sendRows(client, backup, jobs, copyIn('restored_job', jobs.columns))
  await sql`update restored_job set state = 'retry', start_after = now() where state = 'active'`
  await sql`update restored_job set state = 'cancelled', completed_on = now() where name = any(${heldQueues})`
  const columns = known.map(quote).join(', ')
  const restored = await sql.raw<{ isHeld: boolean }>(`
    insert into pgboss.job (${columns}) select ${columns} from restored_job where name in (select name from pgboss.queue)
    returning state = 'cancelled' as "isHeld"`)
  const held = restored.filter(({ isHeld }) => isHeld).length
  return { held, waiting: restored.length - held }
}
