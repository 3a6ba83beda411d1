import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../src/db/client.server.ts'
import { migrateDatabase } from '../src/db/migrate.server.ts'
import { file } from '../src/db/schema/files.ts'
import { provideRecordKeys } from '../src/features/record/server/recordChain.server.ts'
import { MIGRATIONS_FOLDER } from '../src/installation.server.ts'
import { openBackup } from '../src/platform/backup/manifest.server.ts'
import { verifyBackup } from '../src/platform/backup/restoreFiles.server.ts'
import { parseEnv } from '../src/platform/config/env.server.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { createStorage } from '../src/platform/storage/createStorage.server.ts'
import { createLog } from '../src/platform/telemetry/log.server.ts'
import { backUp } from '../src/processes/backups.server.ts'
import { restore } from '../src/processes/restores.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { someBytes } from '../test/fixtures/content/bytes.ts'
import { fileValues } from '../test/fixtures/files.ts'
import { createListing } from '../test/fixtures/listings.ts'
import { report } from './support/report.ts'

/** A backup, another one of the same with nothing new, and a restore. `BACKUP_BENCH_GB=10` for more than one gigabyte of documents. */
const GIGABYTES = Number(process.env.BACKUP_BENCH_GB ?? 1)
const DOCUMENT_BYTES = 5_000_000
const DOCUMENTS = Math.round((GIGABYTES * 1e9) / DOCUMENT_BYTES)
const EVENTS = 100_000 * Math.max(1, GIGABYTES)
const APP_SECRET = 'a secret for the benchmark of backups'
const BACKUP_KEY = 'ef'.repeat(32)

const folder = await mkdtemp(join(tmpdir(), 'property-files-bench-'))
const log = createLog({ level: 'silent' })
provideRecordKeys(APP_SECRET)

async function open(name: string) {
  const dataDir = join(folder, name)
  const postgres = await startEmbeddedPostgres(dataDir, () => {})
  const env = { ...parseEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_KEY }), APP_SECRET }
  return { postgres, databaseUrl: postgres.url, env, storage: await createStorage(env) }
}

async function fill({ databaseUrl, storage }: Awaited<ReturnType<typeof open>>) {
  await migrateDatabase(databaseUrl, MIGRATIONS_FOLDER)
  const database = openDatabase(databaseUrl, { max: 2 })
  const agent = await createAgent(database.db)
  const { id: listingId } = await createListing(database.db, { agent })
  const bytes = someBytes(DOCUMENT_BYTES)
  for (let nth = 0; nth < DOCUMENTS; nth++) {
    const values = fileValues({ agent, listingId, name: `Document ${nth}`, size: DOCUMENT_BYTES })
    new DataView(bytes.buffer).setUint32(0, nth)
    await storage.write(values.path, bytes, 'application/pdf')
    await database.db.insert(file).values(values)
  }
  await database.db.execute(sql`set statement_timeout = 0`)
  await database.db.execute(sql`
    insert into event (id, event, hash, country, region, city, device, os, browser, hostname, pathname, "listingId")
    select 'evnt_' || nth, 'listing_view', md5(nth::text), 'NZ', 'Wellington', 'Wellington', 'mobile', 'iOS', 'Safari', 'localhost', '/listings/a', ${listingId}
    from generate_series(1, ${EVENTS}::int) nth`)
  await database.close()
}

async function timed<Result>(work: () => Promise<Result>) {
  const began = performance.now()
  const result = await work()
  return { result, seconds: Math.round((performance.now() - began) / 10) / 100 }
}

let peakMegabytes = 0
const watch = setInterval(() => {
  peakMegabytes = Math.max(peakMegabytes, Math.round(process.memoryUsage.rss() / 1e6))
}, 100)

const source = await open('source')
await fill(source)
const atRest = Math.round(process.memoryUsage.rss() / 1e6)
peakMegabytes = atRest
const backup = await timed(() => backUp(source, join(folder, 'backups')))
const again = await timed(() => backUp(source, join(folder, 'backups')))
await source.postgres.stop()
const opened = await openBackup(again.result.folder, BACKUP_KEY)
const verified = await timed(() => verifyBackup(opened))
await rm(join(folder, 'source'), { recursive: true })
const target = await open('target')
const restored = await timed(() => restore({ ...target, log, folder: again.result.folder, backupKey: BACKUP_KEY }))
await target.postgres.stop()
clearInterval(watch)
await rm(folder, { recursive: true })

const { bytes, count } = backup.result.manifest.files
const rate = (seconds: number) => Math.round(bytes / 1e6 / seconds)
report(GIGABYTES === 1 ? 'backup' : `backup${GIGABYTES}GB`, {
  ...{ gigabytes: GIGABYTES, files: count, rows: backup.result.rows, records: restored.result.records.intact },
  ...{ backupSeconds: backup.seconds, backupMegabytesPerSecond: rate(backup.seconds) },
  secondBackupSeconds: again.seconds,
  verifySeconds: verified.seconds,
  ...{ restoreSeconds: restored.seconds, restoreMegabytesPerSecond: rate(restored.seconds) },
  ...{ megabytesAtRest: atRest, peakMegabytes },
  budgets: { backupMegabytesPerSecond: 20, restoreMegabytesPerSecond: 10, peakMegabytes: 400 },
})
process.exit(0)
