import { cp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BackupError } from '#platform/backup/backupKey.server.ts'
import { openBackup } from '#platform/backup/manifest.server.ts'
import { verifyBackup } from '#platform/backup/restoreFiles.server.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { someBytes } from '../../test/fixtures/content/bytes.ts'
import { createListingWithDocuments } from '../../test/fixtures/files.ts'
import {
  BACKUP_KEY,
  backUpInto,
  contentOf,
  folderForTest,
  type Installation,
  openInstallation,
  restoreInto,
} from '../../test/support/backups.ts'
import { RECORD_SECRET } from '../../test/support/vitest/provideKeys.ts'

const PASSPHRASE = 'a sentence that nobody guesses'
/** Of an encrypted part: its beginning, and each chunk with its tag. */
const [PREFIX_BYTES, CHUNK_BYTES] = [40, 256 * 1024 + 16]

async function openSource(variables: Record<string, string> = {}) {
  const source = await openInstallation('disk', variables)
  const { files } = await createListingWithDocuments(source, [
    { content: someBytes(600_000), contentType: 'text/plain' },
    { content: someBytes(600_000, 2), contentType: 'text/plain' },
  ])
  const [one = '', other = ''] = files.map(({ path }) => join('files', path))
  return { source, one, other }
}

async function openTarget() {
  const target = await openInstallation()
  return { ...target, before: await contentOf(target) }
}

/** Refused both when it is verified and when it is restored, and the target is as empty as before. */
async function expectRefused(
  folder: string,
  reason: RegExp | string,
  target: Awaited<ReturnType<typeof openTarget>>,
  backupKey = BACKUP_KEY,
) {
  const restoring = restoreInto(target, folder, backupKey)
  await expect(restoring).rejects.toThrow(reason)
  await expect(restoring).rejects.toBeInstanceOf(BackupError)
  expect(await contentOf(target)).toEqual(target.before)
  const verifying = openBackup(folder, backupKey).then(verifyBackup)
  await expect(verifying).rejects.toThrow(reason)
}

async function change(path: string, act: (bytes: Buffer) => Buffer) {
  await writeFile(path, act(await readFile(path)))
}

const flipBit = (at: number) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return changed
}

const swapChunks = (bytes: Buffer) => {
  const chunk = (nth: number) =>
    bytes.subarray(PREFIX_BYTES + nth * CHUNK_BYTES, PREFIX_BYTES + (nth + 1) * CHUNK_BYTES)
  return Buffer.concat([bytes.subarray(0, PREFIX_BYTES), chunk(1), chunk(0), chunk(2)])
}

const withoutLastChunk = (bytes: Buffer) => bytes.subarray(0, PREFIX_BYTES + 2 * CHUNK_BYTES)
const withChunkTwice = (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, PREFIX_BYTES + CHUNK_BYTES), bytes.subarray(PREFIX_BYTES)])

const TABLE = join('tables', 'listing')
const changes: Record<string, (folder: string, files: { one: string; other: string }) => Promise<unknown>> = {
  'a changed row': (folder) => change(join(folder, TABLE), flipBit(200)),
  'a changed document': (folder, { one }) => change(join(folder, one), flipBit(300_000)),
  'a document that was cut off': (folder, { one }) => truncate(join(folder, one), 400_000),
  'a document without its last chunk': (folder, { one }) => change(join(folder, one), withoutLastChunk),
  'chunks in another order': (folder, { one }) => change(join(folder, one), swapChunks),
  'a chunk that is repeated': (folder, { one }) => change(join(folder, one), withChunkTwice),
  'a chunk more': (folder, { one }) =>
    change(join(folder, one), (bytes) => Buffer.concat([bytes, bytes.subarray(-CHUNK_BYTES)])),
  'a document in another’s place': (folder, { one, other }) => cp(join(folder, other), join(folder, one)),
  'a missing document': (folder, { one }) => rm(join(folder, one)),
  'a missing table': (folder) => rm(join(folder, TABLE)),
  'a table in another’s place': (folder) => cp(join(folder, 'tables', 'file'), join(folder, TABLE)),
  'a changed manifest': (folder) => change(join(folder, 'manifest'), flipBit(100)),
  'an empty manifest': (folder) => writeFile(join(folder, 'manifest'), ''),
}

test('threat 247: a backup that was changed, cut off or put together again is refused', {
  timeout: 120_000,
}, async () => {
  const { source, ...files } = await openSource()
  const { folder } = await backUpInto(await folderForTest(), source)
  const target = await openTarget()
  for (const act of Object.values(changes)) {
    const copy = join(await folderForTest(), 'copy')
    await cp(folder, copy, { recursive: true })
    await act(copy, files)
    await expectRefused(copy, /^The backup (?:is damaged or was changed|isn’t complete): /, target)
  }
})

