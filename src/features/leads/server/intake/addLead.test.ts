import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { event } from '#db/schema/events.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { person } from '#db/schema/people.ts'
import { csvCell } from '#platform/downloads/csvDownload.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { ROW_REFUSED, whileRefusingRows } from '../../../../../test/support/database.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { AddLeadInput, ImportLeadsInput, type LeadContact, writeRows } from '../../intake/addLead.schema.ts'
import { ListLeadsInput } from '../../leads.schema.ts'
import { listLeads, requireLead } from '../leads.server.ts'
import { openByPrivateLink, readPrivateLink } from '../privateLink/privateLinkActions.server.ts'
import { readLeadLink, sendPrivateLink } from '../privateLink/sendPrivateLink.server.ts'
import { addLead, importLeads } from './addLead.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let agent: Awaited<ReturnType<typeof createAgent>>
let otherAgent: typeof agent
let listingId: string
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(async () => {
  const { db } = opened.services.database
  agent = await createAgent(db)
  otherAgent = await createAgent(db)
  listingId = (await createPublishedListing(db, { agent })).id
})

const consent = 'They asked me to, on the phone'
const noContact = { firstName: 'Mere', lastName: 'Walker', phone: '', email: '', note: '' }
const contact = (fields: Partial<LeadContact> = {}) => ({ ...noContact, email: 'mere@example.nz', ...fields })
const add = (fields: Partial<LeadContact> = {}, whose = agent) =>
  addLead(opened.services.database.db, whose, AddLeadInput.parse({ listingId, consent, ...contact(fields) }))
const importRows = (rows: LeadContact[], more: { key?: string; listingId?: string } = {}, whose = agent) =>
  importLeads(
    opened.services,
    whose,
    ImportLeadsInput.parse({ listingId, consent, key: randomUUID(), ...more, rows: writeRows(rows) }),
  )
const leadsOfListing = () => opened.services.database.db.select().from(lead).where(eq(lead.listingId, listingId))
const names = async () =>
  (await listLeads(opened.services.database.db, agent, ListLeadsInput.parse({ sort: 'name' }))).leads.map(
    ({ firstName }) => firstName,
  )

describe('a lead that the agent adds', () => {
  test('is stored with how they agreed, needs no reply, and counts nothing in the analytics', async () => {
    const { db } = opened.services.database
    const { id, isNew } = await add({ phone: '021 555 0123' })
    expect(isNew).toBe(true)
    expect(await leadsOfListing()).toMatchObject([
      { id, source: 'agent', consent, status: 'contacted', phone: '+64215550123', email: 'mere@example.nz' },
    ])
    expect(await db.select().from(event).where(eq(event.listingId, listingId))).toEqual([])
  })

  test('with the email address or the phone number of a lead on that listing is that lead', async () => {
    const { db } = opened.services.database
    const { id } = await createLead(db, { listingId, email: 'mere@example.nz', phone: '+64215550123' })
    expect(await add()).toEqual({ id, isNew: false })
    expect(await add({ email: 'other@example.nz', phone: '021 555 0123' })).toEqual({ id, isNew: false })
    expect(await leadsOfListing()).toMatchObject([{ source: 'form', firstName: 'Mere' }])
  })

  test('without an email address shows none anywhere, and is a person of their own', async () => {
    const { db } = opened.services.database
    const { id } = await add({ email: '', phone: '021 555 0123' })
    await add({ email: '', phone: '021 555 0124' })
    expect((await requireLead(db, agent, id)).email).toBe('')
    const { leads } = await listLeads(db, agent, ListLeadsInput.parse({}))
    expect(leads.map(({ email }) => email)).toEqual(['', ''])
    expect(await db.select().from(person).where(eq(person.agencyId, agent.agencyId))).toHaveLength(2)
    const { link } = await readLeadLink(opened.services, agent, id)
    const shown = await readPrivateLink(opened.services, new URL(link).searchParams.get('key') ?? '')
    expect(shown.details).toMatchObject({ email: '', phone: '+64215550123' })
  })

  test('needs a name, a way to reach them, and how they agreed', () => {
    const parse = (fields: object) => AddLeadInput.safeParse({ listingId, consent, ...contact(), ...fields }).success
    expect(parse({})).toBe(true)
    for (const wrong of [{ email: '' }, { firstName: ' ' }, { consent: ' ' }, { email: 'x' }, { phone: 'call me' }])
      expect([wrong, parse(wrong)]).toEqual([wrong, false])
  })

  test('does not go to an archived listing', async () => {
    const { db } = opened.services.database
    await db.update(listing).set({ archivedAt: new Date() }).where(eq(listing.id, listingId))
    await expect(add()).rejects.toMatchObject({ status: 409 })
  })
})

