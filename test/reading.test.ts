import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { lead } from '../src/db/schema/leads.ts'
import { reading } from '../src/db/schema/readings.ts'
import { signDocumentKey } from '../src/features/leads/server/documents/documentKey.server.ts'
import { sendReading } from './fixtures/events.ts'
import { createListingWithReader } from './fixtures/leads.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1' })

/** A lead who opens a document of 12 pages in the browser. */
async function openToRead(headers: Record<string, string> = {}) {
  const { listing, files, lead: reader } = await createListingWithReader(parts, [{ pageCount: 12 }])
  const cookie = `${listing.id}=${signDocumentKey(TEST_SECRET, 'cookie', reader.id)}`
  const data = { listingId: listing.id, fileId: files[0]?.id ?? '', inline: true }
  const opened = await call(parts.url, 'openDocument', { method: 'POST', data, headers: { ...headers, cookie } })
  const { readingKey } = opened.result as { readingKey: string | null }
  const report = (fields: object = {}) => ({ key: readingKey, pageTenths: [120, 35], searches: [], ...fields })
  const stored = async () => (await parts.db.select().from(reading).where(eq(reading.leadId, reader.id)))[0]
  return { readingKey, reader, report, stored }
}

const send = (body: unknown, headers?: Record<string, string>, method?: string) =>
  sendReading(parts.url, { body, headers, method })

test('a browser reports what was read with the key that came with the document', async () => {
  const { report, stored } = await openToRead()
  expect(await send(report())).toEqual({ status: 204, text: '' })
  expect((await stored())?.pageSeconds).toEqual([12, 3.5])
})

describe('nothing is stored of a report', () => {
  test.each<[string, object]>([
    ['with pages that the document does not have', { pageTenths: Array(13).fill(1) }],
    ['of more time than the document has been open', { pageTenths: [6_000] }],
    ['with negative, broken or huge numbers', { pageTenths: [-1, 1.5, 1e9] }],
    ['with words that cannot be stored', { searches: [{ words: 'a\0b', second: 1 }] }],
    ['with half a character', { searches: [{ words: '\ud800', second: 1 }] }],
    ['with words that are too long', { searches: [{ words: 'x'.repeat(101), second: 1 }] }],
    ['with too many searches', { searches: Array(21).fill({ words: 'roof', second: 1 }) }],
    ['with something else in it', { leadId: 'lead_other' }],
  ])('%s: 400', async (_, fields) => {
    const { report, stored } = await openToRead()
    expect((await send(report(fields))).status).toBe(400)
    expect(await stored()).toBeUndefined()
  })

  test('threat 109: with a key for another lead, or none that we signed: 403', async () => {
    const [mine, other] = [await openToRead(), await openToRead()]
    const forged = mine.readingKey?.replace(mine.reader.id, other.reader.id)
    for (const key of [forged, 'made-up', ''])
      expect(await send(mine.report({ key }))).toMatchObject({
        status: 403,
        text: expect.stringContaining('no longer open'),
      })
    expect([await mine.stored(), await other.stored()]).toEqual([undefined, undefined])
  })

  test('from another website, by GET, without JSON, or that is too large', async () => {
    const { report, stored } = await openToRead()
    expect((await send(report(), { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(undefined, {}, 'GET')).status).toBe(405)
    expect((await send('{"key":')).status).toBe(400)
    expect((await send('x'.repeat(70_000))).status).toBe(413)
    expect(await stored()).toBeUndefined()
  })

  test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }, { 'user-agent': 'Googlebot/2.1' }])(
    'with %j, which gets the same answer',
    async (headers) => {
      const { report, stored } = await openToRead()
      expect(await send(report(), headers)).toEqual({ status: 204, text: '' })
      expect(await stored()).toBeUndefined()
    },
  )
})

test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
  'a browser that sends %j gets no key, and the lead is noted as not measured',
  async (headers) => {
    const { readingKey, reader } = await openToRead(headers)
    expect(readingKey).toBeNull()
    const [noted] = await parts.db.select().from(lead).where(eq(lead.id, reader.id))
    expect(noted?.readingDeclinedAt).toBeInstanceOf(Date)
  },
)

test('threat 55: the log has no key, no seconds and no words of a report, refused or not', async () => {
  const { report, readingKey, reader } = await openToRead()
  const before = parts.app.output().length
  const searches = [{ words: 'canary moisture', second: 1 }]
  expect((await send(report({ pageTenths: [117], searches }))).status).toBe(204)
  expect((await send(report({ pageTenths: [11_711_711], searches }))).status).toBe(400)
  const logged = () => parts.app.output().slice(before)
  await eventually(() => logged().split('/_reading').length > 2)
  for (const secret of ['canary', readingKey ?? '', reader.id, '11711711']) expect(logged()).not.toContain(secret)
})
