import { readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Database, openDatabase } from '../src/db/client.server.ts'
import { migrateDatabase } from '../src/db/migrate.server.ts'
import { member } from '../src/db/schema/agencies.ts'
import { event } from '../src/db/schema/events.ts'
import { listing } from '../src/db/schema/listings.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { moveListingEvents } from '../src/platform/events/eventJobs.server.ts'
import { authorisation } from '../test/access/authorisation.ts'
import { createSession } from '../test/fixtures/agents.ts'
import { call } from '../test/support/call.ts'
import { freePort, startBuiltApp, TEST_SECRET } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { createOffice } from './support/office.ts'
import { createOfficeSums } from './support/officeEvents.ts'
import type { Office, OfficeSize } from './support/officeSize.ts'
import { type Desk, filteredReads, type PortalCall, reads, writes } from './support/portalCalls.ts'
import { median, report } from './support/report.ts'
import { withoutTimeout } from './support/withoutTimeout.ts'

/**
 * Is the portal of an office of 200 agents as quick as that of an agent alone? Both are in one database. Every call is made over HTTP by the owner
 * of the office and one of its agents in turn, and first pages also by the agent alone. SIZE=0.1 makes a tenth of it, to try something out; KEEP=folder
 * keeps it there, and FROM=folder asks it again. ONLY=Leads makes the calls whose name has that word, and keeps no results.
 */
const { SIZE = '1', KEEP, FROM, ONLY = '' } = process.env
const part = (amount: number) => Math.ceil(amount * Number(SIZE))
const LARGE: OfficeSize = {
  ...{ agents: 200, managers: 3, assistants: 5, archives: true },
  ...{ listings: part(5_000), events: part(10_000_000), leads: part(200_000), audits: part(100_000) },
}
const ALONE: OfficeSize = {
  // Nothing is archived, so that the first pages are full.
  ...{ agents: 1, managers: 0, assistants: 0, archives: false },
  ...{ listings: 25, events: 50_000, leads: 1_000, audits: 500 },
}
const ROUNDS = 3
const TURNS = 7
const budgets = { slowestP95Ms: 300, firstPageRatio: 1.5, handOverMs: 1_000 }

type Who = 'owner' | 'agent' | 'alone'
type Desks = Record<Who, Desk>
type Times = Record<Who, number[]>[]

const folder = FROM ?? KEEP ?? (await temporaryFolder())
const embedded = await startEmbeddedPostgres(folder, console.error)
try {
  await migrateDatabase(embedded.url, join(projectRoot, 'drizzle'))
  const [office, alone] = FROM ? await readOffices() : await createOffices()
  const { db, sql, close } = openDatabase(embedded.url)
  const desks = {
    owner: await prepareDesk(db, sql, office, office.sellerIds[0]),
    agent: await prepareDesk(db, sql, office, await findUsualAgent(sql, office)),
    alone: await prepareDesk(db, sql, alone, alone.sellerIds[0]),
  }
  const port = String(await freePort())
  const app = await startBuiltApp({
    ...{ DATA_DIR: join(folder, 'app'), DATABASE_URL: embedded.url, PORT: port },
    ...{ APP_URL: `http://localhost:${port}`, APP_SECRET: TEST_SECRET, WORKER: 'off' },
  })
  try {
    const figures = await measure(app.url, desks)
    const handOver = await measureHandOver(db, office)
    const { agents, listings, events, leads, audits } = office
    const size = { agents, listings, events, leads, audits }
    const all = {
      ...figures,
      ...handOver,
      ...size,
      rounds: ROUNDS,
      turns: TURNS,
      loadAverage: round(loadavg()[0] ?? 0),
    }
    if (ONLY) console.log(JSON.stringify(all))
    else report('agency', { ...all, budgets })
  } finally {
    await app.stop()
  }
  await close()
} finally {
  await embedded.stop()
  if (KEEP || FROM) console.error(`It is kept: FROM=${folder} npm run bench -- agency`)
  else await rm(folder, { recursive: true, force: true })
}

