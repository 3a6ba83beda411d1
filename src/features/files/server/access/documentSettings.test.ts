import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { file } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { recordEntry } from '#db/schema/record.ts'
import { requirePublicListing } from '#features/listings/server/publicListings.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../../../test/support/database.ts'
import { listListingFiles } from '../listFiles.server.ts'
import {
  readDocumentDefaults,
  readDocumentSettings,
  saveDocumentDefaults,
  saveDocumentSettings,
} from './documentSettings.server.ts'

const asListing = { access: null, isViewOnly: null, isWatermarked: null, leadIds: [] }

async function openListing() {
  const { db, drop } = await createDatabase()
  onTestFinished(drop)
  const agent = await createAgent(db)
  const listing = await createPublishedListing(db, { agent })
  const document = await createFile(db, { agent, listingId: listing.id, pageCount: 3 })
  const lead = await createLead(db, { listingId: listing.id, firstName: 'Kiri', lastName: 'Tāne' })
  const save = (settings: Partial<typeof asListing> | object, who = agent) =>
    saveDocumentSettings(db, who, { ...asListing, ...settings, id: document.id })
  const listed = async () => (await listListingFiles(db, agent, listing.id)).map(({ terms }) => terms)
  return { db, agent, listing, document, lead, save, listed }
}

test('an agent chooses who may open a document, and sees it in the list', async () => {
  const { db, agent, document, lead, save, listed } = await openListing()
  await save({ access: 'chosen', leadIds: [lead.id, lead.id], isViewOnly: true })
  expect(await listed()).toEqual([{ access: 'chosen', chosenReaders: 1, isViewOnly: true, isWatermarked: false }])
  expect(await readDocumentSettings(db, agent, document.id)).toMatchObject({
    access: 'chosen',
    leadIds: [lead.id],
    leads: [{ id: lead.id, name: 'Kiri Tāne' }],
    canBeShownAsPages: true,
  })
  await save({ access: 'everyone' })
  expect(await listed()).toEqual([{ access: 'everyone', chosenReaders: 0, isViewOnly: false, isWatermarked: false }])
})

test('the listing decides for documents without a choice of their own', async () => {
  const { db, agent, listing, save, listed } = await openListing()
  const defaults = { access: 'hidden', isViewOnly: true, isWatermarked: true } as const
  await saveDocumentDefaults(db, agent, { listingId: listing.id, ...defaults })
  expect(await readDocumentDefaults(db, agent, listing.id)).toEqual(defaults)
  expect(await listed()).toMatchObject([defaults])
  await save({ access: 'everyone', isViewOnly: false })
  expect(await listed()).toMatchObject([{ access: 'everyone', isViewOnly: false, isWatermarked: true }])
})

test('who may open a document is in the record of its listing, once for each change', async () => {
  const { db, agent, listing, lead, save } = await openListing()
  await save({ access: 'chosen', leadIds: [lead.id], isViewOnly: true })
  await save({ access: 'chosen', leadIds: [lead.id], isViewOnly: true })
  await save({ access: 'chosen', leadIds: [], isViewOnly: true })
  await save({})
  const defaults = { listingId: listing.id, isViewOnly: false, isWatermarked: true } as const
  await saveDocumentDefaults(db, agent, { ...defaults, access: 'everyone' })
  await saveDocumentDefaults(db, agent, { ...defaults, access: 'hidden' })
  const entries = await db
    .select()
    .from(recordEntry)
    .where(eq(recordEntry.kind, 'visibility_changed'))
    .orderBy(recordEntry.sequence)
  expect(entries.map(({ details: { access, isViewOnly } }) => `${access} ${isViewOnly}`)).toEqual([
    'chosen true',
    'chosen true',
    'everyone false',
    'hidden false',
  ])
})

test('threat 127: the public page has only documents that are for everyone', async () => {
  const { db, lead, listing, save } = await openListing()
  const shown = async () =>
    (await requirePublicListing(db, listing.id)).documents.map(({ isViewOnly }) => ({ isViewOnly }))
  expect(await shown()).toEqual([{ isViewOnly: false }])
  await save({ isViewOnly: true })
  expect(await shown()).toEqual([{ isViewOnly: true }])
  for (const change of [{ access: 'hidden' }, { access: 'chosen', leadIds: [lead.id] }]) {
    await save(change)
    expect(await shown()).toEqual([])
  }
})

test('another agent’s document, listing or lead is not found, and nothing is changed', async () => {
  const { db, listing, document, lead, save } = await openListing()
  const other = await createAgent(db)
  await expect(save({ access: 'hidden' }, other)).rejects.toMatchObject({ status: 404 })
  await expect(readDocumentSettings(db, other, document.id)).rejects.toMatchObject({ status: 404 })
  await expect(readDocumentDefaults(db, other, listing.id)).rejects.toMatchObject({ status: 404 })
  const defaults = { listingId: listing.id, access: 'hidden', isViewOnly: false, isWatermarked: false } as const
  await expect(saveDocumentDefaults(db, other, defaults)).rejects.toMatchObject({ status: 404 })
  const elsewhere = await createLead(db, { listingId: (await createPublishedListing(db, { agent: other })).id })
  await expect(save({ access: 'chosen', leadIds: [lead.id, elsewhere.id] })).rejects.toMatchObject({ status: 404 })
  const [stored] = await db.select().from(file).where(eq(file.id, document.id))
  expect(stored?.access).toBeNull()
  expect(await db.select().from(chosenReader)).toEqual([])
})

test.each([
  ['a Word document', { contentType: 'application/msword' }],
  ['a PDF with a password', { pageCount: null }],
])('%s cannot be view only or get a watermark', async (_what, fields) => {
  const { db, document, save } = await openListing()
  await db.update(file).set(fields).where(eq(file.id, document.id))
  await expect(save({ isViewOnly: true })).rejects.toMatchObject({ fields: { isViewOnly: expect.any(String) } })
  await expect(save({ isWatermarked: true })).rejects.toMatchObject({ fields: { isWatermarked: expect.any(String) } })
  await save({ access: 'hidden', isViewOnly: false })
})
