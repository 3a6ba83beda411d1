import { loadavg } from 'node:os'
import { openDatabase } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { findMember } from '../../src/platform/auth/sessions.server.ts'
import { type AnalyticsContext, type Call, calls, filteredCalls } from './analyticsCalls.ts'
import { plainQueries } from './plainQueries.ts'
import { median } from './report.ts'
import { withoutTimeout } from './withoutTimeout.ts'

const ROUNDS = 20
/** They take long. */
const PLAIN_ROUNDS = 3
const FILTERED_ROUNDS = 5

interface Times {
  small: number[]
  large: number[]
  plain: number[]
}

/** Every call on both databases by turns, and the plain query on the large one. Compared are medians. */
export async function measureAnalytics(smallUrl: string, largeUrl: string) {
  const [small, large] = [await openDesk(smallUrl), await openDesk(largeUrl)]
  const times = new Map(calls.map((call): [Call, Times] => [call, { small: [], large: [], plain: [] }]))
  for (let round = -1; round < ROUNDS; round++)
    for (const [call, { small: ofSmall, large: ofLarge }] of times) {
      const taken = [await timeOf(() => call.ask(small)), await timeOf(() => call.ask(large))] as const
      // The first round finds everything cold.
      if (round < 0) continue
      ofSmall.push(taken[0])
      ofLarge.push(taken[1])
    }
  const filtered = await withoutTimeout(largeUrl, ({ db }) => measureFiltered({ ...large, db }))
  await withoutTimeout(largeUrl, async ({ sql }) => {
    await sql`create index plain_by_listing on event ("listingId", "createdAt")`
    // An index that has all columns is no plain one.
    await sql`set enable_indexonlyscan = off`
    for (let round = 0; round < PLAIN_ROUNDS; round++)
      for (const [call, { plain }] of times) {
        const queries = plainQueries(sql, large, call)
        if (queries.length > 0) plain.push(await timeOf(() => oneByOne(queries)))
      }
    await sql`drop index plain_by_listing`
  })
  await Promise.all([small, large].map(({ close }) => close()))
  return { ...summarise([...times]), filteredP95Ms: filtered }
}

async function oneByOne(queries: (() => PromiseLike<unknown>)[]) {
  for (const query of queries) await query()
}

function summarise(times: [Call, Times][]) {
  const figures = times.map(([call, { small, large, plain }]) => ({
    ...call,
    ...{ p95Ms1M: p95(small), p95Ms10M: p95(large), p50Ms1M: round(median(small)), p50Ms10M: round(median(large)) },
    ...(plain.length > 0
      ? { plainP50Ms10M: round(median(plain)), ratioToPlain: round(median(large) / median(plain)) }
      : {}),
  }))
  const growth = (kind: string) => {
    const total = (key: 'p95Ms1M' | 'p95Ms10M') =>
      figures.filter((one) => one.kind === kind).reduce((sum, one) => sum + one[key], 0)
    return round(total('p95Ms10M') / total('p95Ms1M'))
  }
  return {
    slowestP95Ms: Math.max(...figures.map(({ p95Ms10M }) => p95Ms10M)),
    dayRatio10Mto1M: growth('days'),
    deviceRatio10Mto1M: growth('devices'),
    largestRatioToPlainIndex: Math.max(...figures.map(({ ratioToPlain }) => ratioToPlain ?? 0)),
    calls: Object.fromEntries(
      figures.map(({ name, kind: _, ofOne: __, days: ___, ask: ____, ...rest }) => [name, rest]),
    ),
    rounds: ROUNDS,
    plainRounds: PLAIN_ROUNDS,
    loadAverage: round(loadavg()[0] ?? 0),
    budgets: { slowestP95Ms: 300, dayRatio10Mto1M: 2, deviceRatio10Mto1M: 2, largestRatioToPlainIndex: 0.25 },
  }
}

async function measureFiltered(context: AnalyticsContext) {
  const figures: Record<string, number> = {}
  for (const [name, ask] of Object.entries(filteredCalls(context))) {
    const taken: number[] = []
    for (let round = 0; round < FILTERED_ROUNDS; round++) taken.push(await timeOf(ask))
    figures[name] = p95(taken)
  }
  return figures
}

async function openDesk(url: string) {
  const { db, close } = openDatabase(url)
  const [first] = await db.select({ id: user.id }).from(user)
  const agent = first && (await findMember(db, first.id))
  if (!agent) throw new Error('Nobody is there.')
  return { db, close, agent, listingId: `list_${agent.id.slice(4)}1` }
}

async function timeOf(request: () => Promise<unknown>) {
  const began = performance.now()
  await request()
  return performance.now() - began
}

function p95(values: number[]) {
  return round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN)
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
