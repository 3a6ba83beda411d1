import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { demoSignIn } from '../src/seed/demoAgent.ts'
import { signInAs } from '../test/fixtures/agents.ts'
import { easyBotCheckAnswer } from '../test/fixtures/botCheck.ts'
import { IPHONE, listingViewEvent, newIpAddress } from '../test/fixtures/events.ts'
import { leadForm } from '../test/fixtures/leads.ts'
import { call } from '../test/support/call.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { cpuSeconds } from './support/cpu.ts'
import { inParallel } from './support/inParallel.ts'
import { type BenchListing, coverPhotoPath, createManyListings } from './support/manyListings.ts'
import { median, report } from './support/report.ts'

/** What does each kind of request cost the web process? In milliseconds of the processor, without PostgreSQL. */
const ROUNDS = 3
const AT_ONCE = 10
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
/** How many of each kind in a round. */
const COUNTS = { pageHit: 2_000, pageMiss: 200, photo: 500, event: 500, lead: 100, portalList: 200 }
type Kind = keyof typeof COUNTS

const DATA_DIR = await temporaryFolder()
const app = await startBuiltApp({ DATA_DIR, APP_SECRET, TRUSTED_PROXIES: '127.0.0.1', WEB_PROCESSES: '1' })
try {
  const listings = await createManyListings(DATA_DIR, (ROUNDS + 1) * COUNTS.pageMiss)
  const cookie = await signInAs(app.url, demoSignIn.email, demoSignIn.password)
  const figures: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round++)
    for (const [kind, count] of Object.entries(COUNTS) as [Kind, number][]) {
      const own = listings.slice(round * COUNTS.pageMiss, (round + 1) * COUNTS.pageMiss)
      const ms = await measure(count, prepare(kind, own, cookie))
      // The first round warms up.
      if (round > 0) figures[kind] = [...(figures[kind] ?? []), ms]
    }
  report('requests', {
    cpuMs: Object.fromEntries(Object.entries(figures).map(([kind, values]) => [kind, round3(median(values))])),
    counts: COUNTS,
    rounds: ROUNDS,
    atOnce: AT_ONCE,
  })
} finally {
  await app.stop()
  await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
}

async function measure(count: number, request: (nth: number) => Promise<void>) {
  await untilIdle()
  const before = cpuSeconds(app.process.pid)
  await inParallel(AT_ONCE, [...Array(count).keys()], (work) => work(request))
  return (1000 * (cpuSeconds(app.process.pid) - before)) / count
}

/** Background jobs that earlier requests have caused must not count. */
async function untilIdle() {
  for (let used = 1; used > 0.02; ) {
    const before = cpuSeconds(app.process.pid)
    await pause(1_000)
    used = cpuSeconds(app.process.pid) - before
  }
}

/** Sends one request and expects its success. */
function prepare(kind: Kind, listings: BenchListing[], cookie: string): (nth: number) => Promise<void> {
  const at = (nth: number) => listings[nth % listings.length] as BenchListing
  const headers = () => ({
    ...{ 'user-agent': IPHONE, accept: 'text/html,image/webp', 'accept-encoding': 'br, gzip' },
    ...{ 'x-forwarded-for': newIpAddress(), 'sec-fetch-site': 'same-origin' },
  })
  const get = async (path: string) => expectStatus(200, await fetch(app.url + path, { headers: headers() }))
  if (kind === 'pageHit') return () => get(`/listings/${at(0).slug}`)
  if (kind === 'pageMiss') return (nth) => get(`/listings/${at(nth).slug}?`)
  if (kind === 'photo') return (nth) => get(coverPhotoPath(at(nth)))
  if (kind === 'event')
    return async (nth) => {
      const body = JSON.stringify(listingViewEvent(at(nth)))
      await expectStatus(204, await fetch(`${app.url}/_event`, { method: 'POST', headers: headers(), body }))
    }
  if (kind === 'lead')
    return async (nth) => {
      const data = leadForm({ listingId: at(nth).id, turnstile: await easyBotCheckAnswer(APP_SECRET, 'lead') })
      const { status } = await call(app.url, 'submitLead', { method: 'POST', data, headers: headers() })
      if (status !== 200) throw new Error(`A lead was answered with ${status}.`)
    }
  return async () => {
    const data = {}
    const { status, text } = await call(app.url, 'fetchListings', { data, headers: { ...headers(), cookie } })
    if (status !== 200) throw new Error(`The list was answered with ${status}: ${text.slice(0, 200)}`)
  }
}

async function expectStatus(status: number, response: Response) {
  await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${response.url} was answered with ${response.status}.`)
}

function round3(value: number) {
  return Math.round(value * 1000) / 1000
}
