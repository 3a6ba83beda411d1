import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listingViewEvent, sendEvent } from '../fixtures/events.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { startCrashingApp } from '../support/faults/crashingApp.ts'
import { freePort, newDataFolder } from '../support/processes/app.ts'
import { openAppDatabase } from '../support/processes/appData.ts'

const WRITERS = 8
const EVENTS = 600

test('after a kill and a database restart every acknowledged event is stored once', async () => {
  const DATA_DIR = await newDataFolder()
  const app = await startCrashingApp({ PORT: String(await freePort()), DATA_DIR, TRUSTED_PROXIES: '127.0.0.1,::1' })
  onTestFinished(async () => {
    await app.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  })
  const { db, close } = await openAppDatabase(DATA_DIR)
  const listing = await createPublishedListing(db)
  await close()

  const answered: string[] = []
  let sent = 0
  const visit = async () => {
    while (sent < EVENTS) {
      const nth = ++sent
      if (nth === 100) void app.breakSomething('application')
      if (nth === 300) void app.breakSomething('database')
      const name = `/visit-${nth}`
      const body = { ...listingViewEvent(listing), referrer: `https://example.com${name}` }
      const answer = await sendEvent(app.url, { body }).catch(() => undefined)
      if (answer?.status === 204) answered.push(name)
      else await app.mended()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, visit))
  await app.mended()
  expect({ kills: app.kills, restarts: app.restarts }).toEqual({ kills: 1, restarts: 1 })

  const after = await openAppDatabase(DATA_DIR)
  onTestFinished(after.close)
  const stored = await after.sql<{ name: string; times: number }>`
    select "referrerPathname" as name, count(*)::int as times from event where "listingId" = ${listing.id} group by 1`
  const times = new Map(stored.map((row) => [row.name, row.times]))
  expect(answered.length).toBeGreaterThan(200)
  expect(answered.filter((name) => times.get(name) !== 1)).toEqual([])
  const [sums] =
    await after.sql`select sum(events)::int as n from event_day where "listingId" = ${listing.id} and facet = 'listing'`
  expect(sums?.n).toBe(stored.reduce((sum, row) => sum + row.times, 0))
}, 180_000)
