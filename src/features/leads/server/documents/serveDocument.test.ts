import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { file } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { lead as leadTable } from '#db/schema/leads.ts'
import { listing as listingTable } from '#db/schema/listings.ts'
import { listReadableDocuments } from '#features/files/server/access/readableDocuments.server.ts'
import { removeReaderCopiesJob } from '#features/files/server/access/readerCopies.server.ts'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { DAY_MS } from '#values/durations.ts'
import { bookPdf, endlessPdf } from '../../../../../test/fixtures/content/pdf.ts'
import type { DocumentFields } from '../../../../../test/fixtures/files.ts'
import { createInvitee, createLead, createListingWithReader } from '../../../../../test/fixtures/leads.ts'
import { unzip } from '../../../../../test/support/content/unzip.ts'
import { cachedMediaProgram } from '../../../../../test/support/services/mediaWorker.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { onEachStorage } from '../../../../../test/support/services/storages.ts'
import { eraseLeads } from '../eraseLeads.server.ts'
import { acknowledgeDocument } from './acknowledgeDocument.server.ts'
import { type DocumentKey, listChosenDocuments } from './documentAccess.server.ts'
import { createDocumentsZip } from './documentsZip.server.ts'
import { openDocument } from './openDocument.server.ts'
import { respondWithDocument, respondWithPage, respondWithText } from './serveDocument.server.ts'

const refusedWith = (status: number) => expect.objectContaining({ status })
const report = bookPdf([['Building report', 'Weathertight'], ['Moisture'], ['Roof']])
const REPORT: DocumentFields = { name: 'Building report', content: report, pageCount: 3 }

