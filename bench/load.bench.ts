import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { easyBotCheckAnswer } from '../test/fixtures/botCheck.ts'
import { IPHONE, listingViewEvent, newIpAddress } from '../test/fixtures/events.ts'
import { leadForm } from '../test/fixtures/leads.ts'
import { call } from '../test/support/call.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { cpuSeconds, processTree } from './support/cpu.ts'
import { type BenchListing, coverPhotoPath, createManyListings } from './support/manyListings.ts'
import { report } from './support/report.ts'
import { residentMegabytes } from './support/residentMemory.ts'

/**
 * A thousand buyers at once on ten thousand listings, and on a hundred thousand: each opens a page, its photo and is counted, looks for a
 * while, and now and then leaves details. Buyers, PostgreSQL and the web processes, one for each core, share the machine.
 */
const SIZES = [10_000, 100_000]
const BUYERS = 1_000
const SECONDS = 60
/** What a buyer does between two pages, in milliseconds. */
const [MIN_VISIT_MS, MAX_VISIT_MS] = [2_000, 8_000]
/** One visit in so many ends in a lead. */
const VISITS_PER_LEAD = 50
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'

type Kind = 'page' | 'photo' | 'event' | 'lead'

interface Round {
  url: string
  agent: Agent
  listings: BenchListing[]
  until: number
  times: Record<Kind, number[]>
  failures: string[]
}

const results = []
for (const size of SIZES) results.push(await measure(size))
const [small, large] = results
report('load', {
  ...small,
  larger: large,
  p95Growth: round((large?.milliseconds.all?.p95 ?? 0) / (small?.milliseconds.all?.p95 ?? 1)),
  buyers: BUYERS,
  budgets: { errorShare: 0, p95: 500, p95Growth: 1.3, memoryGrowth: 1.15 },
})

async function measure(size: number) {
  const DATA_DIR = await temporaryFolder()
  // No number of web processes: one for each core.
  const app = await startBuiltApp({ DATA_DIR, APP_SECRET, TRUSTED_PROXIES: '127.0.0.1', WEB_PROCESSES: '' })
  const agent = new Agent({ keepAlive: true, maxSockets: BUYERS })
  try {
    const listings = await createManyListings(DATA_DIR, size)
    console.log(`${listings.length} listings are published`)
    const pid = app.process.pid ?? 0
    await untilIdle(pid)
    const before = { cpu: cpuOf(pid), at: performance.now() }
    const times: Round['times'] = { page: [], photo: [], event: [], lead: [] }
    const visits = { url: app.url, agent, listings, until: performance.now() + SECONDS * 1000, times, failures: [] }
    const watching = watchMemory(pid, visits.until)
    await Promise.all(Array.from({ length: BUYERS }, (_, nth) => look(visits, nth)))
    const memory = await watching
    const seconds = (performance.now() - before.at) / 1000
    const all = Object.values(times).flat()
    const { failures } = visits
    const middle = memory[Math.floor(memory.length / 2)] ?? 1
    return {
      errorShare: failures.length / (all.length + failures.length),
      failures: failures.slice(0, 5),
      requests: all.length,
      requestsPerSecond: Math.round(all.length / seconds),
      milliseconds: Object.fromEntries(Object.entries({ all, ...times }).map(([what, some]) => [what, spread(some)])),
      memory: { begin: memory[1], middle, end: memory.at(-1) },
      memoryGrowth: round((memory.at(-1) ?? 0) / middle),
      processorsUsed: round((cpuOf(pid) - before.cpu) / seconds),
      ...{ listings: size, seconds: Math.round(seconds) },
    }
  } finally {
    agent.destroy()
    await app.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Of the primary, the web processes, the worker and what they have started, PostgreSQL included. */
function cpuOf(pid: number) {
  return processTree(pid).reduce((total, one) => total + cpuSeconds(one), 0)
}

/** The pictures of new listings are drawn first. */
async function untilIdle(pid: number) {
  for (let used = 1; used > 0.1; ) {
    const before = cpuOf(pid)
    await pause(2_000)
    used = (cpuOf(pid) - before) / 2
  }
}

async function look(visits: Round, nth: number) {
  const { listings, until } = visits
  const address = newIpAddress()
  // Visitors do not all start at the same moment.
  await pause((nth / BUYERS) * MAX_VISIT_MS)
  for (let visit = nth; performance.now() < until; visit++) {
    const listing = listings[(visit * 7919) % listings.length] as BenchListing
    await ask(visits, 'page', 200, () => send(visits, 'GET', `/listings/${listing.slug}`, address))
    await ask(visits, 'photo', 200, () => send(visits, 'GET', coverPhotoPath(listing), address))
    const event = JSON.stringify(listingViewEvent(listing))
    await ask(visits, 'event', 204, () => send(visits, 'POST', '/_event', address, event))
    if (visit % VISITS_PER_LEAD === 0) await ask(visits, 'lead', 200, () => submitLead(visits, listing, address))
    await pause(MIN_VISIT_MS + Math.random() * (MAX_VISIT_MS - MIN_VISIT_MS))
  }
}

async function submitLead({ url }: Round, listing: BenchListing, address: string) {
  const data = leadForm({ listingId: listing.id, turnstile: await easyBotCheckAnswer(APP_SECRET, 'lead') })
  const headers = { 'x-forwarded-for': address }
  return (await call(url, 'submitLead', { method: 'POST', data, headers })).status
}

function send({ url, agent }: Round, method: string, path: string, address: string, body?: string) {
  const headers = {
    ...{ 'user-agent': IPHONE, accept: 'text/html,image/webp', 'accept-encoding': 'br, gzip' },
    ...{ 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
    ...(body && { 'content-type': 'text/plain;charset=UTF-8' }),
  }
  return new Promise<number>((resolve, reject) => {
    request(new URL(path, url), { method, agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })
}

async function ask({ times, failures }: Round, what: Kind, expected: number, request: () => Promise<number>) {
  const began = performance.now()
  const status = await request().catch((error: Error) => error.message)
  if (status === expected) times[what].push(performance.now() - began)
  else failures.push(`${what}: ${status}`)
}

/** Of all processes together, every two seconds. PostgreSQL has its own budget. */
async function watchMemory(pid: number, until: number) {
  const memory: number[] = []
  while (performance.now() < until) {
    const ours = processTree(pid).filter((one) => readFileSync(`/proc/${one}/comm`, 'utf8').trim() !== 'postgres')
    memory.push(Math.round(ours.reduce((total, one) => total + residentMegabytes(one), 0)))
    await pause(2_000)
  }
  return memory
}

function spread(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
