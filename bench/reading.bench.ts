import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createReadingBuyer } from '../e2e/support/readingBuyer.ts'
import { openDatabase } from '../src/db/client.server.ts'
import { shortRandomId } from '../src/db/schema/columns.ts'
import { lead } from '../src/db/schema/leads.ts'
import { reading, readingSession } from '../src/db/schema/readings.ts'
import { signReadingKey } from '../src/features/leads/server/reading/readingKey.server.ts'
import { listReadings } from '../src/features/leads/server/reading/readReadings.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { bookPdf } from '../test/fixtures/content/pdf.ts'
import { IPHONE } from '../test/fixtures/events.ts'
import { createListingWithDocuments } from '../test/fixtures/files.ts'
import { eventually } from '../test/support/eventually.ts'
import { startBuiltApp, TEST_SECRET } from '../test/support/processes/app.ts'
import { appStorage } from '../test/support/processes/appData.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { cpuSeconds, processTree } from './support/cpu.ts'
import { inParallel } from './support/inParallel.ts'
import { browserArguments } from './support/listingPage.ts'
import { report } from './support/report.ts'

/**
 * How well is reading measured, and what does it cost? A scripted reader dwells on pages of a 60-page PDF for known times, on a phone and on
 * a laptop. Then 500 readers report every 15 seconds of their reading, as fast as the server takes it.
 */
const PAGES = 60
/** Page and seconds, from a glance to a page that is studied. The first page is shown before the script starts. */
const DWELLS: [number, number][] = [
  ...([2, 3, 4, 5, 12, 13, 14, 40, 41, 60] as const).map((page, nth): [number, number] => [page, 1.5 + (nth % 4)]),
  [13, 4],
  [2, 2],
]
/** Reports of browsers that say they are driven by a program are dropped. */
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: IPHONE },
  laptop: { viewport: { width: 1440, height: 900 }, userAgent: LAPTOP },
}
const READERS = 500
/** Who have read the document before. Most rows are not written any more. */
const EARLIER_READERS = 2_000
const REPORT_SECONDS = 15
const ROUNDS = 12
const PAGES_PER_REPORT = 2
const CONNECTIONS = 16
/** How often a lead's own row is written while they read: it is at most once a minute. */
const ROUNDS_PER_MINUTE = 4