/** Without waiting for the disk: after a power cut it would begin again. */
async function createOffices(): Promise<[Office, Office]> {
  const indexes = await withoutTimeout(embedded.url, async ({ sql }) => {
    for (const setting of ["max_wal_size = '16GB'", 'fsync = off', 'full_page_writes = off', 'autovacuum = off'])
      await sql.raw(`alter system set ${setting}`)
    await sql`select pg_reload_conf()`
    await sql`select prepare_event_month((date_trunc('month', now()) - nth * interval '1 month')::date) from generate_series(-1, 25) nth`
    const found = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes where tablename = 'event' and indexname not like '%_pk'`
    for (const { name } of found) await sql.raw(`drop index "${name}"`)
    return found.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
  })
  const offices: [Office, Office] = [
    await timed('the office', () => createOffice(embedded.url, LARGE)),
    await timed('the agent alone', () => createOffice(embedded.url, ALONE)),
  ]
  await timed('sums', () => createOfficeSums(embedded.url))
  await timed('indexes', () =>
    withoutTimeout(embedded.url, async ({ sql }) => {
      await sql`set maintenance_work_mem = '512MB'`
      for (const definition of indexes) await sql.raw(definition)
      // As the database does by itself, later.
      await sql`vacuum analyze`
      for (const setting of ['fsync', 'full_page_writes', 'autovacuum']) await sql.raw(`alter system reset ${setting}`)
      await sql`select pg_reload_conf()`
      await sql`checkpoint`
    }),
  )
  await writeFile(join(folder, 'offices.json'), JSON.stringify(offices))
  return offices
}

async function readOffices(): Promise<[Office, Office]> {
  return JSON.parse(await readFile(join(folder, 'offices.json'), 'utf8'))
}

/** Of the agents with documents that were read, the one in the middle by the number of their listings. */
async function findUsualAgent(sql: Database['sql'], { agencyId, sellerIds: [ownerId] }: Office) {
  const agents = await sql<{ id: string }>`select "userId" as id from listing
    where "agencyId" = ${agencyId} and "userId" <> ${ownerId} and "archivedAt" is null
      and exists (select from lead where "listingId" = listing.id and "firstOpenedAt" is not null)
    group by 1 order by count(*), 1`
  return agents[Math.floor(agents.length / 2)]?.id
}

/** Signs someone in and finds what they work with: their own listings, those that are looked at most in front. */
async function prepareDesk(db: Database['db'], sql: Database['sql'], { own }: Office, agentId = ''): Promise<Desk> {
  const listings = await sql<{
    id: string
  }>`select id from listing where "userId" = ${agentId} and id like ${`list_${own}%`} and "archivedAt" is null
    order by status, substr(id, ${`list_${own}`.length + 1}::int)::int limit 20`
  const listingIds = listings.map(({ id }) => id)
  // Of people whom nobody else may change.
  const leads = await sql<{
    id: string
    personId: string
  }>`select lead.id, "personId" from lead join person on person.id = "personId" and "leadCount" = 1
    where "listingId" = any (${listingIds}) and lead.id like ${`lead_${own}%`} order by lead."createdAt" desc, lead.id limit 200`
  const files = await sql<{
    id: string
  }>`select id from file where "listingId" = any (${listingIds}) and type = 'file' and id like ${`file_${own}%`} order by id`
  const [busiest] = await sql<{
    id: string
    personId: string
    fileId: string
    listingId: string
  }>`select lead.id, "personId", "fileId", "listingId" from reading join lead on lead.id = "leadId"
    where "listingId" = any (${listingIds}) order by array_position(${listingIds}, "listingId"), "lastReadAt" desc, "fileId" limit 1`
  if (!busiest) throw new Error(`Nobody has read anything of ${agentId}.`)
  return {
    cookie: await createSession(db, agentId),
    agentId,
    listingId: busiest.listingId,
    fileId: busiest.fileId,
    leadId: busiest.id,
    personId: busiest.personId,
    leadIds: leads.map(({ id }) => id),
    personIds: leads.map(({ personId }) => personId),
    listingIds,
    fileIds: files.map(({ id }) => id),
  }
}

async function measure(url: string, desks: Desks) {
  const wanted = (calls: PortalCall[]) => calls.filter(({ label }) => label.includes(ONLY))
  const usual = await measureCalls(url, desks, wanted([...reads, ...writes]))
  const filtered = await measureCalls(url, desks, wanted(filteredReads), { rounds: 1, turns: 2 })
  const slowest = (some: typeof usual) => Math.max(...some.map(({ p95Ms }) => Math.max(p95Ms.owner, p95Ms.agent ?? 0)))
  const firstPages = usual.filter(({ isFirstPage }) => isFirstPage)
  return {
    slowestP95Ms: slowest(usual),
    firstPageRatio: Math.max(...firstPages.map(({ ratios }) => ratios.owner ?? 0)),
    agentFirstPageRatio: Math.max(...firstPages.map(({ ratios }) => ratios.agent ?? 0)),
    filteredP95Ms: slowest(filtered),
    calls: usual.length,
    ratios: Object.fromEntries(firstPages.map(({ label, ratios }) => [label, ratios])),
    p95Ms: Object.fromEntries([...usual, ...filtered].map(({ label, p95Ms }) => [label, p95Ms])),
  }
}

/** Rounds through all calls, in each of which everyone takes turns, so that whatever else the machine does slows all of them. */
async function measureCalls(
  url: string,
  desks: Desks,
  calls: PortalCall[],
  { rounds: roundCount, turns } = { rounds: ROUNDS, turns: TURNS },
) {
  const times = new Map(calls.map(({ label }): [string, Times] => [label, []]))
  for (let nth = 0; nth < roundCount; nth++)
    for (const one of calls) times.get(one.label)?.push(await measureRound(url, desks, one, { nth, turns }))
  return calls.map(({ label, isFirstPage }) => {
    const rounds = times.get(label) ?? []
    const p95 = (who: Who) => {
      const all = rounds.flatMap((taken) => taken[who]).toSorted((a, b) => a - b)
      return all.length > 0 ? round(all[Math.ceil(all.length * 0.95) - 1] ?? 0) : undefined
    }
    const ratio = (who: Who) => round(median(rounds.map((taken) => median(taken[who]) / median(taken.alone))))
    const p95Ms = { owner: p95('owner') ?? 0, agent: p95('agent'), alone: p95('alone') }
    const ratios = isFirstPage ? { owner: ratio('owner'), agent: ratio('agent') } : {}
    console.error(label, p95Ms, ratios)
    return { label, isFirstPage, p95Ms, ratios }
  })
}

async function measureRound(
  url: string,
  desks: Desks,
  { name, data, isForManagers, isFirstPage, mayTimeOut }: PortalCall,
  { nth, turns }: { nth: number; turns: number },
) {
  const taken: Record<Who, number[]> = { owner: [], agent: [], alone: [] }
  const people: Who[] = [
    'owner',
    ...(isForManagers ? [] : ['agent' as const]),
    ...(isFirstPage ? ['alone' as const] : []),
  ]
  // The first of all finds everything cold.
  for (let turn = nth === 0 ? -1 : 0; turn < turns; turn++)
    for (const who of people) {
      const desk = desks[who]
      const input = data?.(desk, nth * turns + turn + 1)
      const began = performance.now()
      const { status, text } = await call(url, name, {
        ...{ method: authorisation[name]?.method, data: input, headers: { cookie: desk.cookie } },
      })
      // A filter that only the events can answer may take longer than a statement is given. What it waited counts.
      const isTimeout = status === 503 && mayTimeOut
      if (status !== 200 && !isTimeout)
        throw new Error(`${name} answered the ${who} with ${status}: ${text.slice(0, 300)}`)
      if (turn >= 0) taken[who].push(performance.now() - began)
    }
  return taken
}

/** How long a hand-over takes, and how long its events and sums take to follow in the background. */
async function measureHandOver(db: Database['db'], { own }: Office) {
  const [busiest] = await db
    .select({ id: listing.id, agencyId: listing.agencyId, userId: listing.userId })
    .from(listing)
    .where(eq(listing.id, `list_${own}1`))
  if (!busiest) throw new Error('There is no listing.')
  const members = await db.select().from(member).where(eq(member.agencyId, busiest.agencyId))
  const next = members.find(({ userId }) => userId !== busiest.userId)
  const events = await db.$count(event, eq(event.listingId, busiest.id))
  const handOverMs = await timeOf(() =>
    db.update(listing).set({ userId: next?.userId }).where(eq(listing.id, busiest.id)),
  )
  const moveMs = await timeOf(() => moveListingEvents(db))
  return { handOverMs: round(handOverMs), movedEvents: events, moveMs: round(moveMs) }
}

async function timed<Result>(what: string, request: () => Promise<Result>) {
  const began = performance.now()
  const result = await request()
  console.error(`${what}: ${Math.round((performance.now() - began) / 1000)} s`)
  return result
}

async function timeOf(request: () => Promise<unknown>) {
  const began = performance.now()
  await request()
  return performance.now() - began
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