describe('an import', () => {
  test('adds new leads and says which rows were known or repeated', async () => {
    await createLead(opened.services.database.db, { listingId, firstName: 'Known', email: 'known@example.nz' })
    const rows = [
      contact({ firstName: 'Ana' }),
      contact({ firstName: 'Twice', email: 'mere@example.nz' }),
      contact({ firstName: 'Known', email: 'known@example.nz' }),
      contact({ firstName: 'By phone', email: '', phone: '021 555 0199' }),
      contact({ firstName: 'Same phone', email: 'x@example.nz', phone: '+64 21 555 0199' }),
    ]
    expect(await importRows(rows)).toEqual({
      added: 2,
      skipped: [
        { place: 1, reason: 'repeated' },
        { place: 2, reason: 'known' },
        { place: 4, reason: 'repeated' },
      ],
    })
    expect(await names()).toEqual(['Ana', 'By phone', 'Known'])
  })

  test('sent again after a lost response adds nothing and answers the same', async () => {
    const key = randomUUID()
    const rows = [contact(), contact({ firstName: 'Tama', email: 'tama@example.nz' })]
    const first = await importRows(rows, { key })
    expect(await importRows(rows, { key })).toEqual(first)
    expect(await importRows(rows)).toMatchObject({ added: 0, skipped: [{ reason: 'known' }, { reason: 'known' }] })
    expect(await names()).toHaveLength(2)
  })

  test('that fails half way adds nothing', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => contact({ firstName: 'A', email: `${n}@example.nz` }))
    const last = { table: 'lead', when: `new."firstName" = 'Refused'` }
    await whileRefusingRows(opened.services.database, last, () =>
      expect(importRows([...rows, contact({ firstName: 'Refused' })])).rejects.toMatchObject(ROW_REFUSED),
    )
    expect(await names()).toEqual([])
  })

  test('of 2,000 rows is one call', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      contact({ firstName: `B${n}`, email: `buyer${n}@example.nz`, note: 'x'.repeat(200) }),
    )
    expect(Buffer.byteLength(JSON.stringify(writeRows(rows)))).toBeLessThan(900_000)
    expect(await importRows(rows)).toEqual({ added: 2_000, skipped: [] })
  }, 120_000)
})

describe('another agent’s listing or lead', () => {
  test('threat 118: gets no lead by hand and no import', async () => {
    await expect(add({}, otherAgent)).rejects.toMatchObject({ status: 404 })
    await expect(importRows([contact()], {}, otherAgent)).rejects.toMatchObject({ status: 404 })
    expect(await names()).toEqual([])
  })

  test('threat 118: gives no private link', async () => {
    const { id } = await add()
    await expect(readLeadLink(opened.services, otherAgent, id)).rejects.toMatchObject({ status: 404 })
    await expect(sendPrivateLink(opened.services, otherAgent, id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('what was imported', () => {
  test('threat 120: runs no formula in a spreadsheet', async () => {
    await importRows([contact({ firstName: '=1+1', note: '=HYPERLINK("https://evil.example")' })])
    const [stored] = (await listLeads(opened.services.database.db, agent, ListLeadsInput.parse({}))).leads
    expect([csvCell(stored?.firstName ?? ''), csvCell(stored?.note ?? '')]).toEqual([
      "'=1+1",
      `"'=HYPERLINK(""https://evil.example"")"`,
    ])
  })

  test('threat 120: is checked again by the server', () => {
    const parse = (rows: string) => ImportLeadsInput.safeParse({ listingId, consent, key: randomUUID(), rows }).success
    expect(parse(writeRows([contact()]))).toBe(true)
    for (const rows of ['', '[', '{}', '[]', '[[1,2,3,4,5]]', '[["a","b","","",""]]', '[["a"]]', 'x'.repeat(900_001)])
      expect([rows.slice(0, 20), parse(rows)]).toEqual([rows.slice(0, 20), false])
    expect(parse(writeRows([contact({ firstName: 'www.example.com' })]))).toBe(false)
    expect(parse(writeRows(Array.from({ length: 2_001 }, () => contact())))).toBe(false)
  })
})

describe('the private link', () => {
  test('from a text message opens the documents and proves no email address', async () => {
    const { db } = opened.services.database
    const { id } = await add()
    const { link } = await readLeadLink(opened.services, agent, id)
    const key = new URL(link).searchParams.get('key') ?? ''
    expect(await openByPrivateLink(opened.services, key)).toMatchObject({ leadId: id })
    expect(await leadsOfListing()).toMatchObject([{ provenAt: null }])
    await db.update(lead).set({ keysChangedAt: new Date() }).where(eq(lead.id, id))
    await expect(openByPrivateLink(opened.services, key)).rejects.toMatchObject({ status: 410 })
  })

  test('is only sent for a published listing, to a lead with access and an email address', async () => {
    const { db } = opened.services.database
    const { id } = await add()
    const { id: byPhone } = await add({ email: '', phone: '021 555 0123' })
    await sendPrivateLink(opened.services, agent, id)
    await expect(sendPrivateLink(opened.services, agent, byPhone)).rejects.toMatchObject({ status: 409 })
    await db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.id, id))
    await expect(sendPrivateLink(opened.services, agent, id)).rejects.toMatchObject({ status: 409 })
    await db.update(lead).set({ withdrawnAt: null }).where(eq(lead.id, id))
    await db.update(listing).set({ publishedAt: null }).where(eq(listing.id, listingId))
    await expect(readLeadLink(opened.services, agent, id)).rejects.toMatchObject({ status: 409 })
  })
})
