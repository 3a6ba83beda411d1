import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { eventually } from '../test/support/eventually.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { countAcceptedEvents } from './support/countAcceptedEvents.ts'
import { eventRequest } from './support/eventRequest.ts'
import { insertOneByOne } from './support/pgbench.ts'
import { median, report } from './support/report.ts'
import { residentMegabytes } from './support/residentMemory.ts'

/** How many events a second are stored for good through the application, beside bare inserts into the same table? */
const ROUNDS = 5
const SECONDS = 5
const CONNECTIONS = 64
const CLIENTS = 8
const LISTINGS = 1_000
const AGENTS = 50
const VISITORS = 20_000
const folder = await temporaryFolder()
const DATA_DIR = join(folder, 'data')
await firstStart()
const app = await startBuiltApp({ DATA_DIR, TRUSTED_PROXIES: '127.0.0.1' })
const databaseUrl = await attachEmbeddedPostgres(DATA_DIR)
const { sql, close } = openDatabase(databaseUrl, { max: 1 })
try {
  const requests = Array.from({ length: VISITORS }, (_, n) => eventRequest(n, LISTINGS))
  const measure = {
    ours: async () => {
      const before = await countEvents()
      const answered = await countAcceptedEvents(app.url, requests, { connections: CONNECTIONS, seconds: SECONDS })
      const stored = (await countEvents()) - before
      if (stored !== answered) throw new Error(`${answered} events were answered, ${stored} are stored.`)
      return answered / SECONDS
    },
    pgbench: () => insertOneByOne(databaseUrl, folder, { clients: CLIENTS, seconds: SECONDS }),
  }
  await measure.ours()

  const rounds: { ours: number; pgbench: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const speeds = { ours: 0, pgbench: 0 }
    for (const who of round % 2 ? (['ours', 'pgbench'] as const) : (['pgbench', 'ours'] as const))
      speeds[who] = Math.round(await measure[who]())
    rounds.push(speeds)
    console.log(`round ${round + 1}: ours ${speeds.ours}/s, pgbench ${speeds.pgbench}/s`)
  }
  report('ingest', {
    ratioToPgbench: Math.round(median(rounds.map(({ ours, pgbench }) => ours / pgbench)) * 1000) / 1000,
    eventsPerSecond: median(rounds.map(({ ours }) => ours)),
    pgbenchPerSecond: median(rounds.map(({ pgbench }) => pgbench)),
    memoryMb: Math.round(residentMegabytes(app.process.pid, 'VmHWM')),
    rounds: ROUNDS,
    secondsPerRound: SECONDS,
    connections: CONNECTIONS,
    listings: LISTINGS,
    budgets: { ratioToPgbench: 0.6, memoryMb: 220 },
  })
} finally {
  await close()
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Makes the demo agency and what comes with it, which is not what is measured, and then our listings. */
async function firstStart() {
  const first = await startBuiltApp({ DATA_DIR })
  const { sql, close } = openDatabase(await attachEmbeddedPostgres(DATA_DIR), { max: 1 })
  await eventually(async () => {
    const open =
      await sql`select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`
    return open.length === 0
  })
  await sql`
    insert into "user" (id, email, password) select 'usr_bench' || n, n || '@bench.example', 'none' from generate_series(1, ${AGENTS}) n`
  await sql`
    insert into listing (id, title, subtitle, description, slug, "userId", "publishedAt")
    select 'list_bench' || n, 'Home ' || n, '', '{}', 'bench-' || n, 'usr_bench' || (1 + n % ${AGENTS}), now()
    from generate_series(1, ${LISTINGS}) n`
  // As the database does by itself in its first minute with them.
  await sql`analyze`
  await close()
  await first.stop()
}

async function countEvents() {
  const [row] = await sql`select count(*)::int as n from event`
  return row?.n as number
}
