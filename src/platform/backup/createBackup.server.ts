import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { createSql, openConnection } from '#db/connection.server.ts'
import { connectionOptions } from '#db/connectionUrl.server.ts'
import type { Storage } from '../storage/storage.ts'
import { BackupError, type BackupHeader, type BackupKey, createBackupKey } from './backupKey.server.ts'
import { copyFiles, FileVanishedError } from './copyFiles.server.ts'
import { dumpDatabase, isStillNeeded, REFERENCES_PART } from './dumpDatabase.server.ts'
import { HEADER_FILE, type Manifest, readHeader, writeManifest } from './manifest.server.ts'
import { BACKUP_NAME, backupName } from './retention.ts'
import { writePart } from './sealedParts.server.ts'

const BACKUP_LOCK_ID = 7_250_020
const MAX_SNAPSHOTS = 5
const UNFINISHED = '.unfinished-'

export interface BackupOptions {
  databaseUrl: string
  storage: Storage
  /** Where the folder of the backup is made. */
  folder: string
  backupKey: string
  /** Of the keyring's current secret. */
  secretId: string
  version: string
  /** What the payment sandbox knows, if it is used. */
  sandboxFile: string | undefined
  /** Stored files that need no backup: they are made again when somebody wants them. */
  isTemporary: (key: string) => boolean
}

export interface FinishedBackup {
  folder: string
  manifest: Manifest
  rows: number
  seconds: number
}

/**
 * Makes a folder with everything: the rows of one snapshot, then each file that it names. It has its name only when it is complete. What was
 * deleted meanwhile is left out with another snapshot, for which the files are there already.
 */
export async function createBackup(options: BackupOptions): Promise<FinishedBackup> {
  const startedAt = Date.now()
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const client = await openConnection({
    ...connectionOptions(options.databaseUrl),
    application_name: 'property-files backup',
  })
  try {
    await requireOnlyBackup(client)
    const earlier = await findEarlier(folder)
    const draft = join(folder, UNFINISHED + randomBytes(6).toString('hex'))
    await mkdir(draft, { mode: 0o700 })
    const manifest = await writeBackup(client, draft, options, earlier)
    const target = join(folder, backupName(manifest.takenAt))
    await syncFolder(draft)
    await rename(draft, target)
    await syncFolder(folder)
    // What an interrupted run had copied is in this one.
    for (const name of await readdir(folder))
      if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { folder: target, manifest, rows, seconds: (Date.now() - startedAt) / 1000 }
  } finally {
    await client.end()
  }
}

/** Finished backups in a folder, newest first. */
export async function listBackups(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .toReversed()
}

async function requireOnlyBackup(client: pg.Client) {
  const [lock] = await createSql(client)<{ isMine: boolean }>`
    select pg_try_advisory_lock(${BACKUP_LOCK_ID}) as "isMine"`
  if (!lock?.isMine) throw new BackupError('Another backup of this installation is running.')
}

interface EarlierBackups {
  header: BackupHeader | undefined
  folders: string[]
}

/** The newest backup, and what interrupted ones have left: files in them need not be copied again. */
async function findEarlier(folder: string): Promise<EarlierBackups> {
  const unfinished = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED))
  const candidates = [...(await listBackups(folder)).slice(0, 1), ...unfinished].map((name) => join(folder, name))
  const found: { path: string; header: BackupHeader }[] = []
  for (const path of candidates) {
    const header = await readHeader(path).catch(() => undefined)
    if (header) found.push({ path, header })
  }
  const header = found[0]?.header
  return { header, folders: found.filter((one) => one.header.salt === header?.salt).map(({ path }) => path) }
}

async function writeBackup(client: pg.Client, draft: string, options: BackupOptions, earlier: EarlierBackups) {
  const { storage, isTemporary } = options
  const key = createBackupKey(options.backupKey, earlier.header)
  await writeFile(join(draft, HEADER_FILE), `${JSON.stringify(key.header, null, 2)}\n`, { mode: 0o600, flush: true })
  const sql = createSql(client)
  for (let snapshots = 1; ; snapshots++)
    try {
      const { references, ...dump } = await dumpDatabase(client, draft, key)
      const files = await copyFiles({
        ...{ storage, folder: draft, key, references, isTemporary, earlier: earlier.folders },
        isStillNeeded: (path) => isStillNeeded(sql, path),
      })
      await rm(join(draft, REFERENCES_PART))
      const sandbox = await backUpSandbox(draft, key, options.sandboxFile)
      const manifest: Manifest = {
        ...dump,
        ...(sandbox && { sandbox }),
        version: options.version,
        secretId: options.secretId,
        files,
      }
      await writeManifest(draft, key, manifest)
      return manifest
    } catch (error) {
      if (!(error instanceof FileVanishedError)) throw error
      if (snapshots >= MAX_SNAPSHOTS)
        throw new BackupError('Files were deleted all the while. Try again at a quieter time; nothing is copied twice.')
    }
}

const SANDBOX_PART = 'sandbox'

const backUpSandbox = async (folder: string, key: BackupKey, path: string | undefined) =>
  path && existsSync(path) ? writePart(folder, key, SANDBOX_PART, createReadStream(path)) : undefined

async function syncFolder(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
