import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lead as leadTable } from '#db/schema/leads.ts'
import { recordEntry, recordHead, recordSubject } from '#db/schema/record.ts'
import { archiveFiles, restoreFiles } from '#features/files/server/files.server.ts'
import { signDocumentKey, signLinkKey } from '#features/leads/server/documents/documentKey.server.ts'
import { createDocumentsZip } from '#features/leads/server/documents/documentsZip.server.ts'
import { openDocument } from '#features/leads/server/documents/openDocument.server.ts'
import { revokeInviteeAsAgent } from '#features/leads/server/invitees/invitees.server.ts'
import { inviteReader, restoreInvitee, revokeInvitee } from '#features/leads/server/invitees/manageInvitees.server.ts'
import { restoreAccess, withdrawAccess } from '#features/leads/server/leads.server.ts'
import { eraseDetails } from '#features/leads/server/privateLink/privateLinkActions.server.ts'
import { archiveListing, publishListing, restoreListing } from '#features/listings/server/listings.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { newIpAddress } from '../../../../test/fixtures/events.ts'
import { createLead, createListingWithReader } from '../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { createReading } from '../../../../test/fixtures/readings.ts'
import { type LeadServices, openLeadServices } from '../../../../test/support/services/leadServices.ts'
import { addToRecord } from './addToRecord.server.ts'
import { recordReadingsJob } from './recordReadings.server.ts'
import { findRecordError, verifyRecord, verifyRecordsJob } from './verifyRecord.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

const entriesOf = (listingId: string) =>
  context.database.db
    .select()
    .from(recordEntry)
    .where(eq(recordEntry.listingId, listingId))
    .orderBy(asc(recordEntry.sequence))
const kindsOf = async (listingId: string) => (await entriesOf(listingId)).map(({ kind }) => kind)

/** A listing as `addToRecord` takes it. */
async function createRecordedListing() {
  const { agent, id: listingId } = await context.createListing()
  return { agencyId: agent.agencyId, listingId }
}

async function createRead(documents = [{ name: 'LIM report', content: 'all of it', pageCount: 40 }]) {
  const { db } = context.database
  const { agent, listing, files, lead } = await createListingWithReader(
    { db, storage: context.services.storage },
    documents,
  )
  const [first] = files
  if (!first) throw new Error('There is no document.')
  return { db, agent, listingId: listing.id, lead, first, key: { leadId: lead.id, isGuest: false } }
}

