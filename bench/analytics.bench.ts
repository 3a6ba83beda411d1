import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateDatabase } from '../src/db/migrate.server.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { createManyEvents } from './support/manyEvents.ts'
import { createManySums } from './support/manySums.ts'
import { measureAnalytics } from './support/measureAnalytics.ts'
import { report } from './support/report.ts'
import { withoutTimeout } from './support/withoutTimeout.ts'

/**
 * Do the dashboard and the analytics page stay quick for an agent whose listings were looked at ten million times? Making the events
 * takes most of the time: KEEP=1 keeps them, and FROM=folder asks them again.
 */
const SIZES = { small: 1_000_000, large: 10_000_000 }

const { KEEP, FROM } = process.env
const folder = FROM ?? (await temporaryFolder())
const embedded = await startEmbeddedPostgres(folder, console.error)
try {
  if (FROM) for (const name of Object.keys(SIZES)) await timed(`${name} migrated`, () => migrate(name))
  else await makeAll()
  report('analytics', await measureAnalytics(addressOf('small'), addressOf('large')))
} finally {
  await embedded.stop()
  if (KEEP || FROM) console.error(`The events are kept: FROM=${folder} npm run bench -- analytics`)
  else await rm(folder, { recursive: true, force: true })
}

async function makeAll() {
  await configure(`alter system set max_wal_size = '16GB'`)
  for (const [name, amount] of Object.entries(SIZES)) {
    await withoutTimeout(embedded.url, ({ sql }) => sql.raw(`create database ${name}`))
    await migrate(name)
    const userId = await timed(`${amount} events`, () => createManyEvents(addressOf(name), amount))
    await timed('their sums', () => createManySums(addressOf(name), userId))
  }
  await configure('alter system reset max_wal_size')
}

function migrate(name: string) {
  return migrateDatabase(addressOf(name), join(projectRoot, 'drizzle'))
}

function configure(setting: string) {
  return withoutTimeout(embedded.url, async ({ sql }) => {
    await sql.raw(setting)
    await sql`select pg_reload_conf()`
  })
}

async function timed<Result>(what: string, request: () => Promise<Result>) {
  const began = performance.now()
  const result = await request()
  console.error(`${what}: ${Math.round((performance.now() - began) / 1000)} s`)
  return result
}

function addressOf(name: string) {
  return embedded.url.replace('/property_files?', `/${name}?`)
}