const folder = await temporaryFolder()
const DATA_DIR = join(folder, 'data')
const app = await startBuiltApp({ DATA_DIR, APP_SECRET: TEST_SECRET, TRUSTED_PROXIES: '127.0.0.1', WEB_PROCESSES: '1' })
const database = openDatabase(await attachEmbeddedPostgres(DATA_DIR), { max: 4 })
const { db, sql } = database
const storage = appStorage(DATA_DIR)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: browserArguments })
try {
  await untilIdle()
  const accuracy = {
    phone: await measureAccuracy(browser, DEVICES.phone),
    laptop: await measureAccuracy(browser, DEVICES.laptop),
  }
  await browser.close()
  const cost = await measureCost()
  const errors = Object.values(accuracy).flat()
  report('reading', {
    worstPageErrorSeconds: round(Math.max(...errors.map(({ error }) => error))),
    worstPageErrorShare: round(Math.max(...errors.map(({ error, seconds }) => error / seconds))),
    /** Each page has to meet one of the two budgets for errors. */
    pagesBeyondBoth: errors.filter(({ error, seconds }) => error > 1 && error > seconds * 0.05).length,
    ...cost,
    pagesMeasured: errors.length,
    readers: READERS,
    earlierReaders: EARLIER_READERS,
    reportsPerReader: ROUNDS,
    budgets: { worstPageErrorSeconds: 1, pagesBeyondBoth: 0, cpuMsPerReadingSecond: 0.2, bytesPerPageRead: 40 },
  })
} finally {
  await browser.close()
  await database.close()
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What was stored for each page, compared with the time that the page itself has counted between two scrolls. */
async function measureAccuracy(chrome: Browser, device: (typeof DEVICES)[keyof typeof DEVICES]) {
  const context = await chrome.newContext({ ...device, baseURL: app.url })
  const content = bookPdf(Array.from({ length: PAGES }, (_, index) => [`Page ${index + 1}`, 'Weatherboards and roof']))
  const documents = [{ name: 'Building report', content, pageCount: PAGES }]
  const withData = { ...app, dataDir: DATA_DIR, db, storage, database }
  const opened = await createReadingBuyer(withData, context, documents, storage, TEST_SECRET)
  const page = await context.newPage()
  await page.goto(`/listings/${opened.listing.slug}`)
  await page.getByRole('button', { name: 'Building report' }).click()
  await page.locator('[data-page="1"] canvas').waitFor()
  const truth = await dwell(page)
  // An earlier report may have all pages already, but not the last seconds on them.
  const lastReport = page.waitForRequest('**/_reading')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await (await lastReport).response()
  const find = async () =>
    (await listReadings(db, [opened.lead.agencyId], [opened.lead.id])).get(opened.lead.id)?.documents[0]
  const stored = await eventually(async () => {
    const found = await find()
    return found && found.pageSeconds.length >= PAGES && found
  }, 60_000)
  await context.close()
  return [...truth].map(([number, seconds]) => ({
    ...{ number, seconds },
    error: Math.abs((stored.pageSeconds[number - 1] ?? 0) - seconds),
  }))
}

/** Scrolls inside the page, so that the connection to the browser adds no time. Returns the seconds on each page. */
async function dwell(page: Page) {
  const seconds = await page.evaluate(async (dwells) => {
    const area = document.querySelector('[role="group"][data-scrolls]')
    const spent: [number, number][] = []
    for (const [number, time] of dwells) {
      const target = document.querySelector<HTMLElement>(`[data-page="${number}"]`)
      area?.scrollTo({ top: (target?.offsetTop ?? 0) - 8, behavior: 'instant' })
      const from = performance.now()
      await new Promise((resolve) => setTimeout(resolve, time * 1000))
      spent.push([number, (performance.now() - from) / 1000])
    }
    area?.scrollTo({ top: 0, behavior: 'instant' })
    return spent
  }, DWELLS)
  const sums = new Map<number, number>()
  for (const [number, spent] of seconds) sums.set(number, (sums.get(number) ?? 0) + spent)
  return sums
}

async function measureCost() {
  const readers = await createReaders()
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let cpuMs = 0
  for (let round = 1; round <= ROUNDS; round++) {
    if (round % ROUNDS_PER_MINUTE === 1)
      await sql`update lead set "lastSeenAt" = now() - interval '2 minutes', "isHeatDue" = false where id like 'lead_bench%'`
    const before = treeCpuSeconds()
    await inParallel(CONNECTIONS, readers, (work) =>
      work(({ key, ip }) => sendReport(agent, ip, { key, pageTenths: readUntil(round), searches: [] })),
    )
    // The first round plans the statement on each connection.
    if (round > 1) cpuMs += (treeCpuSeconds() - before) * 1000
  }
  agent.destroy()
  await sql`vacuum analyze reading`
  await sql`vacuum analyze reading_sum`
  const [size] = await sql<{ bytes: string; pages: string }>`
    select pg_total_relation_size('reading') + pg_total_relation_size('reading_sum') as bytes,
      (select sum((select count(*) from unnest("pageSeconds") one where one > 0)) from reading) as pages`
  return {
    cpuMsPerReadingSecond: round3(cpuMs / (READERS * REPORT_SECONDS * (ROUNDS - 1))),
    cpuMsPerReport: round3(cpuMs / (READERS * (ROUNDS - 1))),
    bytesPerPageRead: round(Number(size?.bytes) / Number(size?.pages)),
  }
}

/** Leads who all opened the same document an hour ago, after others have read it. */
async function createReaders() {
  const { files, ...listing } = await createListingWithDocuments({ db, storage }, [{ pageCount: PAGES }])
  const fileId = files[0]?.id ?? ''
  const issuedAt = new Date(Date.now() - 3600_000)
  const earlier = await createLeads(listing.id, EARLIER_READERS)
  const times = { firstReadAt: issuedAt, lastReadAt: issuedAt }
  const pageSeconds = readUntil(ROUNDS).map((tenths) => tenths / 10)
  await db.insert(reading).values(earlier.map((leadId) => ({ leadId, fileId, version: 1, pageSeconds, ...times })))
  const leads = await createLeads(listing.id, READERS)
  const keys = leads.map((leadId) => ({
    ...{ sessionId: `read_${shortRandomId()}`, leadId, isGuest: false, fileId, version: 1, pageCount: PAGES, issuedAt },
  }))
  await db.insert(readingSession).values(
    keys.map(({ sessionId: id, leadId }) => ({
      ...{ id, leadId, fileId, version: 1, pageSeconds: [], startedAt: issuedAt, reportedAt: issuedAt },
    })),
  )
  await sql`analyze`
  return keys.map((key, nth) => ({
    key: signReadingKey(TEST_SECRET, key),
    ip: `203.0.${Math.floor(nth / 250)}.${1 + (nth % 250)}`,
  }))
}

async function createLeads(listingId: string, count: number) {
  const rows = Array.from({ length: count }, () => {
    const id = `lead_bench${shortRandomId().slice(5)}`
    return { id, firstName: 'Mere', lastName: 'Walker', note: '', email: `${id}@bench.example`, phone: '', listingId }
  })
  await db.insert(lead).values(rows)
  return rows.map(({ id }) => id)
}

/** Everything since the document was opened, as browsers report it: two pages in every 15 seconds. */
function readUntil(round: number) {
  return Array.from({ length: round * PAGES_PER_REPORT }, () => (REPORT_SECONDS * 10) / PAGES_PER_REPORT)
}

function sendReport(agent: Agent, ip: string, body: object) {
  const headers = { 'user-agent': IPHONE, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ip }
  return new Promise<void>((resolve, reject) => {
    const sent = request(`${app.url}/_reading`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', resolve)
      if (response.statusCode !== 204) reject(new Error(`A report was answered with ${response.statusCode}.`))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

/** The application and its PostgreSQL. */
function treeCpuSeconds() {
  return processTree(app.process.pid ?? 0).reduce((total, pid) => total + cpuSeconds(pid), 0)
}

/** Until the demo agency is prepared, which is not what is measured. */
function untilIdle() {
  return eventually(async () => {
    const open =
      await sql`select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`
    return open.length === 0
  }, 120_000)
}

function round(value: number) {
  return Math.round(value * 100) / 100
}

function round3(value: number) {
  return Math.round(value * 1000) / 1000
}