describe('the record of a listing', () => {
  test('has when it was published, taken down, and published again, and nothing that changed nothing', async () => {
    const { db } = context.database
    const { agent } = await context.createListing()
    const { id } = await createListing(db, { agent, title: '12 Rata Street' })
    await publishListing(db, agent, id)
    await publishListing(db, agent, id)
    await archiveListing(db, agent, id)
    await restoreListing(db, agent, id)
    const entries = await entriesOf(id)
    expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
      ['published', { title: '12 Rata Street' }],
      ['unpublished', { title: '12 Rata Street', isArchived: true }],
      ['published', { title: '12 Rata Street' }],
    ])
    expect(await findRecordError(db, id)).toBeUndefined()
  })

  test('has who was invited, what they opened, and whose access ended', async () => {
    const { db, agent, listingId, lead, first } = await createRead()
    await db
      .update(leadTable)
      .set({ provenAt: new Date(Date.now() - 60_000) })
      .where(eq(leadTable.id, lead.id))
    const { services } = context
    const key = signLinkKey(services.env.APP_SECRET, lead)
    const lawyer = { name: 'Priya Nair', email: 'priya.record@lawyers.example', role: 'lawyer' } as const
    const { id: inviteeId } = await inviteReader(services, { key, ...lawyer }, newIpAddress())
    const browser = { leadId: lead.id, inviteeId, isGuest: true }
    await openDocument(services, { listingId, fileId: first.id, inline: true }, browser)
    await revokeInvitee(services, { key, inviteeId })
    await restoreInvitee(services, { key, inviteeId })
    await revokeInviteeAsAgent(context.services, agent, inviteeId)
    const entries = (await entriesOf(listingId)).filter(({ subjectId }) => subjectId !== null)
    expect(entries.map(({ kind, fileId }) => [kind, fileId])).toEqual([
      ['access_given', null],
      ['version_opened', first.id],
      ['access_withdrawn', null],
      ['access_given', null],
      ['access_withdrawn', null],
    ])
    expect(new Set(entries.map(({ subjectId }) => subjectId)).size).toBe(1)
    const [subject] = await db.select().from(recordSubject).where(eq(recordSubject.inviteeId, inviteeId))
    expect(subject).toMatchObject({ name: 'Priya Nair', role: 'lawyer' })
    expect(await findRecordError(db, listingId)).toBeUndefined()
  })

  test('names a buyer who left details, by a key that says nothing about them', async () => {
    const { db } = context.database
    const { id } = await context.createListing()
    const { leadId } = await context.submitLead(id, {
      firstName: 'Aroha',
      lastName: 'Ngata',
      email: 'aroha@example.nz',
    })
    const [entry] = await entriesOf(id)
    expect(entry).toMatchObject({ kind: 'access_given', details: { source: 'form' } })
    expect(JSON.stringify(entry)).not.toMatch(new RegExp(`Aroha|Ngata|${leadId}`))
    const [subject] = await db.select().from(recordSubject).where(eq(recordSubject.listingId, id))
    expect(subject).toMatchObject({ id: entry?.subjectId, leadId, name: 'Aroha Ngata', email: 'aroha@example.nz' })
  })

  test('has the first opening of a version by each buyer, each download, and nothing of guests', async () => {
    const { db, listingId, lead, first, key } = await createRead()
    const open = (inline: boolean, isGuest = false) =>
      openDocument(context.services, { listingId, fileId: first.id, inline }, { ...key, isGuest })
    await open(true, true)
    await open(false, true)
    expect(await kindsOf(listingId)).toEqual([])
    await open(true)
    await open(true)
    await open(false)
    const entries = await entriesOf(listingId)
    expect(entries.map(({ kind, fileId, version }) => [kind, fileId, version])).toEqual([
      ['version_opened', first.id, 1],
      ['downloaded', first.id, 1],
    ])
    const other = await createLead(db, { listingId })
    await openDocument(
      context.services,
      { listingId, fileId: first.id, inline: true },
      { leadId: other.id, isGuest: false },
    )
    const subjects = (await entriesOf(listingId)).map(({ subjectId }) => subjectId)
    expect([subjects[0] === subjects[1], subjects[0] === subjects[2]]).toEqual([true, false])
    expect(lead.id).not.toBe(other.id)
  })

  test('has two simultaneous first openings once', async () => {
    const { listingId, first, key } = await createRead()
    const open = () => openDocument(context.services, { listingId, fileId: first.id, inline: true }, key)
    await Promise.all([open(), open(), open()])
    expect(await kindsOf(listingId)).toEqual(['version_opened'])
  })

  test('has an entry for each document of a zip', async () => {
    const { listingId, key } = await createRead([
      { name: 'LIM report', content: 'one', pageCount: 1 },
      { name: 'Title', content: 'two', pageCount: 1 },
    ])
    const { zip } = await createDocumentsZip(context.services, listingId, key)
    zip.destroy()
    const entries = await entriesOf(listingId)
    expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
      ['downloaded', { name: 'LIM report', isZip: true }],
      ['downloaded', { name: 'Title', isZip: true }],
    ])
  })

  test('has access that was withdrawn and given back, and documents that were removed and restored', async () => {
    const { db, agent, listingId, lead, first } = await createRead()
    await withdrawAccess(db, agent, lead.id)
    await withdrawAccess(db, agent, lead.id)
    await restoreAccess(db, agent, lead.id)
    await archiveFiles(db, agent, [first.id])
    await archiveFiles(db, agent, [first.id])
    await restoreFiles(db, agent, [first.id])
    const entries = await entriesOf(listingId)
    expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
      ['access_withdrawn', {}],
      ['access_given', { isRestored: true }],
      ['visibility_changed', { name: 'LIM report', change: 'removed' }],
      ['visibility_changed', { name: 'LIM report', change: 'restored' }],
    ])
    expect(await findRecordError(db, listingId)).toBeUndefined()
  })

  test('has how far someone read once they stopped, and at most once a day', async () => {
    const { db, listingId, lead, first, key } = await createRead()
    await openDocument(context.services, { listingId, fileId: first.id, inline: true }, key)
    const run = () => recordReadingsJob.work(context.services, {}, { id: '' })
    const reads = async () => (await entriesOf(listingId)).filter(({ kind }) => kind === 'version_read')
    await createReading(db, { leadId: lead.id, fileId: first.id, pageSeconds: [300, 0.4, 60.2] })
    await run()
    expect(await reads()).toEqual([])
    await db.execute(sql`update reading set "lastReadAt" = now() - interval '31 minutes'`)
    await run()
    await run()
    expect(await reads()).toMatchObject([{ details: { name: 'LIM report', pagesRead: 2, pages: 40, seconds: 361 } }])
    await db.execute(
      sql`update reading set "lastReadAt" = now() - interval '30 minutes', "pageSeconds" = '{300,20,60}'`,
    )
    await run()
    expect(await reads()).toHaveLength(1)
  })

  test('stays valid when a buyer erases their details, and names them no more', async () => {
    const { db } = context.database
    const { id } = await context.createListing()
    const { leadId } = await context.submitLead(id, { firstName: 'Gone', email: 'gone@example.nz' })
    const [before] = await entriesOf(id)
    await eraseDetails(context.services, signDocumentKey(context.services.env.APP_SECRET, 'link', leadId))
    expect(await entriesOf(id)).toEqual([before])
    const [subject] = await db.select().from(recordSubject).where(eq(recordSubject.listingId, id))
    expect(subject).toMatchObject({ id: before?.subjectId, name: '', email: '', leadId: null })
    expect(subject?.erasedAt).toBeInstanceOf(Date)
    expect(await findRecordError(db, id)).toBeUndefined()
  })

  test('has nothing of a transaction that rolled back', async () => {
    const { db } = context.database
    const at = await createRecordedListing()
    const attempt = db.transaction(async (tx) => {
      await addToRecord(tx, at, [{ kind: 'published' }])
      throw new Error('Too late')
    })
    await expect(attempt).rejects.toThrow('Too late')
    expect(await kindsOf(at.listingId)).toEqual([])
    expect(await findRecordError(db, at.listingId)).toBeUndefined()
  })

  test('is in order after many additions at once', async () => {
    const { db } = context.database
    const at = await createRecordedListing()
    const add = (n: number) =>
      db.transaction((tx) => addToRecord(tx, at, [{ kind: 'published', details: { n } }, { kind: 'unpublished' }]))
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)))
    expect(await kindsOf(at.listingId)).toHaveLength(40)
    expect(await findRecordError(db, at.listingId)).toBeUndefined()
  })
})

