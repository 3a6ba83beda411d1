import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { newId } from '#db/schema/columns.ts'
import { event } from '#db/schema/events.ts'
import { lead, leadAnswer, leadNote, noEmailFor } from '#db/schema/leads.ts'
import { notification } from '#db/schema/notifications.ts'
import { person } from '#db/schema/people.ts'
import { reading, readingSearch, readingSum } from '#db/schema/readings.ts'
import { createAgency } from '../../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { openServices } from '../../../../../test/support/services/services.ts'

import { ErasePersonInput, ListPeopleInput, MergePeopleInput, PersonTimelineInput } from '../../people/people.schema.ts'
import { erasePerson } from '../eraseLeads.server.ts'
import { sendPrivateLink } from '../privateLink/sendPrivateLink.server.ts'
import { exportPerson, listPeople, listPersonEvents, requirePerson } from './people.server.ts'
import { mergePeople, separatePerson, updatePerson } from './updatePerson.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let agent: Awaited<ReturnType<typeof createAgent>>
let otherAgent: typeof agent
let rata: string
let kauri: string
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(async () => {
  agent = await createAgent(db())
  otherAgent = await createAgent(db())
  rata = (await createPublishedListing(db(), { agent })).id
  kauri = (await createPublishedListing(db(), { agent, title: '7 Kauri Road' })).id
})

const db = () => opened.services.database.db
const list = (input: Partial<ListPeopleInput> = {}, whose = agent) =>
  listPeople(db(), whose, ListPeopleInput.parse(input))
const names = async (input: Partial<ListPeopleInput> = {}, whose = agent) =>
  (await list(input, whose)).people.map(({ firstName }) => firstName)
/** What the database has of the agent's agency. */
const storedLeads = () => db().select().from(lead).where(eq(lead.agencyId, agent.agencyId)).orderBy(lead.createdAt)
const storedPeople = () => db().select().from(person).where(eq(person.agencyId, agent.agencyId))
const storedAudit = () => db().select().from(audit).where(eq(audit.agencyId, agent.agencyId))
const ana = { firstName: 'Ana', lastName: 'Lee', email: 'ana@example.nz', phone: '+64215550100' }
const bea = { firstName: 'Bea', lastName: 'Low', email: 'bea@example.nz', phone: '+64215550200' }
const details = { firstName: 'Anahera', lastName: 'Lee', phone: '021 555 0300', email: ana.email, note: '' }

