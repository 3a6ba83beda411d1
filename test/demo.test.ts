import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublicListing } from '../src/features/listings/listings.schema.ts'
import { DEMO_FOLDER, readManifest } from '../src/seed/demoFiles.server.ts'
import { solveBotCheck } from './fixtures/botCheck.ts'
import { buyerCalls } from './fixtures/buyers.ts'
import { call } from './support/call.ts'
import { findReferences, type Reference } from './support/content/htmlReferences.ts'
import { unzip } from './support/content/unzip.ts'
import { eventually } from './support/eventually.ts'
import { type RunningApp, startBuiltApp } from './support/processes/app.ts'

/** With what its first start has left: the demo agency, and its pictures when their jobs were done. */
let app: RunningApp
let listing: PublicListing
beforeAll(async () => {
  app = await startBuiltApp()
  const { result: path } = await call(app.url, 'fetchLiveExample')
  const { result } = await call(app.url, 'fetchPublicListing', { data: { id: String(path).replace('/listings/', '') } })
  listing = result as PublicListing
})
afterAll(() => app?.stop())

test('the live example is a listing of the demo agency with all its photos', async () => {
  expect(listing.title).toBe('14 Kōwhai Hollow Rise, Karori')
  const pictures = listing.photos.flatMap(({ id }) => ['480', '960', '1920'].map((width) => `/photos/${id}/${width}`))
  for (const picture of pictures) {
    const answer = await fetch(app.url + picture)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  }
})

test('its share picture is drawn after the start', async () => {
  const typeOf = async () =>
    (await fetch(`${app.url}/listings/${listing.slug}/preview.jpg`)).headers.get('content-type') ?? ''
  await eventually(async () => (await typeOf()) === 'image/jpeg')
})

test('a buyer who sends their details can read its LIM and download all documents', async () => {
  const buyers = buyerCalls({ app, url: app.url }, () => solveBotCheck(app.url, 'lead'))
  const { cookie } = await buyers.submitLead(listing.id)
  const lim = listing.documents.find(({ kind }) => kind === 'lim')
  const { result } = await buyers.open(listing.id, lim?.id ?? '', cookie)
  const answer = await fetch(new URL((result as { url: string }).url, app.url))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const own = (await readManifest(DEMO_FOLDER))[listing.slug] ?? []
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(own.find(({ kind }) => kind === 'lim')?.sha256)

  const all = await fetch(`${app.url}/listings/${listing.id}/documents.zip`, { headers: { cookie } })
  expect(unzip(Buffer.from(await all.arrayBuffer())).size).toBe(listing.documents.length)
})

test('the home page leads to the live example and to what its vendor sees, with a running campaign', async () => {
  const home = await (await fetch(app.url)).text()
  const [, path = ''] = /href="(\/vendor\?key=[^"]+)"/.exec(home) ?? []
  expect(home).toContain(`href="/listings/${listing.slug}"`)
  const page = await fetch(app.url + path.replaceAll('&amp;', '&'))
  expect([path !== '', page.status]).toEqual([true, 200])
  const report = await page.text()
  for (const shown of [listing.title, 'Views by day', 'Documents that buyers read', 'Open homes', 'What’s next'])
    expect(report).toContain(shown)
})

test('following every link from the home page, without an account, finds only pages, images, files and anchors that exist', async () => {
  const { pages, dead, outside } = await follow(app.url, ['/', '/get-started', '/login', '/reset-password'])
  expect(dead).toEqual([])
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['/', '/features', '/pricing', '/about', '/help', '/privacy-policy', '/terms']),
  )
  expect([...pages.keys()].filter((path) => path.startsWith('/listings/')).length).toBeGreaterThan(0)
  for (const url of outside) expect(url).toMatch(/^(https:\/\/|mailto:|tel:|webcal:\/\/)/)
})

/** Links that do something instead of leading somewhere. */
const ACTIONS = /^\/checkout\//

async function follow(origin: string, starts: string[]) {
  const pages = new Map<string, string>()
  const asked = new Map<string, number>()
  const dead: string[] = []
  const outside = new Set<string>()
  const waiting: Reference[] = starts.map((url) => ({ url: origin + url, from: 'the start' }))
  for (const { url, from } of waiting) {
    const { protocol, pathname, search, hash, origin: whose } = new URL(url)
    if (!['http:', 'https:'].includes(protocol) || whose !== origin) {
      outside.add(url)
      continue
    }
    if (ACTIONS.test(pathname)) continue
    const address = pathname + search
    if (!asked.has(address)) {
      const answer = await fetch(origin + address, { headers: { accept: 'text/html' } })
      asked.set(address, answer.status)
      const text = await answer.text()
      if (answer.headers.get('content-type')?.startsWith('text/html')) {
        pages.set(pathname, text)
        waiting.push(...findReferences(text, origin + address))
      }
    }
    if (asked.get(address) !== 200) dead.push(`${address} of ${from}: ${asked.get(address)}`)
    if (hash && !hasPlace(pages.get(pathname), hash.slice(1))) dead.push(`${address}${hash} of ${from}: no such place`)
  }
  return { pages, dead, outside }
}

const hasPlace = (html: string | undefined, id: string) => html?.includes(`id="${id}"`) ?? false