describe('threat 132: PostgreSQL', () => {
  async function createRecord() {
    const { db } = context.database
    const at = await createRecordedListing()
    await db.transaction((tx) =>
      addToRecord(
        tx,
        at,
        Array.from({ length: 5 }, (_, n) => ({ kind: 'published', details: { n } }) as const),
      ),
    )
    return { db, id: at.listingId }
  }

  test('refuses to change, delete or empty the record', async () => {
    const { db, id } = await createRecord()
    const refused = { cause: { message: 'The record cannot be changed.' } }
    const rows = eq(recordEntry.listingId, id)
    await expect(db.update(recordEntry).set({ kind: 'unpublished' }).where(rows)).rejects.toMatchObject(refused)
    await expect(db.delete(recordEntry).where(rows)).rejects.toMatchObject(refused)
    await expect(db.execute(sql`truncate record_entry`)).rejects.toMatchObject(refused)
    expect(await entriesOf(id)).toHaveLength(5)
  })

  test.each([
    ['kind', sql`update record_entry set kind = 'unpublished' where sequence = 3`],
    [
      'microseconds',
      sql`update record_entry set "recordedAt" = "recordedAt" + interval '1 microsecond' where sequence = 2`,
    ],
    ['details', sql`update record_entry set details = '{"n": 7}' where sequence = 2`],
    ['a subject', sql`update record_entry set "subjectId" = 'someone' where sequence = 5`],
    ['a deleted row', sql`delete from record_entry where sequence = 4`],
    ['a shortened end', sql`delete from record_entry where sequence = 5`],
    [
      'a changed order',
      sql`update record_entry set sequence = case sequence when 1 then -1 else 1 end where sequence in (1, 2)`,
    ],
    ['a missing head', sql`delete from record_head`],
    [
      'a shorter head',
      sql`update record_head set length = 4, hash = (select "previousHash" from record_entry where sequence = 5)`,
    ],
  ])('may be tampered with behind our back: %s is found, stored and reported', async (_name, tamper) => {
    const { db, id } = await createRecord()
    const lines: { event?: string; listingId?: string }[] = []
    const log = createLog({ level: 'error', destination: { write: (line) => lines.push(JSON.parse(line)) } })
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table record_entry disable trigger user`)
      await tx.execute(
        sql`create temporary table kept on commit drop as select * from record_entry where "listingId" <> ${id}`,
      )
      await tx.execute(
        sql`create temporary table kept_heads on commit drop as select * from record_head where "listingId" <> ${id}`,
      )
      await tx.execute(sql`delete from record_entry where "listingId" <> ${id}`)
      await tx.execute(sql`delete from record_head where "listingId" <> ${id}`)
      await tx.execute(tamper)
      await tx.execute(sql`insert into record_entry select * from kept`)
      await tx.execute(sql`insert into record_head select * from kept_heads`)
      await tx.execute(sql`alter table record_entry enable trigger user`)
    })
    await verifyRecordsJob.work({ ...context.services, log }, {}, { id: '' })
    expect(lines.filter(({ listingId }) => listingId === id)).toMatchObject([{ event: 'record_changed' }])
    const [head] = await db.select().from(recordHead).where(eq(recordHead.listingId, id))
    if (head) expect(head).toMatchObject({ brokenAt: expect.any(Date), verifiedAt: null })
  })

  test('the daily check stores when a record was found in order, and looks at it once a day', async () => {
    const { db, id } = await createRecord()
    await verifyRecordsJob.work(context.services, {}, { id: '' })
    const head = async () => (await db.select().from(recordHead).where(eq(recordHead.listingId, id)))[0]
    const checked = await head()
    expect(checked).toMatchObject({ verifiedAt: expect.any(Date), brokenAt: null })
    await verifyRecordsJob.work(context.services, {}, { id: '' })
    expect((await head())?.verifiedAt).toEqual(checked?.verifiedAt)
    expect(await verifyRecord(context.services, id)).toBe(true)
  })
})
