import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#db/client.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { listing } from '#db/schema/listings.ts'
import { keptKey } from '#db/schema/record.ts'
import { sendPushJob } from '#features/notifications/agentPush.server.ts'
import { provideRecordKeys } from '#features/record/server/recordChain.server.ts'
import { findRecordError } from '#features/record/server/verifyRecord.server.ts'
import { BackupError } from '#platform/backup/backupKey.server.ts'
import { loadDatabase, requireEmptyDatabase } from '#platform/backup/loadDatabase.server.ts'
import { openBackup } from '#platform/backup/manifest.server.ts'
import {
  requireEmptyStorage,
  restoreFiles,
  restoreSandbox,
  verifyBackup,
} from '#platform/backup/restoreFiles.server.ts'
import type { ProcessEnv } from '#platform/config/env.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { deliverEmailJob } from '#platform/mail/mailer.server.ts'
import { openKeptKeys } from '#platform/secrets/keptKeys.server.ts'
import { type AppSecret, toKeyring } from '#platform/secrets/keyring.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Log } from '#platform/telemetry/log.server.ts'
import { MIGRATIONS_FOLDER } from '#startInstallation.server.ts'
import { allJobs } from './backgroundJobs.server.ts'
import { sandboxFilePath } from './backups.server.ts'

/**
 * What reaches people. The installation that was backed up has probably sent it since, so it is not repeated unasked. Messages to buyers are: how
 * many are on their way limits how many more may be sent, and email programs know a repeated one by its Message-ID.
 */
const HELD_QUEUES = [deliverEmailJob, sendPushJob].map(({ name }) => name)

interface RestoreOptions {
  env: ProcessEnv
  log: Log
  databaseUrl: string
  storage: Storage
  folder: string
  backupKey: string
}

/** Everything is checked before anything is written; files come first, and all rows in one transaction. */
export async function restore({ env, log, databaseUrl, storage, folder, backupKey }: RestoreOptions) {
  const backup = await openBackup(folder, backupKey)
  const { manifest } = backup
  if (!toKeyring(env.APP_SECRET).ids.includes(manifest.secretId))
    throw new BackupError(
      'APP_SECRET isn’t that of the installation that was backed up. With another one, waiting emails, certificates and webhooks couldn’t be read.',
    )
  await requireEmptyDatabase(databaseUrl, MIGRATIONS_FOLDER, manifest)
  await requireEmptyStorage(storage, backup)
  await verifyBackup(backup)
  await restoreFiles(storage, backup)
  const jobs = await loadDatabase(backup, {
    ...{ databaseUrl, migrationsFolder: MIGRATIONS_FOLDER, heldQueues: HELD_QUEUES },
    prepareJobs: () => prepareJobs(databaseUrl, log),
  })
  await restoreSandbox(backup, sandboxFilePath(env))
  await migrateDatabase(databaseUrl, MIGRATIONS_FOLDER, (message) => log.warn(message))
  return {
    takenAt: manifest.takenAt,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    files: manifest.files.count,
    lost: manifest.files.lost,
    jobs,
    records: await checkRecords(databaseUrl, env.APP_SECRET),
  }
}

/** Without schedules, which would start jobs before the rows are there. The next start adds them. */
async function prepareJobs(databaseUrl: string, log: Log) {
  const database = openDatabase(databaseUrl, { max: 2, name: 'property-files restore' })
  try {
    const jobs = openJobs(database, log, { runsJobs: false })
    await jobs.start(allJobs.map(({ name, queue }) => ({ name, queue })))
    await jobs.stop()
  } finally {
    await database.close()
  }
}

/** Computes the record of each listing again. */
async function checkRecords(databaseUrl: string, appSecret: AppSecret) {
  provideRecordKeys(appSecret)
  const database = openDatabase(databaseUrl, { max: 2, name: 'property-files restore' })
  const changed: [listingId: string, error: string][] = []
  let intact = 0
  try {
    // A backup from before there were any has none, and the next start makes them.
    if ((await database.db.$count(keptKey)) > 0) await openKeptKeys(database.db, toKeyring(appSecret))
    for (const { id } of await database.db.select({ id: listing.id }).from(listing)) {
      const error = await findRecordError(database.db, id)
      if (error) changed.push([id, error])
      else intact += 1
    }
    return { intact, changed }
  } finally {
    await database.close()
  }
}

/** Lets the jobs run that a restore held back. Returns how many. */
export async function releaseHeldEmails({ db }: Pick<Database, 'db'>) {
  const names = sql.join(
    HELD_QUEUES.map((name) => sql`${name}`),
    sql`, `,
  )
  const { rowCount } = await db.execute(sql`
    update pgboss.job set state = 'created', completed_on = null, start_after = now()
    where name in (${names}) and state = 'cancelled'`)
  return rowCount ?? 0
}
