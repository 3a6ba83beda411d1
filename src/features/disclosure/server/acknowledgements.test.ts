import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file, fileVersion } from '#db/schema/files.ts'
import { lead as leadTable } from '#db/schema/leads.ts'
import { acknowledgement, recordEntry } from '#db/schema/record.ts'
import {
  acknowledgeDocument,
  remindToAcknowledge,
} from '#features/leads/server/documents/acknowledgeDocument.server.ts'
import { createDocumentsZip } from '#features/leads/server/documents/documentsZip.server.ts'
import { openDocument } from '#features/leads/server/documents/openDocument.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createLead, createListingWithReader } from '../../../../test/fixtures/leads.ts'
import { type LeadServices, openLeadServices } from '../../../../test/support/services/leadServices.ts'
import { DEFAULT_STATEMENT } from '../disclosure.schema.ts'
import { askAcknowledgement, listAcknowledgements } from './acknowledgements.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

const SHA256 = 'a'.repeat(64)
const refusedWith = (status: number, name: string) => expect.objectContaining({ status, name })

/** A document that asks for confirmation, and a lead who may open it. */
async function createAsked({ isRequired = false } = {}) {
  const { db } = context.database
  const { agent, listing, files, lead } = await createListingWithReader({ db, storage: context.services.storage }, [
    { name: 'Agreement', content: 'the agreement' },
  ])
  const [document] = files
  if (!document) throw new Error('There is no document.')
  const { id: fileId } = document
  await db.update(fileVersion).set({ sha256: SHA256 }).where(eq(fileVersion.fileId, fileId))
  await askAcknowledgement(db, agent, { fileId, statement: DEFAULT_STATEMENT, isRequired })
  const input = { listingId: listing.id, fileId, version: 1, statement: DEFAULT_STATEMENT }
  const key = { leadId: lead.id, isGuest: false }
  const confirm = (change: Partial<typeof input> = {}, by: typeof key | undefined = key) =>
    acknowledgeDocument(context.services, { ...input, ...change }, by)
  const open = (by: typeof key = key, inline = true) =>
    openDocument(context.services, { listingId: listing.id, fileId, inline }, by)
  const stored = () => db.select().from(acknowledgement).where(eq(acknowledgement.fileId, fileId))
  return { db, agent, listingId: listing.id, lead, fileId, key, confirm, open, stored }
}

describe('a buyer confirms a document', () => {
  test('with its hash, the words and the time, once, and it is in the record', async () => {
    const { db, listingId, lead, confirm, open, stored } = await createAsked()
    expect((await open()).acknowledgement).toMatchObject({
      statement: DEFAULT_STATEMENT,
      version: 1,
      acknowledgedAt: null,
    })
    const { acknowledgedAt } = await confirm()
    expect(await confirm()).toEqual({ acknowledgedAt })
    expect(await stored()).toMatchObject([
      { leadId: lead.id, version: 1, sha256: SHA256, statement: DEFAULT_STATEMENT, createdAt: acknowledgedAt },
    ])
    const entries = await db.select().from(recordEntry).where(eq(recordEntry.listingId, listingId))
    expect(entries.filter(({ kind }) => kind === 'acknowledged')).toMatchObject([
      { version: 1, details: { name: 'Agreement', sha256: SHA256, statement: DEFAULT_STATEMENT } },
    ])
    expect((await open()).acknowledgement).toMatchObject({ acknowledgedAt })
  })

  test('and twice at the same moment stores it once', async () => {
    const { confirm, stored } = await createAsked()
    const outcomes = await Promise.allSettled([confirm(), confirm(), confirm()])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await stored()).toHaveLength(1)
  })

  test('and is not locked out without it, unless the agent says so', async () => {
    const free = await createAsked()
    expect(await free.open()).toMatchObject({ url: expect.any(String) })
    const closed = await createAsked({ isRequired: true })
    for (const inline of [true, false])
      await expect(closed.open(closed.key, inline)).rejects.toEqual(refusedWith(403, 'AcknowledgementNeeded'))
    const names = async () => {
      const { zip } = await createDocumentsZip(context.services, closed.listingId, closed.key)
      const bytes = Buffer.concat(await zip.toArray()).toString('latin1')
      return ['Confirm first.txt', 'Agreement.pdf'].filter((name) => bytes.includes(name))
    }
    expect(await names()).toEqual(['Confirm first.txt'])
    await closed.confirm()
    expect(await closed.open()).toMatchObject({ url: expect.any(String) })
    expect(await names()).toEqual(['Agreement.pdf'])
  })
})

