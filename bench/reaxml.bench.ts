import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { openDatabase } from '../src/db/client.server.ts'
import { user } from '../src/db/schema/accounts.ts'
import { feedRun } from '../src/db/schema/feeds.ts'
import { createApiKey } from '../src/features/api/server/apiKeys.server.ts'
import { findMember } from '../src/platform/auth/sessions.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { demoSignIn } from '../src/seed/demoAgent.ts'
import { reaxmlFile, reaxmlListing } from '../test/fixtures/reaxml.ts'
import { eventually } from '../test/support/eventually.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { report } from './support/report.ts'

/** How long do 1,000 listings of a CRM take: as new drafts, the same again, and all changed? */
const LISTINGS = 1_000
const MAX_SECONDS = 60

const DATA_DIR = await temporaryFolder()
const app = await startBuiltApp({ DATA_DIR, WEB_PROCESSES: '1' })
const { db, close } = openDatabase(await attachEmbeddedPostgres(DATA_DIR))
try {
  const token = await createKey()
  const fileOf = (modTime: string, bedrooms: number) =>
    reaxmlFile(
      ...Array.from({ length: LISTINGS }, (_, at) =>
        reaxmlListing({ id: `CRM-${at}`, number: `${at + 1}`, modTime, bedrooms, description: 'Sunny. '.repeat(200) }),
      ),
    )
  const created = await importFile(token, fileOf('2026-11-01-09:00:00', 3))
  const same = await importFile(token, fileOf('2026-11-01-09:00:00', 3))
  const changed = await importFile(token, fileOf('2026-11-02-09:00:00', 4))
  report('reaxml', { listings: LISTINGS, seconds: { created, same, changed }, budgets: { seconds: MAX_SECONDS } })
  if (Math.max(created, same, changed) > MAX_SECONDS) process.exitCode = 1
} finally {
  await close()
  await app.stop()
  await rm(DATA_DIR, { recursive: true, force: true })
}

async function createKey() {
  const [demo] = await db.select().from(user).where(eq(user.email, demoSignIn.email))
  const agent = demo && (await findMember(db, demo.id))
  if (!agent) throw new Error('There is no demo agent.')
  const { token } = await createApiKey(db, agent, { name: 'CRM', scopes: ['feeds:write'], days: null })
  // As if an import had been confirmed before.
  await db
    .insert(feedRun)
    .values({ agencyId: agent.agencyId, userId: agent.id, name: 'confirmed.xml', size: 1, state: 'done' })
  return token
}

/** The seconds from sending the file until its report. */
async function importFile(token: string, body: string) {
  const startedAt = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' }
  const response = await fetch(`${app.url}/feeds/reaxml`, { method: 'POST', headers, body })
  if (response.status !== 202) throw new Error(`The file was answered with ${response.status}.`)
  const { id } = await response.json()
  await eventually(async () => {
    const [run] = await db.select().from(feedRun).where(eq(feedRun.id, id))
    if (run?.state === 'failed') throw new Error('The import failed.')
    return run?.state === 'done'
  }, 300_000)
  return Math.round((performance.now() - startedAt) / 100) / 10
}
