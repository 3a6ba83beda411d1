import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/schema/columns.ts'
import { event } from '#db/schema/events.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { lead as leadTable } from '#db/schema/leads.ts'
import { listing as listingTable } from '#db/schema/listings.ts'
import { findMember } from '#platform/auth/sessions.server.ts'
import { hash, someBytes } from '../../../../../test/fixtures/content/bytes.ts'
import type { DocumentFields } from '../../../../../test/fixtures/files.ts'
import { createLead, createListingWithReader } from '../../../../../test/fixtures/leads.ts'
import { unzip } from '../../../../../test/support/content/unzip.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { TEST_SECRET } from '../../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { memoryKilobytes, openStoredFiles } from '../../../../../test/support/processes/processStats.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { onEachStorage } from '../../../../../test/support/services/storages.ts'
import { LeadTimelineInput, ListLeadsInput } from '../../leads.schema.ts'
import { listLeads, requireLead } from '../leads.server.ts'
import { listLeadTimeline } from '../leadTimeline.server.ts'
import { signDocumentKey } from './documentKey.server.ts'
import { createDocumentsZip, zipEntryName } from './documentsZip.server.ts'
import { openDocument } from './openDocument.server.ts'

const WORD = 'application/msword'
const documents: DocumentFields[] = [
  { name: 'Record of title', content: 'title' },
  { name: 'LIM report', content: someBytes(3_000_000) },
  { name: 'LIM report', content: 'the newer one' },
  { name: 'Kōwhai: plan?', content: 'word', contentType: WORD },
]

onEachStorage((parts) => {
  let opened: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    opened = await openServices([], { storage: parts.storage })
  })
  afterAll(() => opened.close())
  const open = () => createListingWithReader({ db: opened.database.db, storage: parts.storage }, documents)

  test('a zip has all documents in the order of the page, with tidy names and unchanged content', async () => {
    const { listing, files, lead } = await open()
    const { zip, name } = await createDocumentsZip(opened.services, listing.id, { leadId: lead.id, isGuest: false })
    const found = unzip(await buffer(zip))
    expect(name).toBe('12 Rata Street documents.zip')
    const names = ['01 Record of title.pdf', '02 LIM report.pdf', '03 LIM report.pdf', '04 Kōwhai plan.doc']
    expect([...found.keys()]).toEqual(names)
    expect([...found.values()].map(hash)).toEqual(documents.map(({ content = '' }) => hash(Buffer.from(content))))
    const noted = await opened.database.db
      .select()
      .from(event)
      .where(and(eq(event.leadId, lead.id), isNotNull(event.fileId)))
    expect(new Set(noted.map(({ event }) => event))).toEqual(new Set(['file_download']))
    expect(noted.map(({ fileId }) => fileId).sort()).toEqual(files.map(({ id }) => id).sort())
    const versions = await opened.database.db
      .select()
      .from(fileVersion)
      .where(eq(fileVersion.uploadedById, listing.userId))
    expect(versions.map(({ firstOpenedAt }) => firstOpenedAt)).toEqual(files.map(() => expect.any(Date)))
  })

  test('a zip counts as downloads of its documents, not as opened documents, and is one step with all of them', async () => {
    const { listing, files, lead } = await open()
    const saved = { listingId: listing.id, fileId: files[0]?.id ?? '' }
    await openDocument(opened.services, saved, { leadId: lead.id, isGuest: false })
    const { zip } = await createDocumentsZip(opened.services, listing.id, { leadId: lead.id, isGuest: false })
    await buffer(zip)
    const { db } = opened.database
    const agent = await findMember(db, listing.userId)
    if (!agent) throw new Error('The listing has no agent.')
    const counts = { openedFiles: 0, downloadedFiles: files.length }
    expect(await requireLead(db, agent, lead.id)).toMatchObject(counts)
    expect((await listLeads(db, agent, ListLeadsInput.parse({}))).leads).toMatchObject([counts])
    const { steps } = await listLeadTimeline(db, agent, LeadTimelineInput.parse({ id: lead.id }))
    const downloads = steps.filter((step) => 'event' in step && step.event === 'file_download')
    expect(downloads).toMatchObject([{ zippedFiles: files.length }, { zippedFiles: null }])
  })

  test('a document that is missing in the storage is named, and the others are included', async () => {
    const { listing, files, lead } = await open()
    await parts.storage.remove(files[1]?.path ?? '')
    const found = unzip(
      await buffer((await createDocumentsZip(opened.services, listing.id, { leadId: lead.id, isGuest: false })).zip),
    )
    expect([...found.keys()]).toEqual([
      '01 Record of title.pdf',
      '03 LIM report.pdf',
      '04 Kōwhai plan.doc',
      'Not included.txt',
    ])
    expect(String(found.get('Not included.txt'))).toContain('02 LIM report.pdf')
  })
})