test('threat 247: a part of an earlier backup in a later one is refused', async () => {
  const { source } = await openSource()
  const target = await openTarget()
  const first = await backUpInto(await folderForTest(), source)
  await createAgent(source.db)
  const second = await backUpInto(await folderForTest(), { ...source, env: { ...source.env } })
  await cp(join(first.folder, 'backup.json'), join(second.folder, 'backup.json'))
  await expectRefused(second.folder, 'The backup is damaged or was changed: manifest can’t be read.', target)

  const folder = await folderForTest()
  const older = await backUpInto(folder, source)
  await createAgent(source.db)
  await rename(older.folder, join(folder, 'property-files-2026-01-01T00-00-00Z'))
  const newer = await backUpInto(folder, source)
  await cp(join(folder, 'property-files-2026-01-01T00-00-00Z', 'tables', 'user'), join(newer.folder, 'tables', 'user'))
  await expectRefused(newer.folder, 'The backup is damaged or was changed: tables/user can’t be read.', target)
})

test('threat 246: a backup has nothing in plain text, and opens only with its key', async () => {
  const { source } = await openSource({ BACKUP_KEY: PASSPHRASE })
  const { email } = await createAgent(source.db, { email: 'aroha.ngata@example.nz' })
  const { folder } = await backUpInto(await folderForTest(), source)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(parentPath, name))
    for (const secret of [email, PASSPHRASE, RECORD_SECRET]) expect(bytes.includes(secret)).toBe(false)
    expect((await stat(join(parentPath, name))).mode & 0o077).toBe(0)
  }
  const target = await openTarget()
  for (const key of ['a sentence that somebody guesses', BACKUP_KEY])
    await expectRefused(folder, 'BACKUP_KEY isn’t the key that this backup was made with.', target, key)
  await restoreInto(target, folder, PASSPHRASE)
  expect((await contentOf(target)).rows).toEqual((await contentOf(source)).rows)
})

test('threat 248: no name in a backup leads out of its folder or of the storage', async () => {
  const { source, one } = await openSource()
  const { folder } = await backUpInto(await folderForTest(), source)
  const outside = join(await folderForTest(), 'outside')
  await writeFile(outside, 'not of the backup')
  await rm(join(folder, one))
  await symlink(outside, join(folder, one))
  await expectRefused(folder, /^The backup is damaged or was changed: files\//, await openTarget())
})

test('a backup is not restored with another APP_SECRET', async () => {
  const { source } = await openSource()
  const { folder } = await backUpInto(await folderForTest(), source)
  const target = await openInstallation('disk', { APP_SECRET: 'another secret that is long enough' })
  await expect(restoreInto(target, folder)).rejects.toThrow('APP_SECRET isn’t that of the installation')
})

test('a backup is not restored over rows or files', async () => {
  const { source } = await openSource()
  const { folder } = await backUpInto(await folderForTest(), source)
  const withRows = await openInstallation()
  await createAgent(withRows.db)
  const before = await contentOf(withRows)
  await expect(restoreInto(withRows, folder)).rejects.toThrow(
    'The database isn’t empty: there are rows in the table agency.',
  )
  expect(await contentOf(withRows)).toEqual(before)

  const withFiles = await openInstallation()
  await withFiles.storage.write(newStorageKey('documents'), Buffer.from('a file'), 'text/plain')
  await expect(restoreInto(withFiles, folder)).rejects.toThrow('The storage for files isn’t empty.')
})

test('a backup of a newer version is not restored', async () => {
  const { source } = await openSource()
  await source.database
    .sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 99999999999999)`
  const { folder } = await backUpInto(await folderForTest(), source)
  const target = await openInstallation()
  await expect(restoreInto(target, folder)).rejects.toThrow('This backup is of a newer version')
  expect((await contentOf(target)).files).toEqual({})
})

test('a restore whose database goes in the middle leaves no rows, and is repeated', { timeout: 60_000 }, async () => {
  const { source } = await openSource()
  const { folder } = await backUpInto(await folderForTest(), source)
  const target = await openInstallation()
  await failingOnce(target, folder)
  await restoreInto(target, folder)
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('a database without an installation, or in the middle of an upgrade, is not backed up', async () => {
  const installation = await openInstallation()
  await installation.database.sql.raw(`create procedure backfill_something() language sql as 'select 1'`)
  const backUp = async () => backUpInto(await folderForTest(), installation)
  await expect(backUp()).rejects.toThrow('An upgrade of the database hasn’t finished.')
  await installation.database.sql.raw('drop schema pgboss cascade')
  await expect(backUp()).rejects.toThrow('There is nothing to back up')
})

/** Ends the connection while rows are copied. */
async function failingOnce(target: Installation, folder: string) {
  let isRunning = true
  const ending = (async () => {
    while (isRunning)
      await target.database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'property-files restore' and query like 'copy %'`
  })()
  await expect(restoreInto(target, folder)).rejects.toThrow()
  isRunning = false
  await ending
  const { rows } = await contentOf(target)
  expect(Object.values(rows).every((text) => text.startsWith('0 '))).toBe(true)
}
