import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvent } from '../../../../test/fixtures/events.ts'
import { createFile, type DocumentFields } from '../../../../test/fixtures/files.ts'
import { createLead, createListingWithReader } from '../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { createReading } from '../../../../test/fixtures/readings.ts'
import { waitForBlockedStatement } from '../../../../test/support/database.ts'
import { type LeadServices, openLeadServices } from '../../../../test/support/services/leadServices.ts'
import type { Db } from '../../../db/client.server.ts'
import { file } from '../../../db/schema/files.ts'
import { lead, leadAnswer } from '../../../db/schema/leads.ts'
import { webhookMessage } from '../../../db/schema/webhooks.ts'
import type { Agent } from '../../../platform/auth/sessions.server.ts'
import { DAY_MS } from '../../../values/time.ts'
import { HOT_HEAT } from '../../analytics/heatLevels.ts'
import { askAcknowledgement } from '../../disclosure/server/acknowledgements.server.ts'
import { prepareFileJob } from '../../files/server/prepareFile.server.ts'
import { acknowledgeDocument } from '../../leads/server/documents/acknowledgeDocument.server.ts'
import { openDocument } from '../../leads/server/documents/openDocument.server.ts'
import { erasePerson } from '../../leads/server/eraseLeads.server.ts'
import { updateDueLeadHeat } from '../../leads/server/heat/updateHeat.server.ts'
import { addLead } from '../../leads/server/intake/addLead.server.ts'
import { setLeadsStatus, updateLead } from '../../leads/server/leads.server.ts'
import { updatePerson } from '../../leads/server/people/updatePerson.server.ts'
import {
  publishListing,
  requireListing,
  unpublishListing,
  updateListing,
} from '../../listings/server/listings.server.ts'
import { addToRecord } from '../../record/server/addToRecord.server.ts'
import { createWebhook } from './webhooks.server.ts'

let opened: LeadServices
beforeAll(async () => {
  opened = await openLeadServices()
})
afterAll(() => opened.close())

/** An agency with a webhook and a published listing. */
async function createWatchedListing() {
  const { agent, id } = await opened.createListing()
  await watch(agent)
  return { agent, id }
}

/** And with a document, and a buyer who may read it. */
async function createWatchedDocument(fields: DocumentFields = {}) {
  const { db } = opened.database
  const target = { db, storage: opened.services.storage }
  const document = { name: 'LIM report', content: 'all of it', ...fields }
  const { agent, listing, files, lead: buyer } = await createListingWithReader(target, [document])
  const [first] = files
  if (!first) throw new Error('There is no document.')
  await watch(agent)
  return { agent, listingId: listing.id, document: first, buyer }
}

const watch = (agent: Agent) =>
  createWebhook(opened.services, agent, { url: 'https://crm.example.nz/hook', name: '', types: [] })

/** What the agency's systems are told, in order. */
async function messages({ agencyId }: Pick<Agent, 'agencyId'>, type?: string) {
  const rows = await opened.database.db
    .select()
    .from(webhookMessage)
    .where(and(eq(webhookMessage.agencyId, agencyId), type ? eq(webhookMessage.type, type) : undefined))
    .orderBy(asc(webhookMessage.sequence))
  return rows.map(({ type, objectId, body }) => ({ type, objectId, body }))
}

/** Runs something in a transaction that fails at its end. */
const undone = (work: (tx: Db) => Promise<unknown>) =>
  opened.database.db
    .transaction(async (tx) => {
      await work(tx)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))