describe('the list of people', () => {
  test('has one row for the same email address on several listings, and no one of another agent', async () => {
    await createLead(db(), { listingId: rata, ...ana })
    await createLead(db(), { listingId: kauri, ...ana })
    await createLead(db(), { listingId: (await createPublishedListing(db(), { agent: otherAgent })).id, ...bea })
    expect((await list()).people).toMatchObject([{ ...ana, leadCount: 2, phoneText: '021 555 0100' }])
    expect(await names({}, otherAgent)).toEqual(['Bea'])
  })

  test('is searched by name, email address and phone number, and sorted by visit, heat and name', async () => {
    const early = new Date('2026-03-01T00:00:00Z')
    await createLead(db(), { listingId: rata, ...ana, createdAt: early, lastSeenAt: early, heat: 80 })
    await createLead(db(), { listingId: rata, ...bea, heat: 20 })
    for (const search of ['ANA lee', 'ana@ex', '021 555 01', '(021) 555-0100'])
      expect([search, ...(await names({ search }))]).toEqual([search, 'Ana'])
    expect(await names({ search: 'nobody' })).toEqual([])
    expect(await names({ sort: 'seen' })).toEqual(['Bea', 'Ana'])
    expect(await names({ sort: 'hottest' })).toEqual(['Ana', 'Bea'])
    expect(await names({ sort: 'name' })).toEqual(['Ana', 'Bea'])
  })

  test('shows everyone once over all pages in every order', async () => {
    for (let n = 0; n < 5; n++) await createLead(db(), { listingId: rata, firstName: `B${n % 2}` })
    for (const sort of ['seen', 'hottest', 'name'] as const) {
      const seen: string[] = []
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const page = await list({ sort, limit: 2, cursor })
        seen.push(...page.people.map(({ id }) => id))
        cursor = page.next
      }
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 5, 5])
    }
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a person', () => {
  test('has all their enquiries with answers, reading, notes and activity', async () => {
    const { id: first, personId } = await createLead(db(), {
      ...{ listingId: rata, ...ana, status: 'viewing', note: 'Is the roof original?' },
      createdAt: new Date('2026-03-01T00:00:00Z'),
    })
    const { id: second } = await createLead(db(), { listingId: kauri, ...ana })
    const { id: fileId } = await createFile(db(), { agent, listingId: rata, name: 'LIM report' })
    const at = new Date()
    await db().insert(leadAnswer).values({ leadId: first, rank: 0, question: 'Finance arranged?', answer: 'Yes' })
    await db().insert(leadNote).values({ leadId: first, body: 'And the drains?', fromOwnBrowser: true })
    const version = { leadId: first, fileId, firstReadAt: at, lastReadAt: at }
    await db()
      .insert(reading)
      .values({ ...version, version: 1, pageSeconds: [30, 10.5] })
    await db()
      .insert(reading)
      .values({ ...version, version: 2, pageSeconds: [20] })
    await db().insert(readingSearch).values({ leadId: first, fileId, words: 'moisture', lastAt: at })
    await createEvent(db(), { event: 'file_view', listingId: rata, leadId: first, fileId })

    const found = await requirePerson(db(), agent, personId)
    expect(found).toMatchObject({ ...ana, merged: [] })
    expect(found.enquiries).toMatchObject([
      { id: second, listingTitle: '7 Kauri Road', answers: [], brief: 'Hasn’t opened a document yet.' },
      {
        ...{ id: first, listingTitle: '12 Rata Street', status: 'viewing', note: 'Is the roof original?' },
        answers: [{ question: 'Finance arranged?', answer: 'Yes' }],
        furtherNotes: [{ body: 'And the drains?' }],
        brief: expect.stringMatching(/^Read ‘LIM report’ for 1 min; searched ‘moisture’/),
      },
    ])
    const { steps } = await listPersonEvents(db(), agent, PersonTimelineInput.parse({ id: personId }))
    expect(steps.map((step) => step.event).toSorted()).toEqual(['file_view', 'lead_created', 'lead_created'])
    expect(await exportPerson(db(), agent, personId)).toMatchObject({
      email: ana.email,
      enquiries: [{}, { documents: [{ seconds: 20 }, { seconds: 40.5 }], searches: [{ words: 'moisture' }] }],
      activity: [{}, {}, {}],
    })
    expect(await storedAudit()).toMatchObject([{ action: 'downloaded', details: { what: 'person' } }])
  })

  test('is corrected in all their enquiries; the links stay valid while the email address does', async () => {
    const { personId } = await createLead(db(), { listingId: rata, ...ana, provenAt: new Date() })
    await createLead(db(), { listingId: kauri, ...ana })
    await updatePerson(db(), agent, { id: personId, ...details, note: 'Prefers texts' })
    const corrected = { firstName: 'Anahera', phone: '+64215550300', keysChangedAt: null }
    expect(await storedLeads()).toMatchObject([{ ...corrected, provenAt: expect.any(Date) }, corrected])
    expect(await requirePerson(db(), agent, personId)).toMatchObject({ firstName: 'Anahera', note: 'Prefers texts' })
  })

  test('with a new email address stays the same person, and earlier links are void', async () => {
    const { personId } = await createLead(db(), { listingId: rata, ...ana, provenAt: new Date() })
    await createLead(db(), { listingId: kauri, ...ana })
    await updatePerson(db(), agent, { id: personId, ...details, email: 'new@example.nz', note: 'Kept' })
    const moved = { email: 'new@example.nz', provenAt: null, keysChangedAt: expect.any(Date), personId }
    expect(await storedLeads()).toMatchObject([moved, moved])
    expect(await storedPeople()).toMatchObject([{ id: personId, email: 'new@example.nz', note: 'Kept', leadCount: 2 }])
  })

  test('without an email address can get one, and no one can lose theirs', async () => {
    const id = newId('lead')
    const { personId } = await createLead(db(), { id, listingId: rata, ...ana, email: noEmailFor(id) })
    await updatePerson(db(), agent, { id: personId, ...details, email: '' })
    await updatePerson(db(), agent, { id: personId, ...details, email: 'new@example.nz' })
    expect(await storedLeads()).toMatchObject([{ email: 'new@example.nz', personId }])
    await expect(updatePerson(db(), agent, { id: personId, ...details, email: '' })).rejects.toMatchObject({
      fields: { email: expect.any(String) },
    })
  })

  test('cannot take the email address of someone else', async () => {
    const { personId } = await createLead(db(), { listingId: rata, ...ana })
    await createLead(db(), { listingId: rata, ...bea })
    const change = updatePerson(db(), agent, { id: personId, ...details, email: bea.email })
    await expect(change).rejects.toMatchObject({ status: 409, fields: { email: expect.any(String) } })
    expect(await names({ sort: 'name' })).toEqual(['Ana', 'Bea'])
  })
})

