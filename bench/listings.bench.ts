import { openDatabase } from '../src/db/client.server.ts'
import { event } from '../src/db/schema/events.ts'
import { listing } from '../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { createAgent, signInAs } from '../test/fixtures/agents.ts'
import { listingValues } from '../test/fixtures/listings.ts'
import { call } from '../test/support/call.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { median, report } from './support/report.ts'

/** Does the list stay quick for an agent with very many listings? */
const FEW = 100
const MANY = 10_000
const ROUNDS = 5
const CALLS = 60
/** What the page asks for: the first page in each order, a search, a filter. */
const questions = [{}, { sort: 'title' }, { sort: 'created' }, { search: 'house' }, { state: 'published' }]

const app = await startBuiltApp()
try {
  const [few, many] = await prepare([FEW, MANY])
  for (const cookie of [few, many]) await p95Of(cookie)
  const rounds: { few: number; many: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ few: await p95Of(few), many: await p95Of(many) })
  const listP95FewMs = round(median(rounds.map((figures) => figures.few)))
  const listP95ManyMs = round(median(rounds.map((figures) => figures.many)))
  report('listings', {
    listP95FewMs,
    listP95ManyMs,
    listRatio: round(listP95ManyMs / listP95FewMs),
    few: FEW,
    many: MANY,
    rounds: ROUNDS,
    callsPerRound: CALLS * questions.length,
    budgets: { listRatio: 3 },
  })
} finally {
  await app.stop()
}

/** An agent for each amount of listings, signed in; every third listing is published and has been looked at. */
async function prepare(amounts: number[]) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir))
  const agents = await Promise.all(amounts.map(() => createAgent(db)))
  for (const [place, agent] of agents.entries()) {
    const listings = Array.from({ length: amounts[place] ?? 0 }, (_, n) => {
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
      return listingValues({
        agent,
        title: `House ${(n * 7919) % 10_007}`,
        subtitle: '3 bed · 1 bath · 640 m²',
        description: { type: 'doc', content: [{ type: 'paragraph' }] },
        publishedAt: n % 3 ? null : minutesAgo(n),
        createdAt: minutesAgo(n),
        updatedAt: minutesAgo(n),
      })
    })
    for (let start = 0; start < listings.length; start += 1_000) {
      const part = listings.slice(start, start + 1_000)
      await db.insert(listing).values(part)
      const seen = part.filter(({ publishedAt }) => publishedAt)
      await db.insert(event).values(seen.map(({ id }) => ({ event: 'listing_view', listingId: id })))
    }
  }
  await db.execute('analyze')
  await close()
  return Promise.all(agents.map(({ email }) => signInAs(app.url, email))) as Promise<[string, string]>
}

async function p95Of(cookie: string) {
  const times: number[] = []
  for (let turn = 0; turn < CALLS; turn++)
    for (const data of questions) {
      const began = performance.now()
      const { status } = await call(app.url, 'fetchListings', { data, headers: { cookie } })
      times.push(performance.now() - began)
      if (status !== 200) throw new Error(`The list answered ${status}.`)
    }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

function round(value: number) {
  return Math.round(value * 1000) / 1000
}
