import { readFileSync } from 'node:fs'
import type { Database } from '../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { createAgent, signInAs } from '../test/fixtures/agents.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { call } from '../test/support/call.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { median, report } from './support/report.ts'
import { withoutTimeout } from './support/withoutTimeout.ts'

/** Does the list stay quick for an agent with very many leads, and the export small? */
const FEW = 100
const MANY = 100_000
const LISTINGS = 20
const ROUNDS = 5
const CALLS = 20

interface Desk {
  cookie: string
  questions: Record<'first' | 'deep' | 'search' | 'filter' | 'people' | 'peopleSearch', object[]>
}

const app = await startBuiltApp()
try {
  const few = await prepare(FEW)
  const many = await prepare(MANY)
  const kinds = Object.keys(few.questions) as (keyof Desk['questions'])[]
  const figures: Record<string, number> = {}
  for (const kind of kinds) {
    const call = kind.startsWith('people') ? 'fetchPeople' : 'fetchLeads'
    for (const context of [few, many]) await p95Of(context, call, context.questions[kind])
    const rounds: { few: number; many: number }[] = []
    for (let n = 0; n < ROUNDS; n++)
      rounds.push({
        few: await p95Of(few, call, few.questions[kind]),
        many: await p95Of(many, call, many.questions[kind]),
      })
    const [fewMs, manyMs] = [median(rounds.map((one) => one.few)), median(rounds.map((one) => one.many))]
    Object.assign(figures, { [`${kind}P95FewMs`]: round(fewMs), [`${kind}P95ManyMs`]: round(manyMs) })
    figures[`${kind}Ratio`] = round(manyMs / fewMs)
  }
  report('leads', {
    ...figures,
    bellP95ManyMs: round(await p95Of(many, 'fetchNotifications', [{}])),
    ...(await exportOf(many)),
    few: FEW,
    many: MANY,
    rounds: ROUNDS,
    callsPerRound: CALLS,
    budgets: {
      firstRatio: 3,
      deepRatio: 3,
      filterRatio: 6,
      searchRatio: 15,
      peopleRatio: 3,
      peopleSearchRatio: 15,
      exportGrowthMb: 100,
    },
  })
} finally {
  await app.stop()
}

/** An agent with so many leads on twenty listings, a third of whom have read something; signed in. */
async function prepare(amount: number): Promise<Desk> {
  const url = await attachEmbeddedPostgres(app.dataDir)
  const { email, questions } = await withoutTimeout(url, (database) => addLeads(database, amount))
  return { cookie: await signInAs(app.url, email), questions }
}

async function addLeads({ db, sql }: Database, amount: number) {
  const agent = await createAgent(db)
  const { id: userId, email } = agent
  const listingIds: string[] = []
  for (let n = 0; n < LISTINGS; n++)
    listingIds.push((await createPublishedListing(db, { agent, title: `House ${n}` })).id)
  await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", status, "createdAt")
    select 'lead_' || ${amount} || 'x' || n, 'First' || (n * 7919 % 10007), 'Last' || (n % 1009), 'buyer' || n || '@example.nz',
      '+6421' || (5550000 + n), 'Please send me more about this property. Number ' || n, (${listingIds}::text[])[n % ${LISTINGS} + 1],
      (array['new', 'contacted', 'viewing', 'offer', 'closed'])[n % 5 + 1], now() - n * interval '1 minute'
    from generate_series(1, ${amount}) n`
  await sql`insert into notification (id, type, "listingId", "leadId", "createdAt")
    select 'ntfn_' || id, 'lead_created', "listingId", id, "createdAt" from lead where "userId" = ${userId}`
  await sql`insert into event (id, event, "listingId", "leadId", "createdAt")
    select 'evnt_' || id || n, 'listing_view', "listingId", id, "createdAt" + n * interval '1 second'
    from lead, generate_series(1, 3) n where "userId" = ${userId} and right(id, 1) in ('1', '4', '7')`
  await sql`vacuum analyze`
  const deep = async (sort: string, key: string) => {
    const [last] = await sql.raw(
      `select ${key} as key, id from lead where "userId" = $1 order by 1 desc, 2 desc offset $2 limit 1`,
      [userId, Math.floor(amount * 0.4)],
    )
    return { sort, cursor: Buffer.from(JSON.stringify([sort, last?.key, last?.id])).toString('base64url') }
  }
  const microseconds = (column: string) => `(extract(epoch from "${column}") * 1000000)::bigint::text`
  const questions = {
    first: [{}, { sort: 'oldest' }, { sort: 'name' }, { sort: 'seen' }],
    deep: [await deep('newest', microseconds('createdAt')), await deep('seen', microseconds('lastSeenAt'))],
    search: [{ search: 'last7' }, { search: 'buyer77@example' }, { search: 'nobody at all' }],
    filter: [
      { status: 'offer' },
      { listingId: listingIds[3] },
      { listingId: listingIds[3], status: 'new', sort: 'name' },
    ],
    people: [{}, { sort: 'hottest' }, { sort: 'name' }],
    peopleSearch: [{ search: 'last7' }, { search: 'buyer77@example' }, { search: 'nobody at all' }],
  }
  return { email, questions }
}

async function p95Of({ cookie }: Desk, name: string, questions: object[]) {
  const times: number[] = []
  for (let turn = 0; turn < CALLS; turn++)
    for (const data of questions) {
      const began = performance.now()
      const { status } = await call(app.url, name, { data, headers: { cookie } })
      times.push(performance.now() - began)
      if (status !== 200) throw new Error(`${name} answered ${status}.`)
    }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

/** How long it takes to fetch every lead as a table, and by how much the process grows over it. */
async function exportOf({ cookie }: Desk) {
  const before = residentMb()
  const began = performance.now()
  const answer = await fetch(`${app.url}/portal/leads.csv`, { headers: { cookie } })
  let most = before
  let lines = 0
  for await (const part of answer.body ?? []) {
    lines += Buffer.from(part).toString('latin1').split('\r\n').length - 1
    most = Math.max(most, residentMb())
  }
  if (lines !== MANY + 1) throw new Error(`The export has ${lines} lines.`)
  return { exportSeconds: round((performance.now() - began) / 1000), exportGrowthMb: round(most - before) }
}

function residentMb() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.process.pid}/status`, 'utf8'))?.[1]) / 1024
}

function round(value: number) {
  return Math.round(value * 1000) / 1000
}
