import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/client.server.ts'
import { BackupError } from '#platform/backup/backupKey.server.ts'
import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { createStorage } from '#platform/storage/createStorage.server.ts'
import { beginProcess } from '#startInstallation.server.ts'
import { requireBackupKey } from './backups.server.ts'
import { releaseHeldEmails, restore } from './restores.server.ts'
import { printLine, runCommand, withDatabase } from './runCommand.server.ts'

/** The program of `npm run restore`: restores a backup into an empty installation, or sends the emails that it held back. */
await runCommand('The restore failed', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'send-held-emails': { type: 'boolean' } },
  })
  const parsed = parseEnvOrExit()
  if (!parsed.APP_SECRET && !existsSync(join(parsed.DATA_DIR, 'secret')))
    throw new BackupError(
      'Set APP_SECRET to that of the installation that was backed up (without APP_SECRET, it was in DATA_DIR/secret).',
    )
  const [folder] = positionals
  if (values['send-held-emails']) {
    const { env } = beginProcess(parsed)
    return withDatabase(env, async (databaseUrl) => {
      const database = openDatabase(databaseUrl, { max: 1, name: 'property-files restore' })
      printLine(`${await releaseHeldEmails(database)} emails and notifications will be sent.`)
      await database.close()
    })
  }
  if (!folder) throw new BackupError('Which one? For example: npm run restore -- /var/backups/property-files/…')
  const backupKey = requireBackupKey(parsed)
  const { env, log } = beginProcess({ ...parsed, LOG_LEVEL: 'warn' })
  const storage = await createStorage(env)
  const startedAt = Date.now()
  const restored = await withDatabase(
    env,
    (databaseUrl) => restore({ env, log, databaseUrl, storage, folder, backupKey }),
    { mustBeIdle: true },
  )
  const { rows, files, jobs, records } = restored
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  printLine(`Restored ${rows} rows and ${files} files as they were at ${restored.takenAt}, in ${seconds} s.`)
  printLine(`${records.intact} records of listings were computed again and are intact.`)
  for (const [listingId, error] of records.changed) printLine(`The record of ${listingId} was changed: ${error}`)
  for (const key of restored.lost) printLine(`The file ${key} was missing before the backup.`)
  if (jobs.held > 0) {
    printLine(
      `${jobs.held} emails and notifications were waiting then, and have probably been sent since. They are held back`,
    )
    printLine('for seven days. To send them: npm run restore -- --send-held-emails')
  }
  printLine('Start the application with the same APP_SECRET.')
  if (records.changed.length > 0) throw new BackupError('Records of listings were changed.')
})
