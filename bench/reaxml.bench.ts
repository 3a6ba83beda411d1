import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { openDatabase } from '../src/db/client.server.ts'
import { feedRun } from '../src/db/schema/feeds.ts'
import { createApiKey } from '../src/features/api/server/apiKeys.server.ts'
import type { FeedAction, FeedReport } from '../src/features/feeds/feeds.schema.ts'
import { descriptionFromText } from '../src/features/listings/description/description.schema.ts'
import { createListing } from '../src/features/listings/server/listings.server.ts'
import type { Agent } from '../src/platform/auth/sessions.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { reaxmlFile, reaxmlListing } from '../test/fixtures/reaxml.ts'
import { eventually } from '../test/support/eventually.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { processTree } from './support/cpu.ts'
import { median, report } from './support/report.ts'
import { residentMegabytes } from './support/residentMemory.ts'

/**
 * How long do 1,000 listings of a CRM take: as new drafts, the same again, and all changed? Compared with the same drafts made one after the other
 * by the portal's own command, and with the memory that the application and its media process take meanwhile.
 */
const LISTINGS = 1_000
const ROUNDS = 3
const SAMPLE_MS = 100
const TIMEOUT_MS = 300_000
const DESCRIPTION = 'Sunny. '.repeat(200).trim()

const DATA_DIR = await temporaryFolder()
const app = await startBuiltApp({ DATA_DIR, WEB_PROCESSES: '1' })
const { db, sql, close } = openDatabase(await attachEmbeddedPostgres(DATA_DIR))
const memory = sampleMemory()
try {
  const rounds: Awaited<ReturnType<typeof measureRound>>[] = []
  // The first imports also load the code and start the media process.
  await measureRound(0)
  memory.begin()
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await measureRound(round))
  const medianOf = (name: keyof (typeof rounds)[number]) => rounded(median(rounds.map((one) => one[name])))
  report('reaxml', {
    createSeconds: medianOf('createSeconds'),
    repeatSeconds: medianOf('repeatSeconds'),
    changeSeconds: medianOf('changeSeconds'),
    plainSeconds: medianOf('plainSeconds'),
    createRatioToPlain: rounded(median(rounds.map((one) => one.createSeconds / one.plainSeconds))),
    changedRowsOfRepeat: Math.max(...rounds.map((one) => one.changedRowsOfRepeat)),
    grownMemoryMb: Math.round(memory.grown()),
    listings: LISTINGS,
    rounds: ROUNDS,
    budgets: {
      ...{ createSeconds: 60, repeatSeconds: 60, changeSeconds: 60, createRatioToPlain: 4 },
      ...{ changedRowsOfRepeat: 0, grownMemoryMb: 200 },
    },
  })
} finally {
  memory.stop()
  await close()
  await app.stop()
  await rm(DATA_DIR, { recursive: true, force: true })
}

/** Each in an agency of its own, at addresses of its own. */
async function measureRound(round: number) {
  const agent = await createAgent(db, { password: 'none' })
  const { token } = await createApiKey(db, agent, { name: 'CRM', scopes: ['feeds:write'], days: null })
  // As if an import had been confirmed before.
  await db
    .insert(feedRun)
    .values({ agencyId: agent.agencyId, userId: agent.id, name: 'confirmed.xml', size: 1, state: 'done' })
  const fileOf = (modTime: string, bedrooms: number) =>
    reaxmlFile(
      ...Array.from({ length: LISTINGS }, (_, at) =>
        reaxmlListing({ id: `CRM-${at}`, number: `${round}${at}`, modTime, bedrooms, description: DESCRIPTION }),
      ),
    )
  const plainSeconds = await seconds(() => createPlainly(round))
  const file = fileOf('2026-11-01-09:00:00', 3)
  const createSeconds = await seconds(() => importFile(token, file, 'created'))
  const before = await rowsOf(agent)
  const repeatSeconds = await seconds(() => importFile(token, file, 'same'))
  const after = await rowsOf(agent)
  const changedRowsOfRepeat = [...after].filter((row) => !before.has(row)).length
  const changeSeconds = await seconds(() => importFile(token, fileOf('2026-11-02-09:00:00', 4), 'changed'))
  return { plainSeconds, createSeconds, repeatSeconds, changeSeconds, changedRowsOfRepeat }
}

/** The baseline: what the commands and the database need for the same drafts, without a file, a queue or a comparison. */
async function createPlainly(round: number) {
  const agent = await createAgent(db, { password: 'none' })
  const openHomes = [{ startsAt: new Date('2099-12-05T00:00:00Z'), endsAt: new Date('2099-12-05T00:30:00Z'), note: '' }]
  for (let at = 0; at < LISTINGS; at++)
    await createListing(db, agent, {
      ...{ title: '', subtitle: 'Sunny villa near the school', description: descriptionFromText(DESCRIPTION) },
      ...{ streetNumber: `${round}${at}`, street: 'Rimu Street', suburb: 'Karori', city: 'Wellington' },
      ...{ region: 'Wellington', postcode: '6012', country: 'NZ', bedrooms: 3, bathrooms: 2, openHomes },
    })
}

/** From sending the file until its report. */
async function importFile(token: string, body: string, outcome: FeedAction) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' }
  const response = await fetch(`${app.url}/feeds/reaxml`, { method: 'POST', headers, body })
  if (response.status !== 202) throw new Error(`The file was answered with ${response.status}.`)
  const { id } = await response.json()
  const run = await eventually(async () => {
    const [found] = await db.select().from(feedRun).where(eq(feedRun.id, id))
    return (found?.state === 'done' || found?.state === 'failed') && found
  }, TIMEOUT_MS)
  const count = (run.report as FeedReport | null)?.counts[outcome]
  if (count !== LISTINGS) throw new Error(`${count} listings were ${outcome}, and the import is ${run.state}.`)
}

/** Every row of the agency that an import could change, as one text each. */
async function rowsOf({ agencyId }: Agent) {
  const rows = await sql<{ row: string }>`
    select md5(listing::text) as row from listing where "agencyId" = ${agencyId}
    union all select md5(feed_listing::text) from feed_listing where "agencyId" = ${agencyId}
    union all select md5(open_home::text) from open_home join listing on listing.id = "listingId" where listing."agencyId" = ${agencyId}`
  return new Set(rows.map(({ row }) => row))
}

async function seconds(work: () => Promise<void>) {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

function rounded(number: number) {
  return Math.round(number * 100) / 100
}

/** Of the application and the processes that it has started, without the database. */
function sampleMemory() {
  let [before, peak] = [0, 0]
  const timer = setInterval(() => {
    peak = Math.max(peak, residentNow())
  }, SAMPLE_MS)
  return {
    begin() {
      before = residentNow()
      peak = before
    },
    grown: () => peak - before,
    stop: () => clearInterval(timer),
  }
}

function residentNow() {
  const { pid } = app.process
  if (pid === undefined) return 0
  return processTree(pid)
    .filter((one) => readName(one) !== 'postgres')
    .reduce((sum, one) => sum + readMegabytes(one), 0)
}

/** A process may end meanwhile. */
function readName(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
function readMegabytes(pid: number) {
  try {
    // One that has ended, and was not waited for yet, has none.
    return residentMegabytes(pid) || 0
  } catch {
    return 0
  }
}