describe('over HTTP', () => {
  const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1', STALLED_SECONDS: '5' })
  const add = (documents: DocumentFields[], title = '12 Rata Street') =>
    createListingWithReader(parts, documents, { title })
  const cookieOf = (listingId: string, leadId: string) =>
    `${listingId}=${signDocumentKey(TEST_SECRET, 'cookie', leadId)}`
  const ask = (listingId: string, cookie = '') =>
    fetch(`${parts.url}/listings/${listingId}/documents.zip`, { headers: { cookie } })

  /** Takes the answer without its body. */
  async function begin(listingId: string, leadId: string, address = '203.0.113.1') {
    const asked = request(`${parts.url}/listings/${listingId}/documents.zip`, {
      headers: { cookie: cookieOf(listingId, leadId), 'x-forwarded-for': address },
      agent: false,
    }).end()
    asked.on('error', () => {})
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { answer, hangUp: () => asked.destroy() }
  }

  /** So many documents with one content: heavy to send, light on the disk. */
  async function heavyHome(megabytes: number, count: number) {
    const listing = await add(Array.from({ length: count }, () => ({ name: 'Scan', content: '' })))
    const path = listing.files[0]?.path ?? ''
    await parts.storage.write(path, someBytes(megabytes * 1_000_000), 'application/pdf')
    await parts.database.db.update(file).set({ path }).where(eq(file.listingId, listing.listing.id))
    return { listingId: listing.listing.id, leadId: listing.lead.id }
  }

  test('is saved under the title of the listing', async () => {
    const { listing, lead } = await add(documents, '7 Kōwhai "Place"\r\n')
    const answer = await ask(listing.id, cookieOf(listing.id, lead.id))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''7%20K%C5%8Dwhai/)
    expect(unzip(Buffer.from(await answer.arrayBuffer())).size).toBe(4)
  })

  test('threat 16, threat 19: is refused without a key, with another listing’s key, after access was removed, and of an archived listing', async () => {
    const { db } = parts.database
    const { listing, lead } = await add(documents)
    const elsewhere = await add(documents)
    const cookie = cookieOf(listing.id, lead.id)
    const forged = `${listing.id}=${lead.id}.${'x'.repeat(43)}`
    const another = cookieOf(listing.id, elsewhere.lead.id)
    for (const wrong of ['', forged, another, `${listing.id}=${signDocumentKey(TEST_SECRET, 'link', lead.id)}`])
      expect((await ask(listing.id, wrong)).status, wrong).toBe(403)
    expect((await ask(newId('listing'), cookie)).status).toBe(404)
    expect((await ask('..%2f..%2fsecret', cookie)).status).toBe(404)

    await db.update(leadTable).set({ withdrawnAt: new Date() }).where(eq(leadTable.id, lead.id))
    expect((await ask(listing.id, cookie)).status).toBe(403)
    const other = cookieOf(listing.id, (await createLead(db, { listingId: listing.id })).id)
    await db.update(listingTable).set({ archivedAt: new Date() }).where(eq(listingTable.id, listing.id))
    expect((await ask(listing.id, other)).status).toBe(410)
    const downloads = and(eq(event.listingId, listing.id), isNotNull(event.fileId))
    expect(await db.select().from(event).where(downloads)).toEqual([])
  })

  test('a zip of 150 MB uses constant memory', async () => {
    const { listingId, leadId } = await heavyHome(50, 3)
    const before = memoryKilobytes(parts.app)
    const { answer } = await begin(listingId, leadId)
    let [length, peak] = [0, 0]
    for await (const chunk of answer) {
      if (Math.floor(length / 10_000_000) < Math.floor((length + chunk.length) / 10_000_000))
        peak = Math.max(peak, memoryKilobytes(parts.app))
      length += chunk.length
    }
    expect(length).toBeGreaterThan(150_000_000)
    expect(peak - before).toBeLessThan(100_000)
  })

  test('threat 85: a buyer who stops reading is cut off, and one address has six zips at a time', async () => {
    const { listingId, leadId } = await heavyHome(50, 2)
    const leads = [leadId]
    while (leads.length < 4) leads.push((await createLead(parts.database.db, { listingId })).id)
    const six = []
    for (const lead of [0, 0, 1, 1, 2, 2]) six.push(await begin(listingId, leads[lead] ?? ''))
    expect(six.map(({ answer }) => answer.statusCode)).toEqual(Array(6).fill(200))
    const seventh = await begin(listingId, leads[3] ?? '')
    expect([seventh.answer.statusCode, seventh.answer.headers['retry-after']]).toEqual([429, '60'])
    const elsewhere = await begin(listingId, leads[3] ?? '', '203.0.113.2')
    expect(elsewhere.answer.statusCode).toBe(200)
    elsewhere.hangUp()

    for (const { answer } of six) answer.on('error', () => {})
    await eventually(() => openStoredFiles(parts.app).length === 0)
    for (const { hangUp } of [...six, seventh]) hangUp()
  })

  test('a closed connection leaves no file open, and the buyer may try again; a third zip at a time waits', async () => {
    const { listingId, leadId } = await heavyHome(50, 2)
    const both = [await begin(listingId, leadId), await begin(listingId, leadId)]
    for (const { answer } of both) await once(answer, 'readable')
    expect(openStoredFiles(parts.app)).toHaveLength(2)
    const third = await ask(listingId, cookieOf(listingId, leadId))
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])

    for (const { hangUp } of both) hangUp()
    await eventually(() => openStoredFiles(parts.app).length === 0)
    const again = await begin(listingId, leadId)
    expect(again.answer.statusCode).toBe(200)
    again.hangUp()
    await eventually(() => openStoredFiles(parts.app).length === 0)
  })
})

