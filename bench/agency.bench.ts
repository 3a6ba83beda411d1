import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Database, openDatabase } from '../src/db/client.server.ts'
import { migrateDatabase } from '../src/db/migrate.server.ts'
import { member } from '../src/db/schema/agencies.ts'
import { event } from '../src/db/schema/events.ts'
import { listing } from '../src/db/schema/listings.ts'
import { readCurrentAgency } from '../src/features/agencies/server/agencies.server.ts'
import { AgentFiguresInput } from '../src/features/analytics/analytics.schema.ts'
import { readFiguresByAgent } from '../src/features/analytics/server/agentFigures.server.ts'
import { ListFilesInput } from '../src/features/files/files.schema.ts'
import { readStorageUse } from '../src/features/files/server/beginUpload.server.ts'
import { listFiles } from '../src/features/files/server/listFiles.server.ts'
import { ListLeadsInput } from '../src/features/leads/leads.schema.ts'
import { ListPeopleInput } from '../src/features/leads/people/people.schema.ts'
import { countLeads, listLeads } from '../src/features/leads/server/leads.server.ts'
import { listPeople } from '../src/features/leads/server/people/people.server.ts'
import { ListListingsInput } from '../src/features/listings/listings.schema.ts'
import { countListings, listListings } from '../src/features/listings/server/listListings.server.ts'
import { ListNotificationsInput } from '../src/features/notifications/notifications.schema.ts'
import { listNotifications } from '../src/features/notifications/notifications.server.ts'
import { type Agent, findMember } from '../src/platform/auth/sessions.server.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { moveListingEvents } from '../src/platform/events/moveListingEvents.server.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { calls as analyticsCalls } from './support/analyticsCalls.ts'
import { createOffice, createOfficeSums, type Office, type OfficeSize } from './support/manyAgents.ts'
import { median, report } from './support/report.ts'
import { withoutTimeout } from './support/withoutTimeout.ts'

/**
 * Is the portal of an office of 200 agents as quick as that of an agent alone? Both are in one database. SIZE=0.1 makes a tenth of it, to try
 * something out; KEEP=1 keeps it, and FROM=folder asks it again.
 */
const { SIZE = '1', KEEP, FROM } = process.env
const part = (amount: number) => Math.ceil(amount * Number(SIZE))
const LARGE: OfficeSize = { agents: 200, listings: part(5_000), events: part(10_000_000), leads: part(200_000) }
const ALONE: OfficeSize = { agents: 1, listings: 25, events: 50_000, leads: 1_000 }
const ROUNDS = 20
const BUDGET_MS = 300

type Call = (db: Database['db'], office: Office) => Promise<unknown>

/** What a page of the portal shows first. */
const firstPages: Record<string, Call> = {
  fetchListings: (db, { owner }) => listListings(db, owner, ListListingsInput.parse({})),
  'fetchListings by title': (db, { owner }) => listListings(db, owner, ListListingsInput.parse({ sort: 'title' })),
  fetchLeads: (db, { owner }) => listLeads(db, owner, ListLeadsInput.parse({})),
  'fetchLeads by name': (db, { owner }) => listLeads(db, owner, ListLeadsInput.parse({ sort: 'name' })),
  fetchPeople: (db, { owner }) => listPeople(db, owner, ListPeopleInput.parse({})),
  fetchFiles: (db, { owner }) => listFiles(db, owner, ListFilesInput.parse({})),
  fetchNotifications: (db, { owner }) => listNotifications(db, owner, ListNotificationsInput.parse({})),
}

