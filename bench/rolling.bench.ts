import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../src/db/client.server.ts'
import { migrateDatabase } from '../src/db/migrate.server.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { easyBotCheckAnswer } from '../test/fixtures/botCheck.ts'
import { listingViewEvent, newIpAddress, sendEvent } from '../test/fixtures/events.ts'
import { leadForm } from '../test/fixtures/leads.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { call } from '../test/support/call.ts'
import { eventually } from '../test/support/eventually.ts'
import { freePort, type RunningApp, startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { startBalancer } from './support/balancer.ts'
import { report } from './support/report.ts'

/** Two web processes behind a proxy, each restarted in turn while buyers look, read and leave their details: who notices? */
const ROUNDS = 5
const BUYERS = 12
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'

const folder = await temporaryFolder()
const embedded = await startEmbeddedPostgres(folder, console.error)
await migrateDatabase(embedded.url, join(projectRoot, 'drizzle'))
const database = openDatabase(embedded.url, { max: 2 })
const listing = await createPublishedListing(database.db)

const ports = [await freePort(), await freePort()]
const start = (port: number) =>
  startBuiltApp({
    ...{ PORT: String(port), APP_URL: 'http://localhost', APP_SECRET, DATABASE_URL: embedded.url },
    ...{ TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '4' },
  })
const apps: RunningApp[] = await Promise.all(ports.map(start))
const balancer = await startBalancer(ports)

const failures: string[] = []
const times: number[] = []
let leads = 0
let isOver = false

try {
  const buyers = Array.from({ length: BUYERS }, (_, nth) => buy(nth))
  for (let round = 0; round < ROUNDS; round++)
    for (const [nth, port] of ports.entries()) {
      await apps[nth]?.stop()
      apps[nth] = await start(port)
      await eventually(() => balancer.isReady(port))
      console.log(`${round * ports.length + nth + 1} restarts, ${times.length} requests, ${failures.length} failed`)
    }
  isOver = true
  await Promise.all(buyers)
  const [stored] = await database.sql`select count(*)::int as leads from lead`
  times.sort((one, other) => one - other)
  const percentile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  report('rolling', {
    failed: failures.length,
    failures: failures.slice(0, 5),
    requests: times.length,
    restarts: ROUNDS * ports.length,
    leads: { acknowledged: leads, stored: stored?.leads },
    milliseconds: { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) },
    buyers: BUYERS,
    budgets: { failed: 0 },
  })
} finally {
  balancer.stop()
  for (const app of apps) await app.stop()
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Looks at the page, is counted, and now and then leaves details: once, for what fails has failed. */
async function buy(nth: number) {
  for (let visit = 0; !isOver; visit++) {
    const headers = { accept: 'text/html', 'x-forwarded-for': newIpAddress() }
    await ask('page', 200, async () => {
      const page = await fetch(`${balancer.url}/listings/${listing.slug}`, { headers })
      const text = await page.text()
      return page.status === 200 ? 200 : `${page.status} ${text}`
    })
    await ask('event', 204, async () => (await sendEvent(balancer.url, { body: listingViewEvent(listing) })).status)
    if (visit % 5 === nth % 5) await ask('lead', 200, leaveDetails)
  }
}

async function leaveDetails() {
  const data = leadForm({ listingId: listing.id, turnstile: await easyBotCheckAnswer(APP_SECRET, 'lead') })
  const headers = { 'x-forwarded-for': newIpAddress() }
  const { status } = await call(balancer.url, 'submitLead', { method: 'POST', data, headers })
  if (status === 200) leads += 1
  return status
}

async function ask(what: string, expected: number, request: () => Promise<number | string>) {
  const began = performance.now()
  const status = await request().catch((error: Error) => `${error.message} ${(error.cause as Error)?.message}`)
  times.push(performance.now() - began)
  if (status !== expected) failures.push(`${what}: ${status}`)
}
