import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isMigrated, migrateDatabase } from '#db/migrate.server.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { openBackup } from '#platform/backup/manifest.server.ts'
import { verifyBackup } from '#platform/backup/restoreFiles.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { deliverEmailJob } from '#platform/mail/mailer.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { MIGRATIONS_FOLDER } from '#startInstallation.server.ts'
import { createSession } from '../../test/fixtures/agents.ts'
import { connectEverything } from '../../test/fixtures/connections.ts'
import { someBytes } from '../../test/fixtures/content/bytes.ts'
import { createListingWithDocuments, replaceDocument } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import {
  BACKUP_KEY,
  backUpInto,
  contentOf,
  folderForTest,
  type Installation,
  openInstallation,
  restoreInto,
} from '../../test/support/backups.ts'
import { emptyDatabase, insertRow, migrationsBefore } from '../../test/support/migrations.ts'
import { seedDemo } from '../seed/seedDemo.server.ts'
import { releaseHeldEmails } from './restores.server.ts'

const TIMEOUT_MS = 240_000
const TEXT = { contentType: 'text/plain' }

/** The demo agency, and a row in each table of its connections. */
async function fill({ db, storage, database }: Installation) {
  await database.sql`select prepare_event_month('2024-02-01')`
  await seedDemo({ db, storage }, { loopback: true, DATABASE_URL: undefined, APP_URL: 'http://localhost:3000' })
  const documents = [
    { content: someBytes(20_000_000), ...TEXT },
    { content: '', ...TEXT },
  ]
  const { agent, id: listingId, fileId } = await createListingWithDocuments({ db, storage }, documents)
  await replaceDocument({ db, storage }, fileId, { content: Buffer.from('The second version') })
  const { id: leadId } = await createLead(db, { listingId, createdAt: new Date('2024-02-10T00:00:00Z') })
  const text = 'Te Whānau\t\\N\r\n\\.'
  await connectEverything(db, { agencyId: agent.agencyId, userId: agent.id, listingId, leadId, fileId, text })
  await createSession(db, agent.id)
}

const oneDocument = (installation: Installation, content = 'The report') =>
  createListingWithDocuments(installation, [{ content, ...TEXT }])

/** As the job does for a document that its agent deleted. */
async function erase({ db, storage }: Installation, path: string) {
  await db.update(file).set({ erasedAt: new Date(), size: 0 }).where(eq(file.path, path))
  await db.update(fileVersion).set({ erasedAt: new Date() }).where(eq(fileVersion.path, path))
  await storage.remove(path)
}

/** A storage in which something happens before a file is read for the first time. */
function onFirstRead(storage: Storage, act: (key: string) => Promise<unknown>): Storage {
  let isFirst = true
  return {
    ...storage,
    async read(key, range) {
      const wasFirst = isFirst
      isFirst = false
      if (wasFirst) await act(key)
      return storage.read(key, range)
    },
  }
}

