import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import type { ProcessEnv } from '../../src/platform/config/env.server.ts'
import { parseEnv } from '../../src/platform/config/env.server.ts'
import { createStorage } from '../../src/platform/storage/createStorage.server.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { createLog } from '../../src/platform/telemetry/log.server.ts'
import { backUp } from '../../src/processes/backups.server.ts'
import { restore } from '../../src/processes/restores.server.ts'
import { freshDatabase } from './database.ts'
import { startTestS3 } from './servers/s3/server.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { RECORD_SECRET } from './vitest/provideKeys.ts'

export const BACKUP_KEY = 'ab'.repeat(32)

export async function folderForTest() {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database and a storage, as an installation has them, for one test. */
export async function openInstallation(
  kind: 'disk' | 's3' = 'disk',
  variables: Record<string, string> = {},
  openDatabase: typeof freshDatabase = freshDatabase,
) {
  const database = await openDatabase()
  const dataDir = await folderForTest()
  const s3 = kind === 's3' ? await startTestS3() : undefined
  if (s3) onTestFinished(s3.stop)
  const settings = { NODE_ENV: 'test', BACKUP_KEY, DATA_DIR: dataDir, ...s3?.env, ...variables }
  const env: ProcessEnv = { ...parseEnv(settings), APP_SECRET: variables.APP_SECRET ?? RECORD_SECRET }
  return { database, db: database.db, env, storage: await createStorage(env) }
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>

const log = createLog({ level: 'silent' })

export const backUpInto = async (folder: string, { env, database, storage }: Installation) =>
  backUp({ env, storage, databaseUrl: database.url }, folder)

export const restoreInto = ({ env, database, storage }: Installation, folder: string, backupKey = BACKUP_KEY) =>
  restore({ env, log, storage, folder, backupKey, databaseUrl: database.url })

/** Every row of every table, counted and hashed by PostgreSQL, and every stored file. */
export async function contentOf({ database: { sql }, storage }: Pick<Installation, 'database' | 'storage'>) {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`
  const rows: Record<string, string> = {}
  for (const { name } of tables) {
    const [found] = await sql.raw<{ text: string }>(
      `select concat(count(*), ' ', md5(string_agg(t::text, '|' order by t::text))) as text from "${name}" t`,
    )
    rows[name] = found?.text ?? ''
  }
  return { rows, files: await storedFiles(storage) }
}

async function storedFiles(storage: Storage) {
  const files: Record<string, string> = {}
  for await (const { key } of storage.list()) {
    const hash = createHash('sha256')
    for await (const bytes of await storage.read(key)) hash.update(bytes)
    files[key] = hash.digest('hex')
  }
  return files
}