const search = 'last77'
const otherCalls: Record<string, Call> = {
  fetchAgency: (db, { owner }) => readCurrentAgency(db, owner),
  fetchListingCounts: (db, { owner }) => countListings(db, owner),
  fetchLeadCounts: (db, { owner }) => countLeads(db, owner),
  fetchStorage: (db, { owner }) => readStorageUse(db, owner),
  'fetchListings, search': (db, { owner }) => listListings(db, owner, ListListingsInput.parse({ search: '77 rata' })),
  'fetchLeads, search': (db, { owner }) => listLeads(db, owner, ListLeadsInput.parse({ search })),
  'fetchLeads to reply to': (db, { owner }) => listLeads(db, owner, ListLeadsInput.parse({ status: 'needs_reply' })),
  'fetchLeads of one agent': (db, { owner }) => listLeads(db, owner, ListLeadsInput.parse({ whose: owner.id })),
  'fetchListings of one agent': (db, { owner }) =>
    listListings(db, owner, ListListingsInput.parse({ whose: owner.id })),
  'fetchPeople, search': (db, { owner }) => listPeople(db, owner, ListPeopleInput.parse({ search })),
  'fetchFiles, search': (db, { owner }) => listFiles(db, owner, ListFilesInput.parse({ search: 'document 3' })),
  'fetchFiguresByAgent 30d': (db, { owner }) => readFiguresByAgent(db, owner, AgentFiguresInput.parse({})),
  'fetchFiguresByAgent 12m': (db, { owner }) =>
    readFiguresByAgent(db, owner, AgentFiguresInput.parse({ range: '12m' })),
  ...Object.fromEntries(
    analyticsCalls.map(({ name, ask }): [string, Call] => [
      name,
      (db, { owner, own }) => ask({ db, agent: owner, listingId: `list_${own}1` }),
    ]),
  ),
}

const folder = FROM ?? (await temporaryFolder())
const embedded = await startEmbeddedPostgres(folder, console.error)
try {
  await migrateDatabase(embedded.url, join(projectRoot, 'drizzle'))
  const [office, alone] = FROM ? await findAll() : await createAll()
  const { db, close } = openDatabase(embedded.url)
  const figures = await measure(db, office, alone)
  report('agency', { ...figures, ...(await measureHandOver(db, office)), loadAverage: round(loadavg()[0] ?? 0) })
  await close()
} finally {
  await embedded.stop()
  if (KEEP || FROM) console.error(`It is kept: FROM=${folder} npm run bench -- agency`)
  else await rm(folder, { recursive: true, force: true })
}

async function createAll(): Promise<[Office, Office]> {
  const indexes = await withoutTimeout(embedded.url, async ({ sql }) => {
    await sql`alter system set max_wal_size = '16GB'`
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
  await timed('indexes', () =>
    withoutTimeout(embedded.url, async ({ sql }) => {
      await sql`set maintenance_work_mem = '512MB'`
      for (const definition of indexes) await sql.raw(definition)
    }),
  )
  await timed('sums', () => createOfficeSums(embedded.url))
  return offices
}

async function findAll(): Promise<[Office, Office]> {
  const { db, close } = openDatabase(embedded.url)
  const owners = await db
    .select({ id: member.userId })
    .from(member)
    .where(eq(member.role, 'owner'))
    .orderBy(member.joinedAt)
  const [office, alone] = await Promise.all(owners.map(({ id }) => findMember(db, id)))
  await close()
  if (!office || !alone) throw new Error('Nobody is there.')
  const of = (owner: Agent) => ({ owner, own: owner.id.slice(4, 10) })
  return [
    { ...LARGE, ...of(office) },
    { ...ALONE, ...of(alone) },
  ]
}

async function measure(db: Database['db'], office: Office, alone: Office) {
  const calls = { ...firstPages, ...otherCalls }
  const p95Ms: Record<string, number> = {}
  const ratios: Record<string, number> = {}
  for (const [name, ask] of Object.entries(calls)) {
    const times: { office: number; alone: number }[] = []
    // The first finds everything cold.
    for (let round = -1; round < ROUNDS; round++) {
      const taken = { office: await timeOf(() => ask(db, office)), alone: await timeOf(() => ask(db, alone)) }
      if (round >= 0) times.push(taken)
    }
    const ofOffice = times.map((one) => one.office)
    p95Ms[name] = round(ofOffice.toSorted((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1] ?? Number.NaN)
    if (name in firstPages) ratios[name] = round(median(ofOffice) / median(times.map((one) => one.alone)))
    console.error(name, p95Ms[name], ratios[name] ?? '')
  }
  return {
    slowestP95Ms: Math.max(...Object.values(p95Ms)),
    firstPageRatio: Math.max(...Object.values(ratios)),
    p95Ms,
    ratios,
    ...{ ...LARGE, rounds: ROUNDS },
    budgets: { slowestP95Ms: BUDGET_MS, firstPageRatio: 1.5, handOverMs: 1_000 },
  }
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
