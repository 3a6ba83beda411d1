import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { easyBotCheckAnswer } from '../test/fixtures/botCheck.ts'
import { IPHONE, listingViewEvent, newIpAddress } from '../test/fixtures/events.ts'
import { leadForm } from '../test/fixtures/leads.ts'
import { startBuiltApp } from '../test/support/app.ts'
import { call } from '../test/support/call.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { cpuSeconds } from './support/cpu.ts'
import { type BenchListing, coverPhotoPath, createManyListings } from './support/manyListings.ts'
import { report } from './support/report.ts'
import { residentMegabytes } from './support/residentMemory.ts'

/**
 * A thousand buyers at once on ten thousand listings: each opens a page, its photo and is counted, looks for a while, and now and then
 * leaves details. Buyers and server share the machine.
 */
const LISTINGS = 10_000
const BUYERS = 1_000
const SECONDS = 60
/** What a buyer does between two pages, in milliseconds. */
const [MIN_VISIT_MS, MAX_VISIT_MS] = [2_000, 8_000]
/** One visit in so many ends in a lead. */
const VISITS_PER_LEAD = 50
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
const METRICS_TOKEN = 'bench-token-bench-token'

const DATA_DIR = await temporaryFolder()
const app = await startBuiltApp({
  DATA_DIR,
  APP_SECRET,
  METRICS_TOKEN,
  TRUSTED_PROXIES: '127.0.0.1',
})
const agent = new Agent({ keepAlive: true, maxSockets: BUYERS })
const times: Record<string, number[]> = { page: [], photo: [], event: [], lead: [] }
const failures: string[] = []
const memory: number[] = []

try {
  const listings = await createManyListings(DATA_DIR, LISTINGS)
  console.log(`${listings.length} listings are published`)
  const before = { cpu: cpuSeconds(app.process.pid), at: performance.now() }
  const until = performance.now() + SECONDS * 1000
  const watching = watchMemory(until)
  await Promise.all(Array.from({ length: BUYERS }, (_, nth) => look(listings, nth, until)))
  await watching
  const seconds = (performance.now() - before.at) / 1000
  const all = Object.values(times).flat()
  report('load', {
    errorShare: failures.length / (all.length + failures.length),
    failures: failures.slice(0, 5),
    requests: all.length,
    requestsPerSecond: Math.round(all.length / seconds),
    milliseconds: Object.fromEntries(Object.entries({ all, ...times }).map(([what, some]) => [what, spread(some)])),
    eventLoopLag: await readLag(),
    memory: { begin: memory[1], middle: memory[Math.floor(memory.length / 2)], end: memory.at(-1) },
    memoryGrowth: round((memory.at(-1) ?? 0) / (memory[Math.floor(memory.length / 2)] ?? 1)),
    processorsUsed: round((cpuSeconds(app.process.pid) - before.cpu) / seconds),
    ...{ listings: LISTINGS, buyers: BUYERS, seconds: Math.round(seconds) },
    budgets: { errorShare: 0.001, memoryGrowth: 1.15 },
  })
} finally {
  agent.destroy()
  await app.stop()
  await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
}

async function look(listings: BenchListing[], nth: number, until: number) {
  const address = newIpAddress()
  // Visitors do not all start at the same moment.
  await pause((nth / BUYERS) * MAX_VISIT_MS)
  for (let visit = nth; performance.now() < until; visit++) {
    const listing = listings[(visit * 7919) % listings.length] as BenchListing
    await ask('page', 200, () => send('GET', `/listings/${listing.slug}`, address))
    await ask('photo', 200, () => send('GET', coverPhotoPath(listing), address))
    await ask('event', 204, () => send('POST', '/_event', address, JSON.stringify(listingViewEvent(listing))))
    if (visit % VISITS_PER_LEAD === 0) await ask('lead', 200, () => submitLead(listing, address))
    await pause(MIN_VISIT_MS + Math.random() * (MAX_VISIT_MS - MIN_VISIT_MS))
  }
}

async function submitLead(listing: BenchListing, address: string) {
  const data = leadForm({ listingId: listing.id, turnstile: await easyBotCheckAnswer(APP_SECRET, 'lead') })
  const headers = { 'x-forwarded-for': address }
  return (await call(app.url, 'submitLead', { method: 'POST', data, headers })).status
}

function send(method: string, path: string, address: string, body?: string) {
  const headers = {
    ...{ 'user-agent': IPHONE, accept: 'text/html,image/webp', 'accept-encoding': 'br, gzip' },
    ...{ 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
    ...(body && { 'content-type': 'text/plain;charset=UTF-8' }),
  }
  return new Promise<number>((resolve, reject) => {
    request(new URL(path, app.url), { method, agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })
}

async function ask(what: keyof typeof times, expected: number, request: () => Promise<number>) {
  const began = performance.now()
  const status = await request().catch((error: Error) => error.message)
  if (status === expected) times[what]?.push(performance.now() - began)
  else failures.push(`${what}: ${status}`)
}

async function watchMemory(until: number) {
  while (performance.now() < until) {
    memory.push(Math.round(residentMegabytes(app.process.pid)))
    await pause(2_000)
  }
}

/** From the application's own metrics, in milliseconds. */
async function readLag() {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const figures = await (await fetch(`${app.url}/metrics`, { headers })).text()
  const read = (part: string) =>
    round(
      1000 * Number(new RegExp(`^nodejs_eventloop_lag_${part}_seconds(?:\\{.*\\})? (\\S+)`, 'm').exec(figures)?.[1]),
    )
  return { p50: read('p50'), p99: read('p99') }
}

function spread(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