describe('threat 130: a forged acknowledgement', () => {
  test('by a guest, who only typed the address, is refused', async () => {
    const { key, confirm, stored } = await createAsked()
    await expect(confirm({}, { ...key, isGuest: true })).rejects.toEqual(refusedWith(403, 'OwnLinkNeeded'))
    expect(await stored()).toEqual([])
  })

  test('with a key from before the owner proved the address is refused', async () => {
    const { db, lead, key, confirm, stored } = await createAsked()
    await db.update(leadTable).set({ provenAt: new Date() }).where(eq(leadTable.id, lead.id))
    const earlier = { ...key, issuedAt: new Date(Date.now() - 60_000) }
    await expect(confirm({}, earlier)).rejects.toEqual(refusedWith(403, 'OwnLinkNeeded'))
    expect(await stored()).toEqual([])
  })

  test('threat 190: in a frame, where the site around it could cover the words, is refused', async () => {
    const { fileId, listingId, key, stored } = await createAsked()
    const input = { listingId, fileId, version: 1, statement: DEFAULT_STATEMENT }
    const framed = acknowledgeDocument(context.services, input, key, true)
    await expect(framed).rejects.toEqual(refusedWith(403, 'OwnLinkNeeded'))
    expect(await stored()).toEqual([])
  })

  test('without a key, for another listing, or after access was removed is refused', async () => {
    const { db, lead, confirm, stored } = await createAsked()
    const other = await createAsked()
    await expect(
      acknowledgeDocument(
        context.services,
        { listingId: other.listingId, fileId: other.fileId, version: 1, statement: DEFAULT_STATEMENT },
        undefined,
      ),
    ).rejects.toEqual(refusedWith(403, 'DetailsNeeded'))
    await expect(confirm({ listingId: other.listingId })).rejects.toEqual(refusedWith(403, 'DetailsNeeded'))
    await expect(confirm({ fileId: other.fileId })).rejects.toEqual(refusedWith(404, 'NotFoundError'))
    await db.update(leadTable).set({ withdrawnAt: new Date() }).where(eq(leadTable.id, lead.id))
    await expect(confirm()).rejects.toEqual(refusedWith(403, 'AccessWithdrawn'))
    expect(await stored()).toEqual([])
  })

  test('of another version or in other words is refused with a clear sentence', async () => {
    const { db, fileId, confirm, stored } = await createAsked()
    const refusal = async (change: Parameters<typeof confirm>[0]) => {
      const error = await confirm(change).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ status: 409 })
      return (error as Error).message
    }
    expect(await refusal({ version: 2 })).toContain('This document changed while you had it open')
    expect(await refusal({ statement: 'I waive everything.' })).toContain('The agent changed the sentence')
    await db.update(file).set({ version: 2 }).where(eq(file.id, fileId))
    expect(await refusal({})).toContain('This document changed while you had it open')
    await db.update(file).set({ version: 1, acknowledgement: null }).where(eq(file.id, fileId))
    expect(await refusal({})).toContain('The agent changed the sentence')
    expect(await stored()).toEqual([])
  })
})

describe('the agent', () => {
  test('sees who has confirmed and who has not, and nobody else does', async () => {
    const { db, agent, listingId, lead, confirm } = await createAsked()
    const other = await createLead(db, { listingId, firstName: 'Zoe' })
    await confirm()
    const [document] = await listAcknowledgements(db, agent, listingId)
    expect(document).toMatchObject({ name: 'Agreement', statement: DEFAULT_STATEMENT, isRequired: false })
    expect(document?.people).toMatchObject([
      { leadId: lead.id, acknowledgedAt: expect.any(Date), canRemind: false },
      { leadId: other.id, acknowledgedAt: null, canRemind: true },
    ])
    expect(await listAcknowledgements(db, await createAgent(db), listingId)).toEqual([])
  })

  test('cannot ask about another agent’s document', async () => {
    const { db, fileId } = await createAsked()
    const stranger = await createAgent(db)
    await expect(askAcknowledgement(db, stranger, { fileId, statement: 'Mine now', isRequired: true })).rejects.toEqual(
      refusedWith(404, 'NotFoundError'),
    )
  })

  test('reminds someone once a day for each document, with the private link', async () => {
    const { db, agent, listingId, lead, fileId } = await createAsked()
    const remind = () => remindToAcknowledge(context.services, agent, { fileId, leadId: lead.id })
    await remind()
    await expect(remind()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('today already') })
    const emails = await context.emailsTo(lead.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('Please confirm: Agreement for 12 Rata Street')
    expect(emails[0]?.text).toContain('/open?key=')
    const [document] = await listAcknowledgements(db, agent, listingId)
    expect(document?.people).toMatchObject([{ remindedAt: expect.any(Date), canRemind: false }])
  })

  test('reminds nobody who has unsubscribed, has confirmed or belongs to another agent', async () => {
    const { db, agent, listingId, lead, fileId, confirm } = await createAsked()
    const remind = (by = agent) => remindToAcknowledge(context.services, by, { fileId, leadId: lead.id })
    await expect(remind(await createAgent(db))).rejects.toEqual(refusedWith(404, 'NotFoundError'))
    await db.update(leadTable).set({ unsubscribedAt: new Date() }).where(eq(leadTable.id, lead.id))
    await expect(remind()).rejects.toEqual(refusedWith(409, 'Conflict'))
    const [document] = await listAcknowledgements(db, agent, listingId)
    expect(document?.people).toMatchObject([{ canRemind: false }])
    await db.update(leadTable).set({ unsubscribedAt: null }).where(eq(leadTable.id, lead.id))
    await confirm()
    await expect(remind()).rejects.toEqual(refusedWith(409, 'Conflict'))
    expect(await context.emailsTo(lead.email)).toEqual([])
  })
})
