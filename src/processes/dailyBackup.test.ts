import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackup } from '#platform/backup/manifest.server.ts'
import { verifyBackup } from '#platform/backup/restoreFiles.server.ts'
import { backupName } from '#platform/backup/retention.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { DAY_MS } from '#values/time.ts'
import { BACKUP_KEY, folderForTest, openInstallation } from '../../test/support/backups.ts'
import { backUpJob, latestDueTime } from './backups.server.ts'

/** The job of an installation with these settings. */
async function openJob(variables: Record<string, string>) {
  const { env, storage, database } = await openInstallation('disk', variables)
  const services = { env: { ...env, DATABASE_URL: database.url }, storage, log: createLog({ level: 'silent' }) }
  return () => backUpJob.work(services, {}, { id: 'job' })
}

const counted = async (outcome: string) =>
  (await meters.backups.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0

const daysAgo = (days: number) => backupName(new Date(Date.now() - days * DAY_MS).toISOString())

test('a backup is made once a day, and then old ones are deleted', async () => {
  const folder = join(await folderForTest(), 'backups')
  const old = Array.from({ length: 5 }, (_, nth) => daysAgo(nth + 2))
  for (const name of old) await mkdir(join(folder, name), { recursive: true })
  const run = await openJob({ BACKUP_FOLDER: folder, BACKUP_KEEP_DAYS: '3', BACKUP_KEEP_WEEKS: '0' })
  await run()
  const names = await readdir(folder)
  expect(names.toSorted()).toEqual([...old.slice(0, 2).toSorted(), expect.stringMatching(/^property-files-/)])
  await verifyBackup(await openBackup(join(folder, names.toSorted().at(-1) ?? ''), BACKUP_KEY))

  const made = await counted('made')
  await run()
  expect(await readdir(folder)).toEqual(names)
  expect(await counted('made')).toBe(made)
})

test('without a folder, none is made', async () => {
  const before = await counted('made')
  await (await openJob({}))()
  expect(await counted('made')).toBe(before)
})

test('a backup that fails is counted, deletes nothing, and is tried again', async () => {
  const parent = await folderForTest()
  const folder = join(parent, 'backups')
  await writeFile(folder, 'a file where the folder should be')
  const failed = await counted('failed')
  await expect((await openJob({ BACKUP_FOLDER: folder }))()).rejects.toThrow()
  expect(await counted('failed')).toBe(failed + 1)
})

test('a missed backup is due from the next start on', () => {
  const at = (time: string) => latestDueTime(new Date(time), 14).toISOString()
  expect(at('2026-11-19T14:00:00Z')).toBe('2026-11-19T14:00:00.000Z')
  expect(at('2026-11-19T23:20:00Z')).toBe('2026-11-19T14:00:00.000Z')
  expect(at('2026-11-19T13:59:59Z')).toBe('2026-11-18T14:00:00.000Z')
})
