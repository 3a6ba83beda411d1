import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/client.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded/postgres.server.ts'
import { projectRoot } from '#platform/paths.server.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { addManyEvents } from './support/manyEvents.ts'
import { measureAnalytics } from './support/measureAnalytics.ts'
import { report } from './support/report.ts'

/** Do the dashboard and the analytics page stay quick for an agent whose listings were looked at ten million times? */
const SIZES = { small: 1_000_000, large: 10_000_000 }

const folder = await temporaryFolder()
const embedded = await startEmbeddedPostgres(folder, console.error)
try {
  for (const [name, amount] of Object.entries(SIZES)) await prepare(name, amount)
  report('analytics', await measureAnalytics(addressOf('small'), addressOf('large')))
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

function addressOf(name: string) {
  return embedded.url.replace('/property_files?', `/${name}?`)
}

async function prepare(name: string, amount: number) {
  const owner = openDatabase(embedded.url, { max: 1 })
  await owner.sql.unsafe(`create database ${name}`)
  await owner.close()
  await migrateDatabase(addressOf(name), join(projectRoot, 'drizzle'))
  const database = openDatabase(addressOf(name), { max: 1 })
  const began = performance.now()
  await addManyEvents(database, amount)
  console.error(`${amount} events in ${Math.round((performance.now() - began) / 1000)} s`)
  await database.close()
}
