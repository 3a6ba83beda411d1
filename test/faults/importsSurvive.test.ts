import { rm } from 'node:fs/promises'
import { sql as query } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/client.server.ts'
import { feedRun } from '../../src/db/schema/feeds.ts'
import { createApiKey } from '../../src/features/api/server/apiKeys.server.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embeddedServices/postgres.server.ts'
import { createAgent } from '../fixtures/agents.ts'
import { createZip } from '../fixtures/content/officeFiles.ts'
import { housePhoto } from '../fixtures/content/photos.ts'
import { reaxmlFile, reaxmlListing } from '../fixtures/reaxml.ts'
import { eventually } from '../support/eventually.ts'
import { startCrashingApp } from '../support/faults/crashingApp.ts'
import { isLong } from '../support/longRun.ts'
import { freePort, newDataFolder } from '../support/processes/app.ts'

const LISTINGS = 12
const KILL_AFTER = 5
/** After a kill, the job of the dead process is noticed within half a minute. */
const TIMEOUT_MS = 120_000

test('after a kill in the middle an import continues, and ends as one that was never interrupted', async () => {
  const DATA_DIR = await newDataFolder()
  const app = await startCrashingApp({ PORT: String(await freePort()), DATA_DIR, WEB_PROCESSES: '1' })
  onTestFinished(async () => {
    await app.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  })
  const database = openDatabase(await attachEmbeddedPostgres(DATA_DIR), { max: 4 })
  onTestFinished(database.close)
  const { db, sql } = database
  const zip = await writeZip()
  const send = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' }
    const response = await fetch(`${app.url}/feeds/reaxml`, { method: 'POST', headers, body: new Uint8Array(zip) })
    const { id } = await response.json()
    return id as string
  }
  const readCounts = (id: string) =>
    eventually(async () => {
      const [run] = await sql<{ counts: unknown }>`
        select report->'counts' as counts from feed_run where id = ${id} and state = 'done'`
      return run?.counts
    }, TIMEOUT_MS)
  const [killed, calm] = [await openAgency(database), await openAgency(database)]

  // While it waits for the listing after the first few. The queries also keep the transaction from being ended as idle.
  const killAmongListings = () =>
    db.transaction(async (tx) => {
      const lock = `feed ${killed.agencyId} ${uniqueId(KILL_AFTER)}`
      await tx.execute(query`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
      const sent = await send(killed.token)
      await eventually(async () => {
        const { rows } = await tx.execute(query`select from listing where "agencyId" = ${killed.agencyId}`)
        return rows.length === KILL_AFTER
      })
      await kill()
      return sent
    })
  // While it has stored the bytes of a photo and can't store the photo.
  const killAmongPhotos = (send: () => Promise<string>) =>
    db.transaction(async (tx) => {
      await tx.execute(query`lock table file in share mode`)
      const sent = await send()
      await eventually(async () => {
        const { rows } = await tx.execute(query`select from feed_photo join listing on listing.id = "listingId"
          where listing."agencyId" = ${killed.agencyId} and "fileId" like 'upl%'`)
        return rows.length > 0
      }, TIMEOUT_MS)
      await kill()
      return sent
    })
  const kill = async () => {
    const kills = app.kills + 1
    void app.breakSomething('application')
    await eventually(() => app.kills === kills)
  }
  // Each kill takes half a minute to be noticed.
  const first = isLong ? await killAmongListings() : undefined
  if (first) await app.mended()
  const id = await killAmongPhotos(async () => first ?? (await send(killed.token)))
  await app.mended()

  const all = { created: LISTINGS, changed: 0, same: 0, failed: 0 }
  expect(await readCounts(id)).toMatchObject(all)
  expect(await readCounts(await send(calm.token))).toMatchObject(all)
  const state = await readState(database, killed.agencyId)
  expect(state).toHaveLength(LISTINGS)
  expect(state).toEqual(await readState(database, calm.agencyId))

  expect(await readCounts(await send(killed.token))).toMatchObject({ created: 0, changed: 0, same: LISTINGS })
  expect(await readState(database, killed.agencyId)).toEqual(state)
}, 400_000)

const uniqueId = (number: number) => `CRM-${String(number).padStart(2, '0')}`

/** Each listing with a photo. */
async function writeZip() {
  const numbers = Array.from({ length: LISTINGS }, (_, number) => number)
  const listings = numbers.map((number) =>
    reaxmlListing({
      ...{ id: uniqueId(number), number: String(number + 1), bedrooms: number },
      more: `<images><img id="m" file="${number}.jpg"/></images>`,
    }),
  )
  const photos = await Promise.all(numbers.map(async (number) => [`${number}.jpg`, await housePhoto(number)]))
  return createZip({ 'listings.xml': reaxmlFile(...listings), ...Object.fromEntries(photos) })
}

/** An agency that has imported before, with a key for its CRM. */
async function openAgency({ db }: Pick<Database, 'db'>) {
  const agent = await createAgent(db)
  const { agencyId, id: userId } = agent
  const { token } = await createApiKey(db, agent, { name: 'CRM', scopes: ['feeds:write'], days: null })
  await db.insert(feedRun).values({ agencyId, userId, name: 'confirmed.xml', size: 1, state: 'done' })
  return { agencyId, token }
}

/** Every listing of the agency, imported or not, with what belongs to it. */
const readState = ({ sql }: Pick<Database, 'sql'>, agencyId: string) =>
  sql`select "uniqueId", title, subtitle, description, bedrooms, "streetNumber", status, feed_listing.sent,
    (select count(*)::int from open_home where "listingId" = listing.id) as "openHomes",
    array(select "originalName" from file where "listingId" = listing.id) as photos,
    array(select source from feed_photo where "listingId" = listing.id and "fileId" like 'file%') as sources
    from listing left join feed_listing on "listingId" = listing.id where listing."agencyId" = ${agencyId} order by title`
