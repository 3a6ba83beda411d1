import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataExport, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { event } from '#db/schema/events.ts'
import { lead, leadNote } from '#db/schema/leads.ts'
import { notification } from '#db/schema/notifications.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { ROW_REFUSED, waitForBlockedStatement, whileRefusingRows } from '../../../../../test/support/database.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { MAX_EMAILS_PER_LISTING_PER_HOUR, sendDigestJob } from '../agentNotifications/notifyAgent.server.ts'
import { signDocumentKey } from '../documents/documentKey.server.ts'
import { eraseDetails } from './privateLinkActions.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

const erase = (leadId: string, { services } = context) =>
  eraseDetails(services, signDocumentKey(services.env.APP_SECRET, 'link', leadId))

describe('threat 72: while the mail server is away', () => {
  test('emails about an erased buyer are never sent, and those about others are', async () => {
    const { agent, id } = await context.createListing()
    const { leadId } = await context.submitLead(id, { email: 'gone@example.nz' })
    await context.submitLead(id, { email: 'here@example.nz' })
    await erase(leadId)
    expect(await context.emailsTo('gone@example.nz')).toEqual([])
    expect(await context.emailsTo('here@example.nz')).toHaveLength(1)
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
  })

  test('a digest with an erased buyer in it is rewritten without them', async () => {
    const { agent, id } = await context.createListing()
    for (let n = 0; n < MAX_EMAILS_PER_LISTING_PER_HOUR; n++) await context.submitLead(id)
    const { leadId } = await context.submitLead(id, { lastName: 'Gone' })
    await context.submitLead(id, { lastName: 'Here' })
    const makeDigest = () => sendDigestJob.work(context.services, { listingId: id }, { id: '' })
    await makeDigest()
    const digests = async () =>
      (await context.emailsTo(agent.email)).slice(MAX_EMAILS_PER_LISTING_PER_HOUR).map(({ text }) => text)
    expect(await digests()).toEqual([expect.stringMatching(/Gone.*Here/s)])

    await erase(leadId)
    expect(await digests()).toEqual([])
    await makeDigest()
    expect(await digests()).toEqual([expect.stringMatching(/^(?!.*Gone).*Here/s)])
  })
})

