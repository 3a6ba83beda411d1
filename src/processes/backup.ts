import { parseArgs } from 'node:util'
import { BackupError } from '#platform/backup/backupKey.server.ts'
import { openBackup } from '#platform/backup/manifest.server.ts'
import { verifyBackup } from '#platform/backup/restoreFiles.server.ts'
import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { createStorage } from '#platform/storage/createStorage.server.ts'
import { beginProcess } from '#startInstallation.server.ts'
import { backUp, requireBackupKey } from './backups.server.ts'
import { printLine, runCommand, withDatabase } from './runCommand.server.ts'

/** The program of `npm run backup`: makes a backup in a folder, or reads one to its end with `--verify`. */
await runCommand('The backup failed', async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { verify: { type: 'boolean' } } })
  const parsed = parseEnvOrExit()
  const [folder] = positionals
  if (values.verify) return verify(folder, requireBackupKey(parsed))

  requireBackupKey(parsed)
  const { env } = beginProcess(parsed)
  const storage = await createStorage(env)
  const backup = await withDatabase(env, (databaseUrl) => backUp({ env, databaseUrl, storage }, folder))
  const { count, bytes, lost } = backup.manifest.files
  printLine(
    `Backed up ${backup.rows} rows and ${count} files (${megabytes(bytes)} MB) in ${backup.seconds.toFixed(1)} s:`,
  )
  printLine(backup.folder)
  if (lost.length > 0) {
    printLine(`${lost.length} files were missing from the storage before, and can’t be in the backup:`)
    for (const key of lost) printLine(`  ${key}`)
  }
  printLine('To restore it you also need BACKUP_KEY and APP_SECRET, which aren’t in it.')
})

async function verify(folder: string | undefined, backupKey: string) {
  if (!folder) throw new BackupError('Which one? For example: npm run backup -- --verify /var/backups/property-files/…')
  const backup = await openBackup(folder, backupKey)
  await verifyBackup(backup)
  const { takenAt, tables, files } = backup.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  printLine(`The backup of ${takenAt} is whole: ${rows} rows and ${files.count} files (${megabytes(files.bytes)} MB).`)
}

function megabytes(bytes: number) {
  return (bytes / 1_000_000).toFixed(1)
}
