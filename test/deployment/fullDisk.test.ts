import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lead } from '../../src/db/schema/leads.ts'
import { createAgent } from '../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../fixtures/botCheck.ts'
import { newIpAddress } from '../fixtures/events.ts'
import { leadForm } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { fillDataFolder, startBuiltApp } from '../support/processes/app.ts'
import { openAppDatabase, secretIn } from '../support/processes/appData.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

/** Run by `npm run test:services -- full-disk`, which lets it mount a disk of its own. */
const DISK_MEGABYTES = 600
const TIMEOUT_MS = 300_000

/** The whole of a small disk. */
async function mountDisk() {
  const folder = await temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) throw new Error(`mount failed: ${mounted.stderr}`)
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Writes until there is no room for another byte, and returns how to undo it. */
function fill(folder: string) {
  const ballast = join(folder, 'ballast')
  for (let size = 2 ** 20; size >= 1; size /= 16)
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  return () => rmSync(ballast)
}

/** PostgreSQL goes on for a while on a full disk, in its own files: until its tables and its log have no room either. */
async function useReserves({ sql }: Awaited<ReturnType<typeof openAppDatabase>>) {
  const write = () => sql`insert into reserve select string_agg(random()::text, '') from generate_series(1, 50000)`
  await expect(
    (async () => {
      for (;;) await write()
    })(),
  ).rejects.toThrow()
}

test('a disk that is really full: nothing that fails is acknowledged, pages are shown or say 503, and with room again it goes on by itself', {
  timeout: TIMEOUT_MS,
}, async () => {
  const DATA_DIR = await mountDisk()
  await fillDataFolder(DATA_DIR)
  const app = await startBuiltApp({ DATA_DIR, TRUSTED_PROXIES: '127.0.0.1,::1' })
  onTestFinished(async () => void (await app.stop()))
  const before = await openAppDatabase(DATA_DIR)
  const listing = await createPublishedListing(before.db, { agent: await createAgent(before.db) })
  await before.sql`create table reserve (bytes text)`

  const acknowledged: string[] = []
  const statuses = new Set<number>()
  async function leaveDetails(note: string) {
    const data = { ...leadForm({ listingId: listing.id, note }), turnstile: await easyBotCheckAnswer(secret, 'lead') }
    const { status } = await call(app.url, 'submitLead', {
      ...{ method: 'POST', data, headers: { 'x-forwarded-for': newIpAddress() } },
    })
    if (status === 200) acknowledged.push(data.email)
    statuses.add(status)
    return status
  }
  const secret = secretIn(DATA_DIR)
  expect(await leaveDetails('There is room.')).toBe(200)

  const makeRoom = fill(DATA_DIR)
  await useReserves(before)
  await before.close()
  await eventually(async () => (await leaveDetails('There is none.')) === 503, TIMEOUT_MS)
  const isShown = async () => (await fetch(`${app.url}/listings/${listing.slug}`)).status
  const shown = [
    await isShown(),
    await leaveDetails('There is none.'),
    await isShown(),
    await leaveDetails('There is none.'),
  ]
  expect(shown.filter((status) => ![200, 503].includes(status))).toEqual([])

  makeRoom()
  await eventually(async () => (await leaveDetails('There is room again.')) === 200, TIMEOUT_MS)
  expect(await isShown()).toBe(200)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect([...statuses].toSorted()).toEqual([200, 503])
  const after = await openAppDatabase(DATA_DIR)
  onTestFinished(after.close)
  const stored = (await after.db.select().from(lead)).filter(({ listingId }) => listingId === listing.id)
  const emails = stored.map(({ email }) => email)
  expect(acknowledged.filter((email) => !emails.includes(email))).toEqual([])
  expect(new Set(emails).size).toBe(emails.length)
})