describe('a message exists if and only if it happened:', () => {
  test('lead.created, by the form and by an agent, without personal details', async () => {
    const { agent, id } = await createWatchedListing()
    const { leadId } = await opened.submitLead(id, { firstName: 'Aroha', email: 'aroha@example.nz' })
    await opened.submitLead(id, { firstName: 'Aroha', email: 'aroha@example.nz' })
    expect(await messages(agent, 'lead.created')).toEqual([
      { type: 'lead.created', objectId: leadId, body: { leadId, listingId: id, source: 'form' } },
    ])
    const contact = { listingId: id, firstName: 'Ben', lastName: '', email: 'ben@example.nz', phone: '', note: '' }
    const input = { ...contact, consent: 'Asked at the open home' } as Parameters<typeof addLead>[2]
    await undone((tx) => addLead(tx, agent, input))
    expect(await messages(agent, 'lead.created')).toHaveLength(1)
    const added = await addLead(opened.database.db, agent, input)
    await addLead(opened.database.db, agent, input)
    const all = await messages(agent, 'lead.created')
    expect(all.map(({ objectId }) => objectId)).toEqual([leadId, added.id])
    expect(JSON.stringify(all)).not.toMatch(/aroha|ben/i)
  })

  test('lead.updated, by status, note and details', async () => {
    const { db } = opened.database
    const { agent, id: listingId } = await createWatchedListing()
    const { id, personId } = await createLead(db, { listingId })
    const told = async () => (await messages(agent, 'lead.updated')).length
    await undone((tx) => updateLead(tx, agent, { id, status: 'contacted' }))
    expect(await told()).toBe(0)
    await updateLead(db, agent, { id, status: 'contacted' })
    await updateLead(db, agent, { id, status: 'contacted' })
    await setLeadsStatus(db, agent, { ids: [id], status: 'contacted' })
    expect(await messages(agent, 'lead.updated')).toEqual([
      { type: 'lead.updated', objectId: id, body: { leadId: id, listingId } },
    ])
    await updateLead(db, agent, { id, agentNote: 'Wants to see the roof' })
    expect(await told()).toBe(2)
    const { firstName, lastName, email, phone } = (await opened.leadsOf(listingId))[0] ?? {}
    const details = { firstName, lastName, email, phone, note: '' } as Parameters<typeof updatePerson>[2]
    await updatePerson(db, agent, { ...details, id: personId })
    expect(await told()).toBe(2)
    await updatePerson(db, agent, { ...details, id: personId, lastName: 'Corrected' })
    expect(await told()).toBe(3)
  })

  test('lead.hot, once', async () => {
    const { db } = opened.database
    const { listingId, agent, document, buyer } = await createWatchedDocument({ kind: 'agreement', pageCount: 10 })
    await updateDueLeadHeat(db)
    expect(await messages(agent, 'lead.hot')).toEqual([])
    const visit = { listingId, leadId: buyer.id, fileId: document.id, createdAt: new Date() }
    for (const event of ['file_view', 'file_download'] as const) await createEvent(db, { ...visit, event })
    await createReading(db, { leadId: buyer.id, fileId: document.id, pageSeconds: Array(10).fill(60) })
    const report = await createFile(db, { agent, listingId, kind: 'building_report', pageCount: 20 })
    await createReading(db, { leadId: buyer.id, fileId: report.id, pageSeconds: Array(14).fill(40) })
    await createEvent(db, { ...visit, event: 'file_view', fileId: report.id })
    const answer = { question: 'Is your finance arranged?', libraryKey: 'finance', answer: 'Yes' }
    await db.insert(leadAnswer).values({ leadId: buyer.id, rank: 0, ...answer })
    await db
      .update(lead)
      .set({ isHeatDue: true, provenAt: new Date(), createdAt: new Date(Date.now() - 3 * DAY_MS) })
      .where(eq(lead.id, buyer.id))
    await updateDueLeadHeat(db)
    const [{ heat } = { heat: 0 }] = await opened.leadsOf(listingId)
    expect(heat).toBeGreaterThanOrEqual(HOT_HEAT)
    await db.update(lead).set({ isHeatDue: true }).where(eq(lead.id, buyer.id))
    await updateDueLeadHeat(db)
    expect(await messages(agent, 'lead.hot')).toEqual([
      { type: 'lead.hot', objectId: buyer.id, body: { leadId: buyer.id, listingId, heat } },
    ])
  })

  test('threat 176: lead.erased, and nothing earlier about the lead is left', async () => {
    const { db } = opened.database
    const { agent, id: listingId } = await createWatchedListing()
    const { id, personId } = await createLead(db, { listingId })
    await updateLead(db, agent, { id, status: 'contacted' })
    await erasePerson(opened.services, agent, personId)
    expect(await messages(agent)).toEqual([{ type: 'lead.erased', objectId: id, body: { leadId: id, listingId } }])
  })

  test('document.opened, for the first time that a buyer opens or downloads a version', async () => {
    const { listingId, agent, document, buyer } = await createWatchedDocument()
    const key = { leadId: buyer.id, isGuest: false }
    const input = { listingId, fileId: document.id }
    await openDocument(opened.services, { ...input, inline: true }, key, {}, { viewerAgencyId: agent.agencyId })
    await openDocument(opened.services, { ...input, inline: true }, { ...key, isGuest: true })
    expect(await messages(agent, 'document.opened')).toEqual([])
    await openDocument(opened.services, { ...input, inline: true }, key)
    await openDocument(opened.services, { ...input, inline: true }, key)
    await openDocument(opened.services, input, key)
    expect(await messages(agent, 'document.opened')).toEqual([
      {
        ...{ type: 'document.opened', objectId: buyer.id },
        body: { leadId: buyer.id, listingId, fileId: document.id, version: 1 },
      },
    ])
    const second = await createLead(opened.database.db, { listingId })
    await openDocument(opened.services, input, { leadId: second.id, isGuest: false })
    await openDocument(opened.services, { ...input, inline: true }, { leadId: second.id, isGuest: false })
    expect((await messages(agent, 'document.opened')).map(({ objectId }) => objectId)).toEqual([buyer.id, second.id])
  })

  test('document.opened, once, also if it is opened and downloaded at the same moment', async () => {
    const { database, services } = opened
    const { listingId, agent, document, buyer } = await createWatchedDocument()
    const key = { leadId: buyer.id, isGuest: false }
    const input = { listingId, fileId: document.id }
    const both = await database.db.transaction(async (tx) => {
      // Both wait for the end of the record.
      await addToRecord(tx, { agencyId: agent.agencyId, listingId }, [{ kind: 'published' }])
      const work = Promise.all([
        openDocument(services, { ...input, inline: true }, key),
        openDocument(services, input, key),
      ])
      await waitForBlockedStatement(database, 2)
      return { work }
    })
    await both.work
    expect(await messages(agent, 'document.opened')).toHaveLength(1)
  })

  test('document.acknowledged, once for each version', async () => {
    const { listingId, agent, document, buyer } = await createWatchedDocument()
    const statement = 'I have read this'
    await askAcknowledgement(opened.database.db, agent, { fileId: document.id, statement, isRequired: false })
    const key = { leadId: buyer.id, isGuest: false }
    const input = { listingId, fileId: document.id, version: 1, statement }
    await expect(acknowledgeDocument(opened.services, { ...input, version: 2 }, key)).rejects.toThrow()
    expect(await messages(agent, 'document.acknowledged')).toEqual([])
    await acknowledgeDocument(opened.services, input, key)
    await acknowledgeDocument(opened.services, input, key)
    expect(await messages(agent, 'document.acknowledged')).toEqual([
      {
        ...{ type: 'document.acknowledged', objectId: buyer.id },
        body: { leadId: buyer.id, listingId, fileId: document.id, version: 1 },
      },
    ])
  })

  test('listing.published, listing.updated and listing.unpublished', async () => {
    const { db } = opened.database
    const { agent } = await createWatchedListing()
    const { id } = await createListing(db, { agent })
    await undone((tx) => publishListing(tx, agent, id))
    await publishListing(db, agent, id)
    await publishListing(db, agent, id)
    const { title, subtitle, version, description } = await requireListing(db, agent, id)
    const changes = { id, title, subtitle, description } as Omit<Parameters<typeof updateListing>[2], 'version'>
    await expect(updateListing(db, agent, { ...changes, version: version + 1 })).rejects.toThrow()
    await updateListing(db, agent, { ...changes, version })
    await unpublishListing(db, agent, id)
    await unpublishListing(db, agent, id)
    const about = { objectId: id, body: { listingId: id } }
    expect(await messages(agent)).toEqual([
      { type: 'listing.published', ...about },
      { type: 'listing.updated', ...about },
      { type: 'listing.unpublished', ...about },
    ])
  })

  test('file.ready, when a file is prepared', async () => {
    const { db } = opened.database
    const { agent, id: listingId } = await createWatchedListing()
    const work = () => prepareFileJob.work(opened.services, { fileId: '', path: '' }, { id: crypto.randomUUID() })
    const values = { state: 'processing', contentType: 'text/plain', size: 5 } as const
    const added = await createFile(db, { agent, listingId, type: 'file', ...values })
    await opened.services.storage.write(added.path, Buffer.from('Notes'), 'text/plain')
    await work()
    const missing = await createFile(db, { agent, listingId, type: 'file', ...values })
    await work().catch(() => undefined)
    const [failed] = await db.select().from(file).where(eq(file.id, missing.id))
    expect(failed?.state).not.toBe('ready')
    expect(await messages(agent, 'file.ready')).toEqual([
      {
        ...{ type: 'file.ready', objectId: added.id },
        body: { fileId: added.id, listingId, fileType: 'document', version: 1 },
      },
    ])
  })
})
