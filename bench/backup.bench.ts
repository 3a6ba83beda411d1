import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { file } from '../src/db/schema/files.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { someBytes } from '../test/fixtures/content/bytes.ts'
import { fileValues } from '../test/fixtures/files.ts'
import { createListing } from '../test/fixtures/listings.ts'
import { spawnBuiltApp, startBuiltApp, TEST_SECRET } from '../test/support/processes/app.ts'
import { appStorage, openAppDatabase } from '../test/support/processes/appData.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { report } from './support/report.ts'
import { residentMegabytes } from './support/residentMemory.ts'

/**
 * The commands: a backup, another one with nothing new, reading it to its end, and restoring it. `SIZE=10` is ten gigabytes of documents, `FROM` a data
 * folder that has them already.
 */
const { SIZE = '1', FROM } = process.env
const GIGABYTES = Number(SIZE)
const DOCUMENT_BYTES = 5_000_000
const DOCUMENTS = Math.round((GIGABYTES * 1e9) / DOCUMENT_BYTES)
const EVENTS = Math.round(100_000 * GIGABYTES)
const EVENTS_PER_INSERT = 20_000
const MEMORY_CHECK_MS = 50

// Open to other accounts: the database is in it, and goes with it.
const folder = await temporaryFolder()
const backups = join(folder, 'backups')
const source = FROM ?? join(folder, 'source')

async function fill(dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  const app = await startBuiltApp({ DATA_DIR: dataDir, APP_SECRET: TEST_SECRET })
  const database = await openAppDatabase(dataDir)
  const storage = appStorage(dataDir)
  const agent = await createAgent(database.db)
  const { id: listingId } = await createListing(database.db, { agent })
  const bytes = someBytes(DOCUMENT_BYTES)
  for (let nth = 0; nth < (FROM ? 0 : DOCUMENTS); nth++) {
    const values = fileValues({ agent, listingId, name: `Document ${nth}`, size: DOCUMENT_BYTES })
    new DataView(bytes.buffer).setUint32(0, nth)
    await storage.write(values.path, bytes, 'application/pdf')
    await database.db.insert(file).values(values)
  }
  // Without the sums that triggers write, which would take most of the time.
  for (let first = 0; first < (FROM ? 0 : EVENTS); first += EVENTS_PER_INSERT)
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into event (id, event, hash, country, region, city, device, os, browser, hostname, pathname, "listingId")
        select 'evnt_' || nth, 'listing_view', md5(nth::text), 'NZ', 'Wellington', 'Wellington', 'mobile', 'iOS', 'Safari',
          'localhost', '/listings/a', ${listingId} from generate_series(${first}::int, ${first + EVENTS_PER_INSERT - 1}::int) nth`)
    })
  await database.close()
  return app
}

/** Runs a command to its end, with the most memory that it had. */
async function run(entry: 'backup' | 'restore', args: string[], dataDir: string) {
  const began = performance.now()
  const env = { DATA_DIR: dataDir, APP_SECRET: TEST_SECRET, BACKUP_KEY: 'ef'.repeat(32) }
  const { child, output } = spawnBuiltApp(env, entry, projectRoot, args)
  let megabytes = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid))
  }, MEMORY_CHECK_MS)
  const [status] = await once(child, 'exit')
  clearInterval(watch)
  if (status !== 0) throw new Error(output())
  console.log(output())
  return { seconds: Math.round((performance.now() - began) / 10) / 100, megabytes, output: output() }
}

function peakMegabytes(pid: number | undefined) {
  try {
    // A process that has just ended has none.
    return Math.round(residentMegabytes(pid, 'VmHWM')) || 0
  } catch {
    return 0
  }
}

const newest = async () => join(backups, (await readdir(backups)).toSorted().at(-1) ?? '')

const app = await fill(source)
const backup = await run('backup', [backups], source)
const again = await run('backup', [backups], source)
await app.stop()
if (!FROM) await rm(source, { recursive: true })
const verified = await run('backup', ['--verify', await newest()], source)
const restored = await run('restore', [await newest()], join(folder, 'target'))
await rm(folder, { recursive: true })

const rate = ({ seconds }: { seconds: number }) => Math.round((DOCUMENTS * DOCUMENT_BYTES) / 1e6 / seconds)
report(GIGABYTES === 1 ? 'backup' : `backup-${GIGABYTES}gb`, {
  ...{ gigabytes: GIGABYTES, files: DOCUMENTS, events: EVENTS },
  ...{ backupSeconds: backup.seconds, backupMegabytesPerSecond: rate(backup) },
  ...{ secondBackupSeconds: again.seconds, verifySeconds: verified.seconds },
  ...{ restoreSeconds: restored.seconds, restoreMegabytesPerSecond: rate(restored) },
  ...{ peakMegabytesOfBackup: backup.megabytes, peakMegabytesOfRestore: restored.megabytes },
  budgets: {
    ...{ backupMegabytesPerSecond: 20, restoreMegabytesPerSecond: 10 },
    ...{ peakMegabytesOfBackup: 400, peakMegabytesOfRestore: 400 },
  },
})
process.exit(0)
