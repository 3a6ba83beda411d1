import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { openDatabase } from '../src/db/client.server.ts'
import { user } from '../src/db/schema/accounts.ts'
import { addToRecord, type RecordedListing, type RecordFact } from '../src/features/record/server/addToRecord.server.ts'
import { provideRecordKeys } from '../src/features/record/server/recordChain.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { demoSignIn } from '../src/seed/demoAgent.ts'
import { signInAs } from '../test/fixtures/agents.ts'
import { createLead } from '../test/fixtures/leads.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { median, report } from './support/report.ts'

/** How long does an agent wait for a certificate? And what does an entry of the record add to a transaction? */
const ENTRIES = 500
const ROUNDS = 7
const ADDITIONS = 200
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'

const DATA_DIR = await temporaryFolder()
const app = await startBuiltApp({ DATA_DIR, APP_SECRET, WEB_PROCESSES: '1' })
provideRecordKeys(APP_SECRET)
const { db, close } = openDatabase(await attachEmbeddedPostgres(DATA_DIR))
try {
  const recorded = await createLongRecord()
  const cookie = await signInAs(app.url, demoSignIn.email, demoSignIn.password)
  const seconds: number[] = []
  let bytes = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const startedAt = performance.now()
    const response = await fetch(`${app.url}/portal/listings/${recorded.listingId}/certificate`, {
      headers: { cookie },
    })
    bytes = (await response.arrayBuffer()).byteLength
    if (response.status !== 200) throw new Error(`The certificate was answered with ${response.status}.`)
    seconds.push((performance.now() - startedAt) / 1000)
  }
  // The first starts the media process.
  const [first = Number.NaN, ...next] = seconds
  report('certificate', {
    seconds500Entries: round2(median(next)),
    secondsFirst: round2(first),
    kilobytes: Math.round(bytes / 1000),
    additionMs: round2(await measureAdditions(recorded)),
    entries: ENTRIES,
    rounds: ROUNDS,
    budgets: { seconds500Entries: 2 },
  })
} finally {
  await close()
  await app.stop()
  await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
}

/** Ten buyers who open, read, download and confirm. */
async function createLongRecord() {
  const [agent] = await db.select().from(user).where(eq(user.email, demoSignIn.email))
  if (!agent) throw new Error('There is no demo agent.')
  const { id: listingId, agencyId } = await createPublishedListing(db, { agent })
  const facts: RecordFact[] = []
  const leads = await Promise.all(Array.from({ length: 10 }, () => createLead(db, { listingId })))
  for (let n = 0; facts.length < ENTRIES; n++) {
    const person = { leadId: leads[n % leads.length]?.id ?? '' }
    const about = { person, fileId: `file_${String(n % 12).padStart(16, '0')}`, version: 1 + (n % 3) }
    const name = `Building report ${n % 12}`
    facts.push(
      { kind: 'version_opened', ...about, details: { name } },
      { kind: 'version_read', ...about, details: { name, pagesRead: n % 40, pages: 40, seconds: n } },
      { kind: 'downloaded', ...about, details: { name, isZip: false } },
      { kind: 'acknowledged', ...about, details: { name, sha256: 'a'.repeat(64), statement: 'I have read it.' } },
    )
  }
  await db.transaction((tx) => addToRecord(tx, { agencyId, listingId }, facts.slice(0, ENTRIES)))
  return { agencyId, listingId }
}

/** Milliseconds for one entry about a lead in its own transaction, one after the other: the most that a request waits for it. */
async function measureAdditions(at: RecordedListing) {
  const { id: leadId } = await createLead(db, { listingId: at.listingId })
  const startedAt = performance.now()
  for (let n = 0; n < ADDITIONS; n++)
    await db.transaction((tx) =>
      addToRecord(tx, at, [{ kind: 'version_opened', person: { leadId }, fileId: 'file_0', version: n }]),
    )
  return (performance.now() - startedAt) / ADDITIONS
}

function round2(value: number) {
  return Math.round(value * 100) / 100
}
