import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/schema/columns.ts'
import { event } from '#db/schema/events.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { lead as leadTable } from '#db/schema/leads.ts'
import { listing as listingTable, toListingKey } from '#db/schema/listings.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import type { DocumentFields } from '../../../../../test/fixtures/files.ts'
import { createLead, createListingWithReader } from '../../../../../test/fixtures/leads.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { onEachStorage } from '../../../../../test/support/services/storages.ts'
import { verifyReadingKey } from '../reading/readingKey.server.ts'
import { listPublicDocuments, openDocument } from './openDocument.server.ts'

const refusedWith = (status: number) => expect.objectContaining({ status })

onEachStorage((parts) => {
  let opened: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    opened = await openServices([], { storage: parts.storage })
  })
  afterAll(() => opened.close())

  async function openListing(documents: DocumentFields[] = [{ name: 'LIM report', content: 'all of it' }]) {
    const { db } = opened.database
    const { listing: added, files, lead } = await createListingWithReader({ db, storage: parts.storage }, documents)
    const [first] = files
    if (!first) throw new Error('There is no document.')
    const open = (extra: { inline?: boolean; fileId?: string } = {}, leadId: string | undefined = lead.id) =>
      openDocument(
        opened.services,
        { listingId: added.id, fileId: first.id, ...extra },
        leadId ? { leadId, isGuest: false } : undefined,
      )
    const events = () =>
      db
        .select()
        .from(event)
        .where(and(eq(event.listingId, added.id), isNotNull(event.fileId)))
    return { db, listingId: added.id, first, lead, open, events }
  }

  test('the version that a buyer opens is marked once, and not by the agent', async () => {
    const { db, listingId, first, lead, open } = await openListing()
    const openedAt = async () => {
      const [row] = await db.select().from(fileVersion).where(eq(fileVersion.fileId, first.id))
      return row?.firstOpenedAt
    }
    const key = { leadId: lead.id, isGuest: false }
    await openDocument(opened.services, { listingId, fileId: first.id }, key, {}, { viewerAgencyId: lead.agencyId })
    expect(await openedAt()).toBeNull()
    expect(await open({ inline: true })).toMatchObject({ version: 1 })
    const firstTime = await openedAt()
    expect(firstTime).toEqual(expect.any(Date))
    await open()
    expect(await openedAt()).toEqual(firstTime)
  })

  describe('the key for reporting what was read', () => {
    type Choice = Parameters<typeof openDocument>[4]
    async function openToRead(choice?: Choice, key: { isGuest?: boolean; issuedAt?: Date } = {}, inline = true) {
      const { db, listingId, first, lead } = await openListing([{ name: 'LIM report', pageCount: 12 }])
      const { readingKey } = await openDocument(
        opened.services,
        { listingId, fileId: first.id, inline },
        { leadId: lead.id, isGuest: false, ...key },
        {},
        typeof choice === 'object' && choice.viewerAgencyId === 'own' ? { viewerAgencyId: lead.agencyId } : choice,
      )
      const [stored] = await db.select().from(leadTable).where(eq(leadTable.id, lead.id))
      const named = readingKey && verifyReadingKey(opened.services.env.APP_SECRET, readingKey)
      return { named, lead, first, declinedAt: stored?.readingDeclinedAt }
    }

    test('names the lead, the version of the document and its pages', async () => {
      const { named, lead, first, declinedAt } = await openToRead()
      expect(named).toMatchObject({ leadId: lead.id, isGuest: false, fileId: first.id, version: 1, pageCount: 12 })
      expect(declinedAt).toBeNull()
    })

    test('is a guest’s for a browser that is not known to be the lead’s own', async () => {
      expect((await openToRead({}, { isGuest: true })).named).toMatchObject({ isGuest: true })
    })

    test('is not issued for a download, nor to the listing’s agent', async () => {
      expect((await openToRead({}, {}, false)).named).toBeNull()
      expect((await openToRead({ viewerAgencyId: 'own' })).named).toBeNull()
      expect((await openToRead({ viewerAgencyId: 'agcy_another' })).named).not.toBeNull()
    })

    test('is not issued to a browser that asks for privacy, and the lead is noted as not measured', async () => {
      const { named, declinedAt } = await openToRead({ isDeclined: true })
      expect(named).toBeNull()
      expect(declinedAt).toBeInstanceOf(Date)
      expect((await openToRead({ isDeclined: true }, { isGuest: true })).declinedAt).toBeNull()
    })
  })

  test('the documents for buyers are those that are ready and not archived, in the order of the page', async () => {
    const { db, lead } = await openListing([
      { name: 'Title' },
      { name: 'Front', type: 'image' },
      { name: 'Old', archivedAt: new Date() },
      { name: 'New', state: 'processing' },
      { name: 'LIM report' },
    ])
    await openListing()
    expect((await listPublicDocuments(db, toListingKey(lead))).map(({ name }) => name)).toEqual(['Title', 'LIM report'])
  })

  test('threat 82: a guest’s view is counted with its location, and not as the lead’s', async () => {
    const { listingId, first, lead, events } = await openListing()
    const guestKey = { leadId: lead.id, isGuest: true }
    await openDocument(opened.services, { listingId, fileId: first.id, inline: true }, guestKey, { country: 'NZ' })
    expect(await events()).toMatchObject([{ event: 'file_view', leadId: null, country: 'NZ' }])
  })

  test('threat 82: a guest’s views count once for each visitor, apart from the lead’s; without a visitor hash each counts', async () => {
    const { listingId, first, lead, events } = await openListing()
    const open = (isGuest: boolean, hash?: string) => {
      const key = { leadId: lead.id, isGuest }
      return openDocument(opened.services, { listingId, fileId: first.id, inline: true }, key, { hash })
    }
    await open(false, 'one')
    for (const hash of ['one', 'one', 'two', undefined, undefined]) await open(true, hash)
    const noted = (await events()).map(({ leadId, hash }) => `${leadId ? 'lead' : 'guest'} ${hash}`)
    expect(noted.toSorted()).toEqual(['guest null', 'guest null', 'guest one', 'guest two', 'lead one'])
  })

  test('a view counts for its own listing and document only', async () => {
    const { db, listingId, first, lead, open, events } = await openListing([{ name: 'LIM report' }, { name: 'Title' }])
    const elsewhere = await openListing()
    await createEvent(db, { event: 'file_view', listingId: elsewhere.listingId, leadId: lead.id, fileId: first.id })
    await open({ inline: true })
    const [second] = await db
      .select()
      .from(file)
      .where(and(eq(file.listingId, listingId), eq(file.name, 'Title')))
    await open({ inline: true, fileId: second?.id })
    expect((await events()).map(({ fileId }) => fileId).toSorted()).toEqual([first.id, second?.id].toSorted())
  })

  test('the agent sees who opened and who downloaded it, once for each view', async () => {
    const { db, listingId, first, lead, open, events } = await openListing()
    for (const inline of [true, true, false, true, false]) await open({ inline })
    const noted = await events()
    expect(noted.map((one) => one.event).toSorted()).toEqual(['file_download', 'file_view'])
    for (const one of noted) expect(one).toMatchObject({ fileId: first.id, leadId: lead.id })

    const other = await createLead(db, { listingId })
    await open({ inline: true }, other.id)
    expect(await events()).toHaveLength(3)

    // A view ends after an hour.
    for (const [minutes, count] of [
      [59, 3],
      [61, 4],
    ] as const) {
      await db.update(event).set({ createdAt: new Date(Date.now() - minutes * 60_000) })
      await open({ inline: true })
      expect(await events()).toHaveLength(count)
    }
  })

  describe('threat 16, threat 17, threat 19, threat 25: nothing is opened', () => {
    test('without a key, with the key to another listing, or once the agent has removed access', async () => {
      const { db, lead, open, events } = await openListing()
      const elsewhere = await openListing()
      for (const leadId of ['', newId('lead'), elsewhere.lead.id])
        await expect(open({}, leadId)).rejects.toEqual(refusedWith(403))
      await db.update(leadTable).set({ withdrawnAt: new Date() }).where(eq(leadTable.id, lead.id))
      await expect(open()).rejects.toEqual(refusedWith(403))
      expect(await events()).toEqual([])
    })

    test('that belongs to another listing, is a photo, is archived, is not ready, or is missing', async () => {
      const { db, first, open, events } = await openListing()
      const elsewhere = await openListing()
      for (const fileId of [elsewhere.first.id, newId('file')])
        await expect(open({ fileId })).rejects.toEqual(refusedWith(404))
      for (const change of [{ type: 'image' }, { archivedAt: new Date() }, { state: 'processing' }] as const) {
        await db
          .update(file)
          .set({ type: 'file', archivedAt: null, state: 'ready', ...change })
          .where(eq(file.id, first.id))
        await expect(open()).rejects.toEqual(refusedWith(404))
      }
      expect(await events()).toEqual([])
    })

    test('of a listing that is archived, or a draft again', async () => {
      const { db, listingId, open } = await openListing()
      for (const change of [{ archivedAt: new Date() }, { archivedAt: null, publishedAt: null }]) {
        await db.update(listingTable).set(change).where(eq(listingTable.id, listingId))
        await expect(open()).rejects.toEqual(refusedWith(403))
      }
    })
  })
})