onEachStorage((parts, isThorough) => {
  let opened: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    opened = await openServices([], { storage: parts.storage })
  })
  afterAll(() => opened.close())

  async function openListing(documents: DocumentFields[] = [REPORT]) {
    const { db } = opened.database
    const { agent, listing, files, lead } = await createListingWithReader({ db, storage: parts.storage }, documents)
    const [first] = files
    if (!first) throw new Error('There is no document.')
    const open = (inline: boolean, key: DocumentKey = { leadId: lead.id, isGuest: false }) =>
      openDocument(opened.services, { listingId: listing.id, fileId: first.id, inline }, key)
    const ask = (url: string, headers: Record<string, string> = {}, services = opened.services) =>
      respondWithDocument(services, requestTo(url, headers), first.id)
    const askPage = (url: string, page: number | string, width: number | string = 800) =>
      respondWithPage(opened.services, requestTo(`${url}&width=${width}`), first.id, String(page))
    const change = (fields: Partial<typeof file.$inferInsert>) =>
      db.update(file).set(fields).where(eq(file.id, first.id))
    const askText = (url: string) => respondWithText(opened.services, requestTo(url), first.id, '1')
    return { db, agent, listing, files, lead, first, open, ask, askPage, askText, change }
  }
  const requestTo = (path: string, headers: Record<string, string> = {}) =>
    new Request(`https://files.example.nz${path}`, { headers })

  test('a buyer gets a URL that shows the document, or downloads it under its name', async () => {
    const { open, ask } = await openListing([{ name: 'LIM report', content: 'all of it' }])
    const shown = await ask((await open(true)).url)
    expect(await shown.text()).toBe('all of it')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    const saved = await ask((await open(false)).url, { range: 'bytes=4-5' })
    expect(saved.headers.get('content-disposition')).toContain('attachment; filename="LIM report.pdf"')
    expect([saved.status, await saved.text(), saved.headers.get('content-range')]).toEqual([206, 'of', 'bytes 4-5/9'])
    expect((await ask((await open(true)).url, { range: 'bytes=9-' })).status).toBe(416)
  })

  test.each([
    ['an unknown type', 'application/x-drawing', 'application/x-drawing'],
    ['no type', null, 'application/octet-stream'],
  ])('a document of %s is downloaded under its name', async (_type, contentType, served) => {
    const { open, ask } = await openListing([{ name: 'Floor plan', content: 'all of it', contentType }])
    const { headers } = await ask((await open(true)).url)
    expect(headers.get('content-type')).toBe(served)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Floor plan";/)
  })

  test('the URL is valid for ten minutes, for its own document, and cannot be changed', async () => {
    const { open, ask, listing, lead, files } = await openListing([REPORT, { name: 'Title', content: 'title' }])
    const { url } = await open(true)
    const other = { listingId: listing.id, fileId: files[1]?.id ?? '' }
    const others = await openDocument(opened.services, other, { leadId: lead.id, isGuest: false })
    for (const wrong of [others.url, url.replace('.own.', '.guest.'), url.slice(0, -1), url.split('key=')[0] ?? ''])
      await expect(ask(wrong)).rejects.toEqual(refusedWith(403))
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 10 * 60_000 + 1)
    onTestFinished(() => void vi.restoreAllMocks())
    await expect(ask(url)).rejects.toEqual(refusedWith(403))
  })

  describe('threat 126: a view-only document is never sent as a file', () => {
    test('by a download, by a URL from before, by the URL of its pages, or in the zip', async () => {
      const { listing, lead, open, ask, change } = await openListing([REPORT, { name: 'Title', content: 'title' }])
      const before = await open(true)
      await change({ isViewOnly: true })
      await expect(open(false)).rejects.toMatchObject({ status: 403, name: 'ViewOnly' })
      await expect(ask(before.url)).rejects.toEqual(refusedWith(403))
      const { url, pages } = await open(true)
      expect(pages).toMatchObject({ count: 3 })
      await expect(ask(url)).rejects.toEqual(refusedWith(403))
      await expect(ask(url.replace('.pages.', '.inline.'))).rejects.toEqual(refusedWith(403))
      const { zip } = await createDocumentsZip(opened.services, listing.id, { leadId: lead.id, isGuest: false })
      const found = unzip(await buffer(zip))
      expect([...found.keys()]).toEqual(['01 Title.pdf', 'Not included.txt'])
      expect(String(found.get('Not included.txt'))).toContain('Building report')
    })

    test('it is sent page by page as pictures of fixed widths, and its text for the search', async () => {
      const { first, open, askPage, change } = await openListing()
      await change({ isViewOnly: true })
      const { url } = await open(true)
      const page = await askPage(url, 2, 160)
      expect(page.headers.get('content-type')).toBe('image/webp')
      const picture = Buffer.from(await page.arrayBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 160, height: 226 })
      const text = await respondWithText(opened.services, requestTo(url), first.id, '2')
      expect(await text.json()).toEqual({ texts: ['Moisture', 'Roof'] })
    })

    test('the listing decides for documents without a choice; a Word document is sent as it is', async () => {
      const { db, listing } = await openListing([REPORT, { name: 'Agreement', contentType: 'application/msword' }])
      const defaults = { areDocumentsViewOnly: true, areDocumentsWatermarked: true }
      await db.update(listingTable).set(defaults).where(eq(listingTable.id, listing.id))
      expect(await listReadableDocuments(db, listing, null)).toMatchObject([
        { access: 'everyone', isViewOnly: true, isWatermarked: true },
        { access: 'everyone', isViewOnly: false, isWatermarked: false },
      ])
    })
  })

  describe('threat 128: a watermark names the reader', () => {
    test('who has a copy of their own, on the screen, in a download and in the zip', async () => {
      const { db, listing, lead, first, open, ask, change } = await openListing()
      await change({ isWatermarked: true })
      const other = await createLead(db, { listingId: listing.id, firstName: 'Wiremu', email: 'wiremu@example.nz' })
      const otherKey = { leadId: other.id, isGuest: false }
      const read = async (key?: typeof otherKey) =>
        Buffer.from(await (await ask((await open(false, key)).url)).arrayBuffer())
      const [own, again, others] = [await read(), await read(), await read(otherKey)]
      expect(own.subarray(0, report.length)).toEqual(report)
      expect(own.length).toBeGreaterThan(report.length)
      expect(again).toEqual(own)
      expect(others).not.toEqual(own)
      const { zip } = await createDocumentsZip(opened.services, listing.id, { leadId: lead.id, isGuest: false })
      expect(unzip(await buffer(zip)).get('01 Building report.pdf')).toEqual(own)
      const { url } = await open(true)
      const across = await ask(url, { range: `bytes=${report.length - 5}-${report.length + 4}` })
      expect(Buffer.from(await across.arrayBuffer())).toEqual(own.subarray(report.length - 5, report.length + 5))
      await expect(ask(url.replace(lead.id, other.id))).rejects.toEqual(refusedWith(403))
      const variants: string[] = []
      for await (const { key } of parts.storage.list(first.path)) variants.push(key)
      expect(variants.filter((key) => /-m[0-9a-f]{24}u$/.test(key))).toHaveLength(2)
    })

    test('and the time at the property', async () => {
      const { db, listing, open, ask, change } = await openListing()
      await change({ isWatermarked: true })
      await db.update(listingTable).set({ country: 'AU', region: 'WA' }).where(eq(listingTable.id, listing.id))
      const { media } = opened.services
      const written: string[] = []
      const run: typeof media.run = (task, input, owner) => {
        written.push(JSON.stringify(input))
        return media.run(task, input, owner)
      }
      const zone = { timeZone: 'Australia/Perth', dateStyle: 'medium', timeStyle: 'short' } as const
      const inPerth = () => new Intl.DateTimeFormat('en-NZ', zone).format(new Date())
      const { url } = await open(false)
      const before = inPerth()
      await ask(url, {}, { ...opened.services, media: { ...media, run } })
      const after = inPerth()
      expect(written).toHaveLength(1)
      expect([before, after].filter((moment) => written[0]?.includes(` · ${moment}"`))).not.toEqual([])
    })

    test('in the pictures of a view-only document too, where each reader has their own', async () => {
      const { db, listing, open, askPage, change } = await openListing()
      const draw = async (key?: { leadId: string; isGuest: boolean }) =>
        Buffer.from(await (await askPage((await open(true, key)).url, 1)).arrayBuffer())
      await change({ isViewOnly: true })
      const plain = await draw()
      await change({ isWatermarked: true })
      const other = await createLead(db, { listingId: listing.id, email: 'wiremu@example.nz' })
      const [own, others] = [await draw(), await draw({ leadId: other.id, isGuest: false })]
      expect(own).not.toEqual(plain)
      expect(others).not.toEqual(own)
      const { channels } = await sharp(own).stats()
      expect((channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0)).toBeGreaterThan(0.4)
    })
  })

  test('threat 72: what was drawn and stamped for an erased buyer, their guests and invitees is deleted, and nothing of others', async () => {
    const { db, agent, listing, lead, first, open, ask, askPage, change } = await openListing()
    await change({ isWatermarked: true })
    const { id: inviteeId } = await createInvitee(db, { leadId: lead.id })
    const other = { leadId: (await createLead(db, { listingId: listing.id })).id, isGuest: false }
    for (const key of [
      { leadId: lead.id, isGuest: false },
      { leadId: lead.id, isGuest: true },
      { leadId: lead.id, inviteeId, isGuest: true },
      other,
    ])
      await (await ask((await open(false, key)).url)).arrayBuffer()
    await db.update(leadTable).set({ firstName: 'Kiri' }).where(eq(leadTable.id, lead.id))
    await change({ isViewOnly: true })
    await askPage((await open(true)).url, 1)
    const copies = async () => {
      const keys: string[] = []
      for await (const { key } of parts.storage.list(`${first.path}-m`)) keys.push(key)
      return keys
    }
    expect(await copies()).toHaveLength(5)
    // It has left the listing, so only the record knows that they had it.
    await change({ listingId: null })
    const erasure = { agencyId: agent.agencyId, findLeadIds: async () => [lead.id], audit: async () => undefined }
    await eraseLeads(opened.services, erasure)
    const jobs = await opened.database.sql<{ data: object; seconds: number }>`
      select data, extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = ${removeReaderCopiesJob.name} and data->>'listingId' = ${listing.id} order by start_after`
    // And once more, for what is being drawn just now.
    expect(jobs.map(({ seconds }) => seconds)).toEqual([0, 600])
    for (const { data } of jobs)
      await removeReaderCopiesJob.work(opened.services, removeReaderCopiesJob.data.parse(data), { id: '' })
    const [left, ...more] = await copies()
    expect(more).toEqual([])
    await change({ listingId: listing.id, isViewOnly: null })
    await ask((await open(false, other)).url)
    expect(await copies()).toEqual([left])
  })

  if (!isThorough) return

  describe('threat 127: an open reader gets nothing more', () => {
    test.each([
      ['the access was removed', 'lead', { withdrawnAt: new Date() }],
      ['the lead’s keys were changed', 'lead', { keysChangedAt: new Date(Date.now() + DAY_MS) }],
      ['the document was hidden', 'file', { access: 'hidden' }],
      ['the document is for chosen people', 'file', { access: 'chosen' }],
      ['the document was archived', 'file', { archivedAt: new Date() }],
      ['the listing’s documents were hidden', 'listing', { documentAccess: 'hidden' }],
      ['the listing was archived', 'listing', { archivedAt: new Date() }],
      ['the listing is a draft again', 'listing', { publishedAt: null }],
    ] as const)('once %s', async (_why, table, fields) => {
      const { db, lead, listing, first, open, ask, askPage, change } = await openListing()
      const { url } = await open(true)
      await change({ isViewOnly: true })
      const { url: pages } = await open(true)
      expect((await askPage(pages, 1)).status).toBe(200)
      await change({ isViewOnly: null })
      expect((await ask(url)).status).toBe(200)
      if (table === 'lead') await db.update(leadTable).set(fields).where(eq(leadTable.id, lead.id))
      if (table === 'file') await db.update(file).set(fields).where(eq(file.id, first.id))
      if (table === 'listing') await db.update(listingTable).set(fields).where(eq(listingTable.id, listing.id))
      await expect(ask(url, { range: 'bytes=0-9' })).rejects.toEqual(refusedWith(403))
      await expect(askPage(pages, 1)).rejects.toEqual(refusedWith(403))
      await expect(open(true)).rejects.toThrow()
    })

    test('once the agent wants a confirmation first, until it is given', async () => {
      const { listing, lead, first, open, ask, askPage, askText, change } = await openListing()
      const { url } = await open(true)
      await change({ isViewOnly: true })
      const { url: pages } = await open(true)
      const statement = 'I have read the report.'
      await change({ acknowledgement: statement, isAcknowledgementRequired: true })
      const isClosed = expect.objectContaining({ status: 403, name: 'AcknowledgementNeeded' })
      await expect(askPage(pages, 1)).rejects.toEqual(isClosed)
      await expect(askText(pages)).rejects.toEqual(isClosed)
      await change({ isViewOnly: null })
      await expect(ask(url)).rejects.toEqual(isClosed)
      await change({ isAcknowledgementRequired: false })
      expect((await ask(url)).status).toBe(200)
      await change({ isAcknowledgementRequired: true })
      const confirmed = { listingId: listing.id, fileId: first.id, version: 1, statement }
      await acknowledgeDocument(opened.services, confirmed, { leadId: lead.id, isGuest: false })
      expect((await ask(url)).status).toBe(200)
      const guest = await open(true, { leadId: lead.id, isGuest: true }).catch(({ name }: Error) => name)
      expect(guest).toBe('AcknowledgementNeeded')
    })

    test('nothing is cached, and a replaced document needs a new URL', async () => {
      const { open, ask, change } = await openListing()
      const { url } = await open(true)
      expect((await ask(url)).headers.get('cache-control')).toBe('private, no-store')
      await change({ version: 2 })
      await expect(ask(url)).rejects.toEqual(refusedWith(403))
    })
  })

  test('a document for chosen people opens for them, and for no guest with their address', async () => {
    const { db, listing, lead, first, open, change } = await openListing()
    await change({ access: 'chosen' })
    await expect(open(true)).rejects.toEqual(refusedWith(404))
    await db.insert(chosenReader).values({ fileId: first.id, leadId: lead.id })
    expect(await open(true)).toMatchObject({ url: expect.stringContaining(first.id) })
    const other = await createLead(db, { listingId: listing.id })
    for (const key of [
      { leadId: lead.id, isGuest: true },
      { leadId: other.id, isGuest: false },
    ]) {
      await expect(open(true, key)).rejects.toEqual(refusedWith(404))
      expect(await listChosenDocuments(db, listing.id, key)).toEqual([])
    }
    expect(await listChosenDocuments(db, listing.id, { leadId: lead.id, isGuest: false })).toMatchObject([
      { id: first.id, name: 'Building report' },
    ])
  })

  describe('threat 129: pages cannot be asked for without limit', () => {
    test.each([
      ['0', 800],
      ['4', 800],
      ['1.5', 800],
      ['one', 800],
      ['1', 799],
      ['1', 100_000],
      ['1', 'NaN'],
    ])('page %s at width %s is not found', async (page, width) => {
      const { open, askPage, change } = await openListing()
      await change({ isViewOnly: true })
      await expect(askPage((await open(true)).url, page, width)).rejects.toEqual(refusedWith(404))
    })

    test('a reader may have 600 pages drawn in ten minutes, and those that are drawn again and again', async () => {
      const { lead, open, askPage, change } = await openListing()
      await change({ isViewOnly: true })
      const { url } = await open(true)
      await askPage(url, 1, 160)
      const limit = { name: 'draw_page', points: 600, seconds: 600 }
      for (let drawn = 1; drawn < 600; drawn++) await opened.services.limits.spend(limit, lead.id)
      await expect(askPage(url, 2, 160)).rejects.toEqual(refusedWith(429))
      expect((await askPage(url, 1, 160)).status).toBe(200)
    })
  })
})

test('threat 129: a page that takes forever is refused with a reason', async () => {
  const { services: all, database, close } = await openServices()
  const media = createMediaWorker({ script: cachedMediaProgram, timeLimitMs: 1_500 })
  onTestFinished(async () => {
    await media.close()
    await close()
  })
  const services = { ...all, media }
  const document = { name: 'Endless', content: endlessPdf(), pageCount: 1, isViewOnly: true }
  const { listing, files, lead } = await createListingWithReader({ db: database.db, storage: services.storage }, [
    document,
  ])
  const fileId = files[0]?.id ?? ''
  const { url } = await openDocument(
    services,
    { listingId: listing.id, fileId, inline: true },
    { leadId: lead.id, isGuest: false },
  )
  const request = new Request(`https://files.example.nz${url}&width=800`)
  await expect(respondWithPage(services, request, fileId, '1')).rejects.toMatchObject({ status: 422 })
})