describe('threat 72: erasing a buyer', () => {
  test('also deletes the kept copies of emails about them, and no others', async () => {
    const { id: listingId } = await context.createListing()
    const folder = join(context.services.env.DATA_DIR, 'mail')
    await mkdir(folder, { recursive: true })
    const keepEmail = (name: string, leadId: string) =>
      writeFile(join(folder, `${name}.eml`), `X-About: ${leadId}\r\n\r\nA new lead`)
    const { id } = await createLead(context.database.db, { listingId })
    await keepEmail('erased', id)
    await keepEmail('kept', 'lead_other')
    await erase(id)
    expect(await readdir(folder)).toEqual(['kept.eml'])
  })

  test('waits for an export that the agent is requesting, so that none is left with the buyer in it', async () => {
    const { db } = context.database
    const { agent, id: listingId } = await context.createListing()
    const { id } = await createLead(db, { listingId })
    const { erasing } = await db.transaction(async (tx) => {
      await tx.select().from(user).where(eq(user.id, agent.id)).for('no key update')
      const erasing = erase(id)
      await waitForBlockedStatement(context.database)
      return { erasing }
    })
    expect(await erasing).toEqual({ listingId })
  })

  test('deletes a message that arrives at the same moment', async () => {
    const { db } = context.database
    const { id: listingId } = await context.createListing()
    const { id: leadId } = await createLead(db, { listingId })
    const { erasing } = await db.transaction(async (tx) => {
      await tx.insert(leadNote).values({ leadId, body: 'And the drains?', fromOwnBrowser: false })
      const erasing = erase(leadId)
      await waitForBlockedStatement(context.database)
      return { erasing }
    })
    expect(await erasing).toEqual({ listingId })
    expect(await db.$count(leadNote, eq(leadNote.leadId, leadId))).toBe(0)
  })

  test('waits for no other agent and no other buyer', async () => {
    const { db } = context.database
    const { id: listingId } = await context.createListing()
    const [erased, kept] = [await createLead(db, { listingId }), await createLead(db, { listingId })]
    const otherAgent = await createAgent(db)
    await db.transaction(async (tx) => {
      await tx.select().from(user).where(eq(user.id, otherAgent.id)).for('update')
      await tx.select().from(lead).where(eq(lead.id, kept.id)).for('update')
      await erase(erased.id)
    })
    expect(await db.$count(lead, eq(lead.listingId, listingId))).toBe(1)
  })

  test('does nothing when PostgreSQL refuses the audit entry or the next digest', async () => {
    const { db } = context.database
    const { id } = await context.createListing()
    for (let n = 0; n < MAX_EMAILS_PER_LISTING_PER_HOUR; n++) await context.submitLead(id)
    const { leadId } = await context.submitLead(id)
    await context.submitLead(id)
    await sendDigestJob.work(context.services, { listingId: id }, { id: '' })
    for (const table of ['audit', 'lead_digest'])
      await whileRefusingRows(context.database, { table }, () =>
        expect(erase(leadId)).rejects.toMatchObject(ROW_REFUSED),
      )
    expect(await db.$count(lead, eq(lead.id, leadId))).toBe(1)
    await erase(leadId)
    expect(await db.$count(lead, eq(lead.id, leadId))).toBe(0)
  })

  test('is logged without their details, and succeeds when the storage cannot remove an export', async () => {
    const { db } = context.database
    const { agent, id: listingId } = await context.createListing()
    const lines: { msg: string }[] = []
    const log = createLog({ level: 'info', destination: { write: (line) => lines.push(JSON.parse(line)) } })
    await db.insert(dataExport).values({
      ...{ id: crypto.randomUUID(), userId: agent.id, state: 'ready', path: 'no storage key' },
      expiresAt: new Date(Date.now() + 3600_000),
    })
    const { id, email } = await createLead(db, { listingId })
    await erase(id, { ...context, services: { ...context.services, log } })
    expect(lines.map(({ msg }) => msg)).toEqual(['an expired export could not be removed yet', 'leads erased'])
    expect(lines[0]).toHaveProperty('err')
    expect(JSON.stringify(lines)).not.toContain(email)
    expect(await db.$count(lead, eq(lead.id, id))).toBe(0)
  })

  test('deletes their rows, keeps their events without them, and leaves the other buyer alone', async () => {
    const { db } = context.database
    const { agent, id: listingId } = await context.createListing()
    const [erased, kept] = [await createLead(db, { listingId }), await createLead(db, { listingId })]
    for (const leadId of [erased.id, kept.id])
      await db.insert(leadNote).values({ leadId, body: 'And the drains?', fromOwnBrowser: false })
    expect(await erase(erased.id)).toEqual({ listingId })

    const rowsOf = async (leadId: string) => [
      await db.$count(lead, eq(lead.id, leadId)),
      await db.$count(leadNote, eq(leadNote.leadId, leadId)),
      await db.$count(notification, eq(notification.leadId, leadId)),
      await db.$count(event, eq(event.leadId, leadId)),
    ]
    expect(await rowsOf(erased.id)).toEqual([0, 0, 0, 0])
    expect(await rowsOf(kept.id)).toEqual([1, 1, 1, 1])
    expect(await db.$count(event, eq(event.listingId, listingId))).toBe(2)
    const audited = await db.select().from(audit).where(eq(audit.userId, agent.id))
    expect(audited).toMatchObject([{ action: 'buyer_erased', details: { listingId } }])
    await expect(erase(erased.id)).rejects.toMatchObject({ status: 410 })
  })

  test('expires the agent’s finished exports, makes a running one start again, and touches no other agent’s', async () => {
    const { db } = context.database
    const { storage } = context.services
    const agent = await createAgent(db)
    const otherAgent = await createAgent(db)
    const { id: listingId } = await createPublishedListing(db, { agent })
    const expiresAt = new Date(Date.now() + 3600_000)
    const addExport = async (state: 'ready' | 'running', userId: string) => {
      const values = { id: crypto.randomUUID(), userId, state, path: newStorageKey('exports'), expiresAt }
      await storage.write(values.path, Buffer.from('zip'), 'application/zip')
      await db.insert(dataExport).values(values)
      return values
    }
    const ready = await addExport('ready', agent.id)
    const running = await addExport('running', agent.id)
    const others = await addExport('ready', otherAgent.id)
    await erase((await createLead(db, { listingId })).id)

    const stored = async (id: string) => (await db.select().from(dataExport).where(eq(dataExport.id, id)))[0]
    expect((await stored(ready.id))?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await stored(running.id)).toMatchObject({ path: null, expiresAt })
    expect(await stored(others.id)).toMatchObject({ path: others.path, expiresAt })
    expect(await storage.stat(ready.path)).toBeUndefined()
    expect(await storage.stat(others.path)).toBeDefined()
  })
})