describe('a backup, restored elsewhere,', () => {
  test('has every row, every file and intact records', { timeout: TIMEOUT_MS }, async () => {
    const source = await openInstallation()
    await fill(source)
    const backup = await backUpInto(await folderForTest(), source)
    const before = await contentOf(source)
    expect(Object.keys(before.files).length).toBeGreaterThan(20)

    const target = await openInstallation('s3', {}, emptyDatabase)
    const restored = await restoreInto(target, backup.folder)
    expect(await contentOf(target)).toEqual(before)
    const listings = await source.db.select().from(listing)
    expect(restored.records).toEqual({ intact: listings.length, changed: [] })
    expect(restored.files).toBe(Object.keys(before.files).length)
    expect(await eventPartitions(target)).toEqual(await eventPartitions(source))
    expect(await disabledTriggers(target)).toEqual([])
  })

  test('is of one moment, whatever is written meanwhile', { timeout: TIMEOUT_MS }, async () => {
    const source = await openInstallation('s3')
    const { id: listingId, agent } = await oneDocument(source)
    let isRunning = true
    const write = async () => {
      for (let nth = 0; isRunning; nth++) {
        await createLead(source.db, { listingId })
        const { fileId, files } = await createListingWithDocuments(source, [{ content: `Document ${nth}`, ...TEXT }], {
          agent,
        })
        await replaceDocument(source, fileId, { content: Buffer.from(`Another ${nth}`) })
        if (nth % 3 === 0) await erase(source, files[0]?.path ?? '')
      }
    }
    const writing = [write(), write()]
    const folder = await folderForTest()
    const backup = await backUpInto(folder, source)
    isRunning = false
    await Promise.all(writing)

    const target = await openInstallation()
    const restored = await restoreInto(target, backup.folder)
    expect(restored.records.changed).toEqual([])
    const { rows, files } = await contentOf(target)
    expect(rows).not.toEqual((await contentOf(source)).rows)
    const versions = await target.db.select().from(fileVersion).where(isNull(fileVersion.erasedAt))
    expect(versions.length).toBeGreaterThan(0)
    for (const { path, sha256 } of versions) expect(files[path]).toEqual(sha256 ?? expect.any(String))
  })

  test('does not have a file that was deleted while it was made', async () => {
    const source = await openInstallation()
    const { files } = await createListingWithDocuments(source, [
      { content: 'first', ...TEXT },
      { content: 'second', ...TEXT },
    ])
    const storage = onFirstRead(source.storage, (path) => erase(source, path))
    const backup = await backUpInto(await folderForTest(), { ...source, storage })
    expect(backup.manifest.files).toMatchObject({ count: 1, lost: [] })

    const target = await openInstallation()
    await restoreInto(target, backup.folder)
    const kept = await target.db.select().from(file).where(isNull(file.erasedAt))
    expect(kept.length).toBe(files.length - 1)
    expect(Object.keys((await contentOf(target)).files)).toEqual(kept.map(({ path }) => path))
  })

  test('names files that the storage had lost before', async () => {
    const source = await openInstallation()
    const { files } = await oneDocument(source)
    const path = files[0]?.path ?? ''
    await source.storage.remove(path)
    const backup = await backUpInto(await folderForTest(), source)
    expect(backup.manifest.files).toMatchObject({ count: 0, lost: [path] })
    expect((await restoreInto(await openInstallation(), backup.folder)).lost).toEqual([path])
  })

  test('continues with what was to be done, and holds back emails that were probably sent since', async () => {
    const source = await openInstallation()
    const jobs = openJobs(source.database, createLog({ level: 'silent' }), { runsJobs: false })
    await jobs.enqueue(source.db, deliverEmailJob, { sealed: 'an email', about: ['lead_1'] })
    await source.database.sql`
      insert into pgboss.job (name, data, state, started_on) values ('make_export', '{"exportId": "1"}', 'active', now()),
        ('sweep', '{}', 'created', null), ('a queue of before', '{}', 'created', null)`.catch(() => {})
    await source.database.sql`
      insert into pgboss.job (name, data, state, started_on) values ('sweep_exports', '{}', 'active', now()), ('sweep', '{}', 'created', null)`
    const backup = await backUpInto(await folderForTest(), source)

    const target = await openInstallation()
    expect((await restoreInto(target, backup.folder)).jobs).toEqual({ held: 1, waiting: 2 })
    const states = () =>
      target.database.sql<{ name: string; state: string }>`select name, state from pgboss.job order by name`
    expect(await states()).toEqual([
      { name: 'mail', state: 'cancelled' },
      { name: 'sweep', state: 'created' },
      { name: 'sweep_exports', state: 'retry' },
    ])
    expect(await releaseHeldEmails(target.database)).toBe(1)
    expect((await states())[0]).toEqual({ name: 'mail', state: 'created' })
  })

  test('of an earlier version is upgraded', { timeout: TIMEOUT_MS }, async () => {
    const source = await openInstallation('disk', {}, emptyDatabase)
    await migrateDatabase(source.database.url, await migrationsBefore('0028_campaign'))
    const userId = 'usr_earlier'
    const agent = { id: userId, email: 'aroha@example.nz', password: 'x', firstName: 'Aroha', lastName: 'Ngata' }
    await insertRow(source.database.sql, '"user"', agent)
    const backup = await backUpInto(await folderForTest(), source)

    const target = await openInstallation('disk', {}, emptyDatabase)
    await restoreInto(target, backup.folder)
    expect(await isMigrated(target.database.sql, MIGRATIONS_FOLDER)).toBe(true)
    expect(await target.database.sql`select id, email from "user"`).toEqual([{ id: userId, email: agent.email }])
    expect(await target.database.sql`select "payerId" from agency`).toEqual([{ payerId: userId }])
  })
})

describe('backups in one folder', () => {
  test('share the copies of files', async () => {
    const source = await openInstallation()
    const { files } = await oneDocument(source)
    const folder = await folderForTest()
    const first = await backUpInto(folder, source)
    await oneDocument(source, 'Another report')
    const second = await backUpAgain(folder, source, first.folder)
    const copy = join('files', files[0]?.path ?? '')
    const [of, and] = await Promise.all([first, second].map((backup) => stat(join(backup.folder, copy))))
    expect(and?.ino).toBe(of?.ino)
    expect(second.manifest.files.count).toBe(2)
    await verifyBackup(await openBackup(second.folder, BACKUP_KEY))
  })

  test('continue what an interrupted one has copied, and leave nothing of it', async () => {
    const source = await openInstallation()
    await createListingWithDocuments(source, [
      { content: 'first', ...TEXT },
      { content: 'second', ...TEXT },
    ])
    const folder = await folderForTest()
    let reads = 0
    const failing: Storage = {
      ...source.storage,
      read: async (key) => {
        reads += 1
        if (reads > 1) throw new TypeError('The network cable was pulled.')
        return source.storage.read(key)
      },
    }
    await expect(backUpInto(folder, { ...source, storage: failing })).rejects.toThrow('cable')
    const left = await readdir(folder)
    expect(left).toEqual([expect.stringMatching(/^\.unfinished-/)])

    const keys: string[] = []
    const watched: Storage = { ...source.storage, read: (key) => source.storage.read(keys[keys.push(key) - 1] ?? '') }
    const { folder: made } = await backUpInto(folder, { ...source, storage: watched })
    expect(keys).toHaveLength(1)
    expect(await readdir(folder)).toEqual([made.slice(folder.length + 1)])
    await verifyBackup(await openBackup(made, BACKUP_KEY))
  })

  test('are made one at a time', async () => {
    const source = await openInstallation()
    await oneDocument(source)
    const folder = await folderForTest()
    await mkdir(folder, { recursive: true })
    const another = onFirstRead(source.storage, async () => {
      await expect(backUpInto(folder, source)).rejects.toThrow('Another backup of this installation is running.')
    })
    await backUpInto(folder, { ...source, storage: another })
  })
})

/** In the next second: backups are named after theirs. */
async function backUpAgain(folder: string, source: Installation, first: string) {
  for (;;) {
    const backup = await backUpInto(folder, source).catch((error) => {
      if ('code' in error && error.code === 'ENOTEMPTY') return undefined
      throw error
    })
    if (backup && backup.folder !== first) return backup
  }
}

const eventPartitions = ({ database: { sql } }: Installation) => sql`
  select relname, pg_get_expr(relpartbound, oid) as bound from pg_class where relispartition and relname like 'event_2%' order by 1`

const disabledTriggers = ({ database: { sql } }: Installation) =>
  sql`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`