describe('two people', () => {
  test('are one after a merge, with later enquiries, and two again after it was undone', async () => {
    const { personId: kept } = await createLead(db(), { listingId: rata, ...ana })
    const { personId: other } = await createLead(db(), { listingId: rata, ...bea })
    await mergePeople(db(), agent, { id: kept, otherId: other })
    await createLead(db(), { listingId: kauri, ...bea })
    expect((await list()).people).toMatchObject([{ id: kept, leadCount: 3 }])
    expect(await names({ search: 'bea@' })).toHaveLength(1)
    // A link to the other one still works.
    expect(await requirePerson(db(), agent, other)).toMatchObject({
      id: kept,
      merged: [{ id: other, firstName: 'Bea' }],
    })

    await separatePerson(db(), agent, other)
    await separatePerson(db(), agent, other)
    expect((await list({ sort: 'name' })).people).toMatchObject([
      { id: kept, leadCount: 1 },
      { id: other, leadCount: 2 },
    ])
  })

  test('come apart as they were when one of them had been merged before', async () => {
    const people: string[] = []
    for (const email of ['a@example.nz', 'b@example.nz', 'c@example.nz'])
      people.push((await createLead(db(), { listingId: rata, email })).personId)
    const [a = '', b = '', c = ''] = people
    await mergePeople(db(), agent, { id: b, otherId: c })
    await mergePeople(db(), agent, { id: a, otherId: b })
    expect((await list()).people).toMatchObject([{ id: a, leadCount: 3 }])
    await separatePerson(db(), agent, b)
    const counts = new Map((await list()).people.map(({ id, leadCount }) => [id, leadCount]))
    expect([counts.get(a), counts.get(b), counts.get(c)]).toEqual([1, 2, undefined])
  })

  test('merged in both directions at once do not make a circle', async () => {
    const { personId: a } = await createLead(db(), { listingId: rata, ...ana })
    const { personId: b } = await createLead(db(), { listingId: rata, ...bea })
    const results = await Promise.allSettled([
      mergePeople(db(), agent, { id: a, otherId: b }),
      mergePeople(db(), agent, { id: b, otherId: a }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await list()).people).toMatchObject([{ leadCount: 2 }])
    expect(MergePeopleInput.safeParse({ id: 'pers_1', otherId: 'pers_1' }).success).toBe(false)
  })
})

describe('an erased person', () => {
  test('leaves nothing but counts', async () => {
    const { id: first, personId } = await createLead(db(), { listingId: rata, ...ana })
    const { id: second } = await createLead(db(), { listingId: kauri, ...ana })
    const { id: third, personId: other } = await createLead(db(), { listingId: kauri, ...bea })
    const { id: stays } = await createLead(db(), { listingId: rata, firstName: 'Stays' })
    await mergePeople(db(), agent, { id: personId, otherId: other })
    const { id: fileId } = await createFile(db(), { agent, listingId: rata, name: 'LIM report' })
    const at = new Date()
    await db()
      .insert(reading)
      .values({ leadId: first, fileId, version: 1, pageSeconds: [30], firstReadAt: at, lastReadAt: at })
    await db()
      .insert(readingSum)
      .values({ fileId, version: 1, pageSeconds: [30], pageReaders: [1] })
    await db().insert(leadAnswer).values({ leadId: second, rank: 0, question: 'Finance?', answer: 'Yes' })
    await sendPrivateLink(opened.services, agent, first)
    const events = await db().$count(event)

    await erasePerson(opened.services, agent, personId)
    expect((await storedLeads()).map(({ id }) => id)).toEqual([stays])
    expect((await storedPeople()).map(({ firstName }) => firstName)).toEqual(['Stays'])
    const erased = [first, second, third]
    for (const table of [reading, leadAnswer]) expect(await db().$count(table, inArray(table.leadId, erased))).toBe(0)
    expect(await db().select().from(readingSum).where(eq(readingSum.fileId, fileId))).toMatchObject([
      { pageSeconds: [30] },
    ])
    expect(await db().$count(event)).toBe(events)
    expect(await db().$count(event, inArray(event.leadId, erased))).toBe(0)
    expect(await db().$count(notification, inArray(notification.leadId, erased))).toBe(0)
    const { rows: queued } = await db().execute(sql`select data from pgboss.job where name = 'mail'`)
    expect(JSON.stringify(queued)).not.toContain(first)
    expect(await storedAudit()).toMatchObject([{ action: 'person_erased', details: { leads: 3 } }])
  })
})

test('threat 139: someone who also enquired with a colleague shows each agent their own enquiries, and a manager erases them', async () => {
  const office = await createAgency(db())
  const own = await createPublishedListing(db(), { agent: office.agent })
  const other = await createPublishedListing(db(), { agent: office.colleague })
  const { id, personId } = await createLead(db(), { listingId: own.id, ...ana })
  const { id: further } = await createLead(db(), { listingId: other.id, ...ana, note: 'A secret' })
  await createEvent(db(), { event: 'file_view', leadId: id, listingId: own.id })
  await createEvent(db(), { event: 'file_view', leadId: further, listingId: other.id })
  const seen = await requirePerson(db(), office.agent, personId)
  expect(seen.enquiries.map((one) => one.id)).toEqual([id])
  expect(JSON.stringify(await exportPerson(db(), office.agent, personId))).not.toContain('A secret')
  const steps = async (member: typeof office.agent) =>
    (await listPersonEvents(db(), member, PersonTimelineInput.parse({ id: personId }))).steps.length
  expect([await steps(office.agent), await steps(office.manager)]).toEqual([2, 4])
  await expect(erasePerson(opened.services, office.agent, personId)).rejects.toMatchObject({ status: 403 })
  const correction = { ...ana, id: personId, email: 'mine@example.nz', note: '' }
  await expect(updatePerson(db(), office.agent, correction)).rejects.toMatchObject({ status: 403 })
  await updatePerson(db(), office.agent, { ...ana, id: personId, note: 'Rings back' })
  expect(await requirePerson(db(), office.colleague, personId)).toMatchObject({ email: ana.email, note: 'Rings back' })
  const { personId: otherId } = await createLead(db(), { listingId: own.id, ...bea })
  await expect(mergePeople(db(), office.agent, { id: otherId, otherId: personId })).rejects.toMatchObject({
    status: 403,
  })
  expect((await requirePerson(db(), office.manager, personId)).enquiries).toHaveLength(2)
  await erasePerson(opened.services, office.manager, personId)
  await expect(requirePerson(db(), office.manager, personId)).rejects.toMatchObject({ status: 404 })
})

test('an agent of a team undoes a merge, and an address that a colleague’s buyer has is not taken over', async () => {
  const office = await createAgency(db())
  const own = await createPublishedListing(db(), { agent: office.agent })
  const other = await createPublishedListing(db(), { agent: office.colleague })
  const { personId: first } = await createLead(db(), { listingId: own.id, ...ana })
  const { personId: second } = await createLead(db(), { listingId: own.id, ...bea })
  await mergePeople(db(), office.agent, { id: first, otherId: second })
  await separatePerson(db(), office.agent, second)
  expect((await requirePerson(db(), office.agent, second)).email).toBe(bea.email)
  await createLead(db(), { listingId: other.id, ...bea, email: 'cleo@example.nz' })
  const correction = { ...ana, id: first, email: 'cleo@example.nz', note: '' }
  await expect(updatePerson(db(), office.agent, correction)).rejects.toMatchObject({ status: 409 })
})

test('erasing a person needs the typed word, in any case', () => {
  const parse = (confirmation?: string) => ErasePersonInput.safeParse({ id: 'pers_1', confirmation })
  expect(parse(' Erase ').data).toEqual({ id: 'pers_1', confirmation: 'erase' })
  for (const typed of [undefined, '', 'yes'])
    expect(parse(typed).error?.issues.map(({ path }) => path)).toEqual([['confirmation']])
})

test('threat 119: another agent’s person is not found by any call, and cannot be merged', async () => {
  const { personId: mine } = await createLead(db(), { listingId: rata, ...ana })
  const theirs = await createPublishedListing(db(), { agent: otherAgent })
  const { personId: id } = await createLead(db(), { listingId: theirs.id, ...bea })
  const tables = () => Promise.all([db().select().from(person), db().select().from(lead), db().select().from(audit)])
  const before = await tables()
  const calls = [
    () => requirePerson(db(), agent, id),
    () => listPersonEvents(db(), agent, PersonTimelineInput.parse({ id })),
    () => exportPerson(db(), agent, id),
    () => updatePerson(db(), agent, { id, ...details, email: bea.email }),
    () => mergePeople(db(), agent, { id: mine, otherId: id }),
    () => mergePeople(db(), agent, { id, otherId: mine }),
    () => separatePerson(db(), agent, id),
    () => erasePerson(opened.services, agent, id),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
  expect(await tables()).toEqual(before)
  await db().update(person).set({ note: 'Private' }).where(eq(person.id, id))
  expect(await names({ search: 'bea' })).toEqual([])
})