describe('names in the zip', () => {
  test.each([
    ['LIM report.pdf', '01 LIM report.pdf'],
    ['Kōwhai – plan & section.pdf', '01 Kōwhai – plan & section.pdf'],
    ['a/b\\c:d*e?f"g<h>i|j.pdf', '01 a b c d e f g h i j.pdf'],
    ['../../etc/passwd', '01 etc passwd'],
    ['line\r\nbreak\0.pdf', '01 line break.pdf'],
    ['invoice\u202efdp.exe', '01 invoice fdp.exe'],
    ['  ends with dots... .pdf', '01 ends with dots.pdf'],
    ['.pdf', '01 Document.pdf'],
    ['', '01 Document'],
    ['CON.pdf', '01 CON.pdf'],
  ])('%j is called %j', (name, expected) => expect(zipEntryName(name, 0, 9)).toBe(expected))

  test('a long name keeps its extension', () => {
    const name = zipEntryName(`${'🏡'.repeat(300)}.pdf`, 0, 1)
    expect(name.isWellFormed()).toBe(true)
    expect(name).toMatch(/^01 🏡{120}\.pdf$/u)
  })

  test('numbers have as many digits as the last one', () => {
    expect(zipEntryName('A.pdf', 6, 12)).toBe('07 A.pdf')
    expect(zipEntryName('A.pdf', 6, 120)).toBe('007 A.pdf')
  })
})
