import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isReaderCopy } from '#features/files/server/access/readerCopies.server.ts'
import { BackupError } from '#platform/backup/backupKey.server.ts'
import { createBackup, listBackups } from '#platform/backup/createBackup.server.ts'
import { backupTime, findOldBackups } from '#platform/backup/retention.ts'
import type { ProcessEnv } from '#platform/config/env.server.ts'
import { applicationVersion } from '#platform/config/projectRoot.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { toKeyring } from '#platform/secrets/keyring.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { findDatabaseUrl } from '#startInstallation.server.ts'
import { DAY_MS } from '#values/time.ts'

interface Installation {
  env: ProcessEnv
  databaseUrl: string
  storage: Storage
}

/** A backup of this installation, as the command and the daily job make it. */
export function backUp({ env, databaseUrl, storage }: Installation, folder = env.BACKUP_FOLDER) {
  if (!folder)
    throw new BackupError('Where to? For example: npm run backup -- /var/backups/property-files, or set BACKUP_FOLDER.')
  return createBackup({
    ...{ databaseUrl, storage, folder, backupKey: requireBackupKey(env), secretId: toKeyring(env.APP_SECRET).id },
    version: applicationVersion,
    sandboxFile: sandboxFilePath(env),
    // Copies with a reader's name are made again when they open the document.
    isTemporary: isReaderCopy,
  })
}

/** Without Stripe's keys, the state of payments is in the data folder. */
export const sandboxFilePath = ({ STRIPE_SECRET_KEY, DATA_DIR }: Pick<ProcessEnv, 'STRIPE_SECRET_KEY' | 'DATA_DIR'>) =>
  STRIPE_SECRET_KEY ? undefined : join(DATA_DIR, 'payments/sandbox.json')

export function requireBackupKey({ BACKUP_KEY }: Pick<ProcessEnv, 'BACKUP_KEY'>) {
  if (!BACKUP_KEY)
    throw new BackupError('Set BACKUP_KEY, for example to 64 random hex digits from: openssl rand -hex 32')
  return BACKUP_KEY
}

const NoData = z.object({})

/** Makes a backup each day, and deletes old ones once there is a new one. Does nothing unless BACKUP_FOLDER is set. */
export const backUpJob: Job<z.infer<typeof NoData>, Pick<Services, 'env' | 'log' | 'storage'>> = {
  name: 'back_up',
  data: NoData,
  // Each hour, so that one that was missed or failed is made up for.
  schedule: '20 * * * *',
  queue: { retryLimit: 0, expireInSeconds: 12 * 3600 },
  async work(services) {
    const { env, log, storage } = services
    if (!env.BACKUP_FOLDER) return
    const folder = resolve(env.BACKUP_FOLDER)
    const newest = (await listBackups(folder)).map(backupTime)[0]
    if (newest) meters.lastBackup.set(newest.getTime() / 1000)
    if (newest && newest >= latestDueTime(new Date(), env.BACKUP_HOUR)) return
    try {
      const { rows, seconds, manifest } = await backUp({ env, storage, databaseUrl: await findDatabaseUrl(env) })
      meters.backups.inc({ outcome: 'made' })
      meters.lastBackup.set(Date.parse(manifest.takenAt) / 1000)
      log.info({ rows, seconds, files: manifest.files.count, bytes: manifest.files.bytes }, 'backup made')
      if (manifest.files.lost.length > 0)
        log.error({ files: manifest.files.lost.slice(0, 20) }, 'stored files are missing')
      await deleteOldBackups(folder, { days: env.BACKUP_KEEP_DAYS, weeks: env.BACKUP_KEEP_WEEKS })
    } catch (err) {
      meters.backups.inc({ outcome: 'failed' })
      log.error({ err, event: 'backup_failed' }, 'the backup failed')
      throw err
    }
  },
}

/** The last time at which a backup was due: at this hour (UTC) today, or else yesterday. */
export function latestDueTime(now: Date, hour: number) {
  const today = new Date(now)
  today.setUTCHours(hour, 0, 0, 0)
  return today <= now ? today : new Date(today.getTime() - DAY_MS)
}

export async function deleteOldBackups(folder: string, keep: { days: number; weeks: number }) {
  for (const name of findOldBackups(await listBackups(folder), keep)) {
    // Renamed first: half a backup must not look like one.
    const gone = join(folder, `.unfinished-${name}`)
    await rename(join(folder, name), gone)
    await rm(gone, { recursive: true, force: true })
  }
}
