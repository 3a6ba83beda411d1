import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../src/db/client.server.ts'
import { migrateDatabase } from '../src/db/migrate.server.ts'
import { file } from '../src/db/schema/files.ts'
import { listing } from '../src/db/schema/listings.ts'
import { readingSession } from '../src/db/schema/readings.ts'
import { agencyTables } from '../src/db/tableDistribution.ts'
import { ListLeadsInput } from '../src/features/leads/leads.schema.ts'
import { listLeads } from '../src/features/leads/server/leads.server.ts'
import { startReadingSession, storeReading } from '../src/features/leads/server/reading/storeReading.server.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { recordEvents } from '../src/platform/events/recordEvents.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { createFile } from '../test/fixtures/files.ts'
import { createLead } from '../test/fixtures/leads.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { cpuSeconds, processTree } from './support/cpu.ts'
import { createOffice } from './support/office.ts'
import { createOfficeSums } from './support/officeEvents.ts'
import { report } from './support/report.ts'
import { withoutTimeout } from './support/withoutTimeout.ts'

/**
 * What does PostgreSQL need for a row of each table (bytes, with its part of the indexes), and for what people do most (milliseconds of the processor, and bytes of its log)?
 * `npm run simulate` works out from it how far one database goes. Each listing has as many events as one of the office of 200 agents (`agency`),
 * because the sums of its days are the fewer for each event the more there are.
 */
const SIZE = { agents: 20, managers: 1, assistants: 1, archives: true, listings: 200, events: 400_000, leads: 8_000 }
const AUDITS = 20_000
const MIN_ROWS = 100
/** As many as a web process collects in one statement when it is busy. */
const EVENTS_PER_STATEMENT = 20
const COUNTS = { event: 4_000, lead: 200, report: 600, photo: 1_000, portalList: 200 }
const PAGES = 10
const OPENED_SECONDS_AGO = 3_600

const folder = await temporaryFolder()
const embedded = await startEmbeddedPostgres(folder, console.error)
try {
  await migrateDatabase(embedded.url, join(projectRoot, 'drizzle'))
  await withoutTimeout(
    embedded.url,
    ({ sql }) =>
      sql`select prepare_event_month((date_trunc('month', now()) - nth * interval '1 month')::date) from generate_series(-1, 25) nth`,
  )
  await createOffice(embedded.url, { ...SIZE, audits: AUDITS })
  await createOfficeSums(embedded.url)
  await withoutTimeout(embedded.url, ({ sql }) => sql`vacuum analyze`)
  const tables = await withoutTimeout(embedded.url, measureTables)
  report('scale', { ...SIZE, tables, statements: await withoutTimeout(embedded.url, measureStatements) })
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureTables({ sql }: Database) {
  const found: Record<string, { rows: number; bytesPerRow: number; ofIndexes: number }> = {}
  for (const name of Object.keys(agencyTables)) {
    const [size] = await sql.raw<{ rows: number; bytes: number; indexes: number }>(`
      select (select count(*)::int from "${name}") as rows, sum(pg_total_relation_size(part))::float8 as bytes, sum(pg_indexes_size(part))::float8 as indexes
      from (select '"${name}"'::regclass as part union all select inhrelid::regclass from pg_inherits where inhparent = '"${name}"'::regclass) parts`)
    if (!size || size.rows < MIN_ROWS) continue
    const perRow = (bytes: number) => Math.round(bytes / size.rows)
    found[name] = { rows: size.rows, bytesPerRow: perRow(size.bytes), ofIndexes: perRow(size.indexes) }
  }
  return found
}

async function measureStatements({ db, sql, executePrepared }: Database) {
  const agent = await createAgent(db)
  const listings: { id: string }[] = []
  for (let nth = 0; nth < 20; nth++) listings.push(await createPublishedListing(db, { agent }))
  const listingOf = (nth: number) => listings[nth % listings.length]?.id ?? ''
  const work = {
    event: async () => {
      for (let first = 0; first < COUNTS.event; first += EVENTS_PER_STATEMENT)
        await recordEvents(
          db,
          Array.from({ length: EVENTS_PER_STATEMENT }, (_, nth) => ({
            ...{
              event: 'listing_view' as const,
              listingId: listingOf(first + nth),
              hash: `visitor ${(first + nth) % 900}`,
            },
            ...{ country: 'NZ', region: 'Otago', city: `Town ${nth}`, device: 'mobile', os: 'iOS', browser: 'Safari' },
            ...{ hostname: 'files.example.nz', referrerHostname: 'portal.example', localDay: '2026-11-15' },
          })),
        )
    },
    lead: async () => {
      for (let nth = 0; nth < COUNTS.lead; nth++) await createLead(db, { listingId: listingOf(nth) })
    },
    /** Each says how long the pages have been open since the beginning. */
    report: async () => {
      for (let nth = 0; nth < COUNTS.report; nth++) {
        const reader = readers[nth % readers.length]
        if (reader)
          await storeReading({ executePrepared }, reader, { pageTenths: Array(PAGES).fill(nth), searches: [] })
      }
    },
    /** Found by its id, with its listing. */
    photo: async () => {
      for (let nth = 0; nth < COUNTS.photo; nth++)
        await db
          .select()
          .from(file)
          .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
          .where(eq(file.id, readers[nth % readers.length]?.fileId ?? ''))
    },
    portalList: async () => {
      const input = ListLeadsInput.parse({})
      for (let nth = 0; nth < COUNTS.portalList; nth++) await listLeads(db, agent, input)
    },
  }
  const readers = await Promise.all(listings.map(({ id }) => openDocument(db, agent, id)))
  const found: Record<string, { cpuMs: number; logBytes: number }> = {}
  for (const [kind, run] of Object.entries(work) as [keyof typeof COUNTS, () => Promise<void>][]) {
    const before = await used(sql)
    await run()
    const after = await used(sql)
    found[kind] = {
      cpuMs: Math.round((1e6 * (after.seconds - before.seconds)) / COUNTS[kind]) / 1_000,
      logBytes: Math.round((after.logBytes - before.logBytes) / COUNTS[kind]),
    }
  }
  return found
}

/** A document that a lead opened some time ago. */
async function openDocument(db: Database['db'], agent: { id: string }, listingId: string) {
  const { id: fileId } = await createFile(db, { agent, listingId, pageCount: PAGES })
  const { id: leadId } = await createLead(db, { listingId })
  const key = await startReadingSession(db, { isGuest: false, leadId, fileId, version: 1, pageCount: PAGES })
  const issuedAt = new Date(key.issuedAt.getTime() - OPENED_SECONDS_AGO * 1_000)
  await db
    .update(readingSession)
    .set({ startedAt: issuedAt, reportedAt: issuedAt })
    .where(eq(readingSession.id, key.sessionId))
  return { ...key, issuedAt }
}

async function used(sql: Database['sql']) {
  const [server] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const [row] = await sql<{ bytes: string }>`select pg_current_wal_insert_lsn() - '0/0' as bytes`
  const seconds = processTree(Number(server)).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  return { seconds, logBytes: Number(row?.bytes) }
}
