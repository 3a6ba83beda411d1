import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataExport, profile } from '#db/schema/accounts.ts'
import { inviteeReading } from '#db/schema/invitees.ts'
import { lead as leadTable } from '#db/schema/leads.ts'
import { listing as listingTable } from '#db/schema/listings.ts'
import { reading, readingSearch, readingSession, readingSum } from '#db/schema/readings.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createInvitee, createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { openForReading } from '../../../../../test/fixtures/readings.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { signDocumentKey } from '../documents/documentKey.server.ts'
import { readBuyerData, readPrivateLink } from '../privateLink/privateLinkActions.server.ts'
import { deleteOldReadingsJob, eraseBuyersReading } from './eraseReading.server.ts'
import { storeReading } from './storeReading.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

async function createReader() {
  const { services, database } = opened
  const { db } = database
  const listing = await createPublishedListing(db)
  const agent = { id: listing.userId }
  const document = await createFile(db, { agent, listingId: listing.id, pageCount: 10, name: 'Building report' })
  const { id: leadId } = await createLead(db, { listingId: listing.id })
  const { APP_SECRET } = services.env
  const { key } = await openForReading(db, APP_SECRET, { leadId, fileId: document.id })
  const read = (pageTenths: number[]) =>
    storeReading(database, key, { pageTenths, searches: [{ words: 'moisture', second: 5 }] })
  await read([300, 5, 125])
  const stored = async () => {
    const counts = []
    for (const table of [reading, readingSession, readingSearch])
      counts.push((await db.select().from(table).where(eq(table.leadId, leadId))).length)
    return counts
  }
  const sums = () => db.select().from(readingSum).where(eq(readingSum.fileId, document.id))
  return {
    db,
    services,
    listing,
    agent,
    leadId,
    fileId: document.id,
    linkKey: signDocumentKey(APP_SECRET, 'link', leadId),
    read,
    stored,
    sums,
  }
}

describe('a buyer', () => {
  test('sees their own reading on the private page and in the download of their data', async () => {
    const { services, linkKey } = await createReader()
    const expected = {
      documents: [{ name: 'Building report', seconds: 43, pageSeconds: [30, 0.5, 12.5], pageCount: 10 }],
      searches: [{ document: 'Building report', words: 'moisture', times: 1 }],
    }
    expect((await readPrivateLink(services, linkKey)).reading).toMatchObject(expected)
    expect((await readBuyerData(services, linkKey)).reading).toMatchObject(expected)
  })

  test('deletes it there: the anonymous sums stay, and the document that is open adds nothing again', async () => {
    const { db, services, agent, linkKey, leadId, read, stored, sums } = await createReader()
    await db.update(leadTable).set({ isHeatDue: false }).where(eq(leadTable.id, leadId))
    const anExport = {
      id: agent.id,
      userId: agent.id,
      state: 'ready' as const,
      expiresAt: new Date(Date.now() + 3600_000),
    }
    await db.insert(dataExport).values(anExport)
    const before = await sums()
    await eraseBuyersReading(services, linkKey)
    expect(await stored()).toEqual([0, 0, 0])
    expect(await sums()).toEqual(before)
    expect(await read([400, 5, 125])).toBe(false)
    expect(await stored()).toEqual([0, 0, 0])
    const [after] = await db.select().from(leadTable).where(eq(leadTable.id, leadId))
    expect(after?.isHeatDue).toBe(true)
    const [copy] = await db.select().from(dataExport).where(eq(dataExport.userId, agent.id))
    expect(copy?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('cannot delete the reading of another with a made-up link', async () => {
    const { services, leadId, stored } = await createReader()
    await expect(eraseBuyersReading(services, `${leadId}.made-up`)).rejects.toMatchObject({ status: 404 })
    expect(await stored()).toEqual([1, 1, 1])
  })
})

describe('retention', () => {
  const monthsAgo = (months: number, days = 0) => {
    const date = new Date()
    date.setMonth(date.getMonth() - months, date.getDate() + days)
    return date
  }
  async function closeListing(id: string, closedAt: Date) {
    const { db } = opened.database
    await db.update(listingTable).set({ status: 'sold' }).where(eq(listingTable.id, id))
    await db.update(listingTable).set({ closedAt }).where(eq(listingTable.id, id))
  }
  const sweep = () => deleteOldReadingsJob.work(opened.services, {}, { id: '' })

  test('readings are deleted 24 months after their listing closed, and not before', async () => {
    const [old, recent, open] = [await createReader(), await createReader(), await createReader()]
    await closeListing(old.listing.id, monthsAgo(24, -2))
    await closeListing(recent.listing.id, monthsAgo(24, 2))
    await sweep()
    expect(await old.stored()).toEqual([0, 0, 0])
    expect(await old.sums()).toHaveLength(1)
    expect(await recent.stored()).toEqual([1, 1, 1])
    expect(await open.stored()).toEqual([1, 1, 1])
  })

  test('what invitees read is deleted with it, also of a buyer who has read nothing', async () => {
    const [old, recent] = [await createInviteeReader(), await createInviteeReader()]
    await closeListing(old.listing.id, monthsAgo(24, -2))
    await closeListing(recent.listing.id, monthsAgo(24, 2))
    await sweep()
    expect(await old.inviteeReadings()).toEqual([])
    expect(await recent.inviteeReadings()).toHaveLength(1)
  })

  /** Only the invitee has read. */
  async function createInviteeReader() {
    const reader = await createReader()
    const { db, services, leadId, fileId, linkKey } = reader
    await eraseBuyersReading(services, linkKey)
    const { id: inviteeId } = await createInvitee(db, { leadId })
    const readAt = { firstReadAt: new Date(), lastReadAt: new Date() }
    await db.insert(inviteeReading).values({ inviteeId, fileId, version: 1, pageSeconds: [30], ...readAt })
    const inviteeReadings = () => db.select().from(inviteeReading).where(eq(inviteeReading.inviteeId, inviteeId))
    return { ...reader, inviteeReadings }
  }

  test('an agent’s own period counts for their listings', async () => {
    const [short, long] = [await createReader(), await createReader()]
    for (const [{ db, agent }, readingRetentionMonths] of [
      [short, 6],
      [long, 36],
    ] as const)
      await db
        .insert(profile)
        .values({ userId: agent.id, readingRetentionMonths })
        .onConflictDoUpdate({ target: profile.userId, set: { readingRetentionMonths } })
    await closeListing(short.listing.id, monthsAgo(7))
    await closeListing(long.listing.id, monthsAgo(30))
    await sweep()
    expect(await short.stored()).toEqual([0, 0, 0])
    expect(await long.stored()).toEqual([1, 1, 1])
  })
})
