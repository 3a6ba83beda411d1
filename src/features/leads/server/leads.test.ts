import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { file } from '#db/schema/files.ts'
import { lead, leadAnswer, leadNote, noEmailFor } from '#db/schema/leads.ts'
import type { checkIn } from '#db/schema/openHomeVisits.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { addMember, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createEvent, createEvents } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createCheckIn, createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { createReading, createReadingSearch } from '../../../../test/fixtures/readings.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { LeadTimelineInput, ListLeadsInput } from '../leads.schema.ts'
import { listAnswerFilters } from './answers/answers.server.ts'
import {
  archiveLeads,
  countLeads,
  listLeads,
  requireLead,
  restoreAccess,
  restoreLeads,
  updateLead,
  withdrawAccess,
} from './leads.server.ts'
import { listLeadTimeline } from './leadTimeline.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let agent: Awaited<ReturnType<typeof createAgent>>
let otherAgent: typeof agent
let rata: string
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  agent = await createAgent(database.db)
  otherAgent = await createAgent(database.db)
  rata = (await createPublishedListing(database.db, { agent })).id
})

const list = (question: Partial<ListLeadsInput> = {}, whose = agent) =>
  listLeads(database.db, whose, ListLeadsInput.parse(question))
const names = async (question: Partial<ListLeadsInput> = {}, whose = agent) =>
  (await list(question, whose)).leads.map(({ firstName }) => firstName)
const at = (moment: string) => new Date(moment)

describe('the list', () => {
  test('has the leads of all listings of its agent, and of no other', async () => {
    const { db } = database
    const { id: kauri } = await createPublishedListing(db, { agent, title: '7 Kauri Road' })
    await createLead(db, { listingId: rata, firstName: 'Mere', createdAt: at('2026-03-01T00:00:00Z') })
    await createLead(db, { listingId: kauri, firstName: 'Tama', createdAt: at('2026-03-02T00:00:00Z') })
    await createLead(db, {
      listingId: (await createPublishedListing(db, { agent: otherAgent })).id,
      firstName: 'Another’s',
    })

    expect(await names()).toEqual(['Tama', 'Mere'])
    expect(await names({}, otherAgent)).toEqual(['Another’s'])
  })

  test('is filtered by what leads answered, and offers the answers of its agent’s leads', async () => {
    const { db } = database
    const elsewhere = (await createPublishedListing(db, { agent: otherAgent })).id
    for (const [firstName, answer, listingId] of [
      ['Mere', 'Yes', rata],
      ['Tama', 'No', rata],
      ['Another’s', 'Perhaps', elsewhere],
    ] as const) {
      const { id: leadId } = await createLead(db, { listingId, firstName })
      await db.insert(leadAnswer).values({ leadId, rank: 0, question: 'Finance?', answer })
    }
    await createLead(db, { listingId: rata, firstName: 'Silent' })
    expect(await names({ question: 'Finance?', answer: 'Yes' })).toEqual(['Mere'])
    expect((await names({ question: 'Finance?' })).toSorted()).toEqual(['Mere', 'Tama'])
    expect(await names({ question: 'Finance?', answer: 'Perhaps' })).toEqual([])
    expect(await listAnswerFilters(db, agent)).toEqual([
      { question: 'Finance?', answer: 'No' },
      { question: 'Finance?', answer: 'Yes' },
    ])
  })

  test('shows phone numbers as people in the country of the listing dial them, and who has verified their email', async () => {
    const { db } = database
    const { id: sydney } = await createPublishedListing(db, { agent, country: 'AU' })
    const fields = { listingId: sydney, phone: '+61412345678', provenAt: at('2026-03-01T00:00:00Z') }
    const { id } = await createLead(db, fields)
    const shown = { phoneText: '0412 345 678', isVerified: true }
    expect((await list()).leads).toMatchObject([shown])
    expect(await requireLead(db, agent, id)).toMatchObject(shown)
    // An agent's own entry without an address has nothing to verify.
    await db
      .update(lead)
      .set({ email: noEmailFor(id) })
      .where(eq(lead.id, id))
    expect((await list()).leads).toMatchObject([{ isVerified: false }])
  })

  test('shows who each lead is, what they wrote, which listing they ask about, and the agent’s own note', async () => {
    const details = {
      ...{ firstName: 'Mere', lastName: 'Walker', email: 'mere@example.nz', phone: '+64215550123' },
      ...({ note: 'Is the roof original?', agentNote: 'Cash buyer', status: 'viewing', listingId: rata } as const),
    }
    const createdAt = at('2026-03-01T00:00:00Z')
    const { id, personId } = await createLead(database.db, { ...details, createdAt })
    const counts = { openedFiles: 0, downloadedFiles: 0, heat: 0, readingDeclinedAt: null }
    const brief = 'Hasn’t opened a document yet.'
    const shown = {
      ...{ phoneText: '021 555 0123', listingTitle: '12 Rata Street', isVerified: false },
      ...{ withdrawnAt: null, archivedAt: null },
    }
    const plan = { nextAction: '', nextActionAt: null }
    expect((await list()).leads).toEqual([
      {
        id,
        coAgentIds: [],
        personId,
        userId: agent.id,
        assigneeId: null,
        ...details,
        ...shown,
        ...plan,
        createdAt,
        lastSeenAt: createdAt,
        ...counts,
        brief,
        ...{ source: 'form', channelId: null, channelKind: null, channelName: null },
      },
    ])
  })

  test('sorts by arrival, name, last visit and heat', async () => {
    const { db } = database
    const [early, late] = [at('2026-03-01T00:00:00Z'), at('2026-03-02T00:00:00Z')]
    const { id: leadId } = await createLead(db, { listingId: rata, firstName: 'zoe', createdAt: early })
    await createLead(db, { listingId: rata, firstName: 'Aroha', createdAt: late, heat: 7 })
    await createEvent(db, { event: 'listing_view', listingId: rata, leadId, createdAt: at('2026-03-03T00:00:00Z') })

    expect(await names({ sort: 'newest' })).toEqual(['Aroha', 'zoe'])
    expect(await names({ sort: 'oldest' })).toEqual(['zoe', 'Aroha'])
    expect(await names({ sort: 'name' })).toEqual(['Aroha', 'zoe'])
    expect(await names({ sort: 'seen' })).toEqual(['zoe', 'Aroha'])
    expect(await names({ sort: 'heat' })).toEqual(['Aroha', 'zoe'])
  })

  test('shows every lead once over all pages in every order, even those with equal timestamps', async () => {
    const createdAt = at('2026-03-01T00:00:00.123Z')
    const ids: string[] = []
    for (let n = 0; n < 7; n++)
      ids.push((await createLead(database.db, { listingId: rata, firstName: `B${n % 2}`, heat: n % 2, createdAt })).id)
    for (const sort of ['newest', 'oldest', 'name', 'seen', 'heat'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ sort, limit: 2, cursor })
        seen.push(...page.leads.map(({ id }) => id))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(seen.toSorted()).toEqual(ids.toSorted())
    }
  })

  test('searches names, email addresses, phone numbers in any format, and both notes', async () => {
    const { db } = database
    await createLead(db, { listingId: rata, firstName: 'Mere', email: 'mw@kowhai.example', phone: '+64215550123' })
    await createLead(db, {
      listingId: rata,
      firstName: 'Tama',
      phone: '+64 9 abc',
      agentNote: 'Cash buyer',
      note: 'Is 100% of it_insulated?',
    })

    for (const search of ['MERE walk', 'kowhai', '021 555', '(021) 555-0123', '+64 21 555 0123'])
      expect([search, ...(await names({ search }))]).toEqual([search, 'Mere'])
    expect(await names({ search: 'cash' })).toEqual(['Tama'])
    expect(await names({ search: '100% it_ins' })).toEqual(['Tama'])
    expect(await names({ search: '10_%' })).toEqual([])
    expect(await names({ search: '0000' })).toEqual([])
  })

  test('filters by listing, status and archive; another agent’s listing has no leads', async () => {
    const { db } = database
    const { id: kauri } = await createPublishedListing(db, { agent, title: '7 Kauri Road' })
    const { id: theirs } = await createPublishedListing(db, { agent: otherAgent })
    const none = { new: 0, contacted: 0, viewing: 0, offer: 0, closed: 0, archived: 0, needs_reply: 0 }
    expect(await countLeads(db, agent)).toEqual(none)
    await createLead(db, { listingId: theirs })
    await createLead(db, { listingId: kauri, firstName: 'Tama', status: 'offer' })
    await createLead(db, { listingId: rata, firstName: 'Hemi', status: 'viewing' })
    const { id: gone } = await createLead(db, { listingId: rata, firstName: 'Mere' })
    await archiveLeads(db, agent, [gone])

    expect(await names({ listingId: kauri })).toEqual(['Tama'])
    expect(await names({ listingId: theirs })).toEqual([])
    expect(await names({ status: 'offer' })).toEqual(['Tama'])
    expect(await names({ status: 'new' })).toEqual([])
    expect(await names({ status: 'archived' })).toEqual(['Mere'])
    expect(await countLeads(db, agent)).toEqual({ ...none, viewing: 1, offer: 1, archived: 1 })
  })

  test('filters by who came to any open home, or to one, and the counts beside the choices agree with the list', async () => {
    const { db } = database
    const { id: kauri } = await createPublishedListing(db, { agent, title: '7 Kauri Road' })
    const [home, homeThere] = await Promise.all([rata, kauri].map((listingId) => createOpenHome(db, { listingId })))
    if (!home || !homeThere) throw new Error('No open homes.')
    const visit = async (firstName: string, at: typeof home, fields: Partial<typeof checkIn.$inferInsert> = {}) => {
      const { listingId } = at
      const { id: leadId } = await createLead(db, { listingId, firstName, status: 'contacted' })
      await createCheckIn(db, { agencyId: agent.agencyId, listingId, openHomeId: at.id, leadId, ...fields })
      return leadId
    }
    const mere = await visit('Mere', home)
    // Twice, as when someone uses the door and their own phone.
    await createCheckIn(db, { agencyId: agent.agencyId, listingId: rata, openHomeId: home.id, leadId: mere })
    await visit('Tama', homeThere)
    await visit('Taken back', home, { removedAt: new Date() })
    await archiveLeads(db, agent, [await visit('Archived', home)])
    await createLead(db, { listingId: rata, firstName: 'Stayed away' })

    expect((await names({ openHome: 'any' })).toSorted()).toEqual(['Mere', 'Tama'])
    expect(await names({ openHome: home.id })).toEqual(['Mere'])
    expect(await names({ openHome: home.id, listingId: kauri })).toEqual([])
    expect(await names({ openHome: home.id }, otherAgent)).toEqual([])
    for (const filter of [{}, { openHome: 'any' }, { openHome: home.id }, { listingId: rata }, { search: 'away' }]) {
      const counts = await countLeads(db, agent, filter)
      for (const status of ['new', 'contacted', 'archived', 'needs_reply'] as const)
        expect(counts[status], JSON.stringify({ filter, status })).toBe((await names({ ...filter, status })).length)
    }
  })

  test('threat 257: the id of an open home out of reach finds nobody, and counts nobody', async () => {
    const { db } = database
    const colleague = await addMember(db, agent, { role: 'agent' })
    const home = await createOpenHome(db, { listingId: rata })
    const { id: leadId } = await createLead(db, { listingId: rata, status: 'contacted' })
    await createCheckIn(db, { agencyId: agent.agencyId, listingId: rata, openHomeId: home.id, leadId })
    const found = async (who: Agent) => [
      (await listLeads(db, who, ListLeadsInput.parse({ openHome: home.id }))).leads.length,
      (await countLeads(db, who, { openHome: home.id })).contacted,
    ]
    expect(await found(agent)).toEqual([1, 1])
    for (const outsider of [colleague, otherAgent]) expect(await found(outsider)).toEqual([0, 0])
    await shareListing(db, rata, colleague)
    expect(await found(colleague)).toEqual([1, 1])
  })

  test('filters by heat: hot from 60, warm from 30', async () => {
    for (const heat of [0, 29, 30, 59, 60, 100])
      await createLead(database.db, { listingId: rata, firstName: `Heat ${heat}`, heat })
    const having = async (heat: 'hot' | 'warm' | 'cold') => (await names({ heat, sort: 'heat' })).join(', ')
    expect(await having('hot')).toBe('Heat 100, Heat 60')
    expect(await having('warm')).toBe('Heat 59, Heat 30')
    expect(await having('cold')).toBe('Heat 29, Heat 0')
  })

  test('says in words what each lead has read', async () => {
    const { db } = database
    const { id: lim } = await createFile(db, { agent, listingId: rata, kind: 'lim', pageCount: 3 })
    const { id: reader } = await createLead(db, { listingId: rata, firstName: 'Reader' })
    await createReading(db, { leadId: reader, fileId: lim, pageSeconds: [60, 60, 60] })
    await createReadingSearch(db, { leadId: reader, fileId: lim, words: 'flood' })
    await createLead(db, { listingId: rata, firstName: 'Private', readingDeclinedAt: new Date() })
    const briefs = (await list({ sort: 'oldest' })).leads.map(({ brief }) => brief)
    expect(briefs).toEqual([
      'Read the LIM report for 3 min; searched ‘flood’.',
      'Reading isn’t measured: this browser asks for privacy.',
    ])
  })

  test('filters by days in the agent’s time zone', async () => {
    const { db } = database
    // Half past midnight on 15 March in Auckland; still the 14th in Perth.
    await createLead(db, { listingId: rata, firstName: 'Mere', createdAt: at('2026-03-14T11:30:00Z') })
    expect(await names({ from: '2026-03-15', to: '2026-03-15' })).toEqual(['Mere'])
    expect(await names({ to: '2026-03-14' })).toEqual([])
    await db.insert(profile).values({ userId: agent.id, timeZone: 'Australia/Perth' })
    expect(await names({ from: '2026-03-15' })).toEqual([])
    expect(await names({ from: '2026-03-14', to: '2026-03-14' })).toEqual(['Mere'])
  })

  test('counts distinct documents opened and downloaded, and has the buyer’s last visit', async () => {
    const { db } = database
    const { id: leadId } = await createLead(db, { listingId: rata, createdAt: at('2026-03-01T00:00:00Z') })
    const [lim, title] = [
      (await createFile(db, { agent, listingId: rata, name: 'LIM report' })).id,
      (await createFile(db, { agent, listingId: rata, name: 'Title' })).id,
    ]
    const last = at('2026-03-05T10:00:00Z')
    const step = { event: 'file_view', listingId: rata, leadId, fileId: lim, createdAt: last }
    await createEvent(db, step)
    await createEvent(db, { ...step, event: 'file_download', createdAt: at('2026-03-04T00:00:00Z') })
    await createEvent(db, { ...step, fileId: title, createdAt: at('2026-03-02T00:00:00Z') })
    expect((await list()).leads).toMatchObject([{ openedFiles: 2, downloadedFiles: 1, lastSeenAt: last }])
  })

  test('threat 24: refuses forged cursors and limits out of range', async () => {
    await createLead(database.db, { listingId: rata })
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of [
      'x',
      forged([]),
      forged(['name', 'a', 'lead_1']),
      forged(['newest', "1'--", 'lead_1']),
      forged(['newest', '1', '"']),
    ])
      await expect(list({ cursor })).rejects.toMatchObject({ status: 400 })
    for (const limit of [-1, 0, 101, 1.5]) expect(ListLeadsInput.safeParse({ limit }).success).toBe(false)
    for (const from of ['yesterday', '2026-02-30', '2026-3-1', '0000-12-31'])
      expect(ListLeadsInput.safeParse({ from }).success).toBe(false)
  })
})

describe('one lead', () => {
  test('shows the buyer’s activity, latest first, including archived documents by name', async () => {
    const { db } = database
    const { id: leadId } = await createLead(db, { listingId: rata, createdAt: at('2026-03-01T00:00:00Z') })
    const { id: lim } = await createFile(db, { agent, listingId: rata, name: 'LIM report' })
    await createEvent(db, {
      event: 'file_view',
      listingId: rata,
      leadId,
      fileId: lim,
      createdAt: at('2026-03-02T00:00:00Z'),
    })
    await createEvent(db, { event: 'listing_view', listingId: rata, leadId, createdAt: at('2026-03-03T00:00:00Z') })
    await db.update(file).set({ archivedAt: new Date() }).where(eq(file.id, lim))

    const { id: neighbour } = await createLead(db, {
      listingId: rata,
      firstName: 'Neighbour',
      createdAt: at('2026-03-02T12:00:00Z'),
    })
    await createEvent(db, { event: 'listing_view', listingId: rata, leadId: neighbour })

    const question = LeadTimelineInput.parse({ id: leadId, limit: 2 })
    const first = await listLeadTimeline(db, agent, question)
    expect(first.steps).toMatchObject([
      { event: 'listing_view', at: at('2026-03-03T00:00:00Z') },
      { event: 'file_view', at: at('2026-03-02T00:00:00Z'), fileName: 'LIM report' },
    ])
    const rest = await listLeadTimeline(db, agent, { ...question, cursor: first.next ?? undefined })
    expect(rest).toMatchObject({ steps: [{ event: 'lead_created' }], next: null })
    await expect(listLeadTimeline(db, otherAgent, question)).rejects.toMatchObject({ status: 404 })
    const { next } = await list({ limit: 1 })
    expect(next).not.toBeNull()
    const cursorOfAnotherList = { ...question, cursor: next ?? undefined }
    await expect(listLeadTimeline(db, agent, cursorOfAnotherList)).rejects.toMatchObject({ status: 400 })
  })

  test('has one step for each zip, and one for each document that was saved by itself', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId: rata, createdAt: at('2026-03-01T00:00:00Z') })
    const files = await Promise.all(['Title', 'LIM report', 'Plan'].map((name) => createFile(db, { agent, name })))
    const download = { event: 'file_download', listingId: rata, leadId: id }
    const zip = (createdAt: string) =>
      createEvents(
        db,
        files.map(({ id: fileId }) => ({
          ...{ ...download, fileId, pathname: '/listings/12-rata-street/documents.zip' },
          createdAt: at(createdAt),
        })),
      )
    await zip('2026-03-02T00:00:00Z')
    await createEvent(db, { ...download, fileId: files[1]?.id, createdAt: at('2026-03-03T00:00:00Z') })
    await zip('2026-03-04T00:00:00Z')
    const steps: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listLeadTimeline(db, agent, LeadTimelineInput.parse({ id, limit: 1, cursor }))
      steps.push(...page.steps)
      cursor = page.next
    }
    expect(steps).toMatchObject([
      { event: 'file_download', zippedFiles: 3, at: at('2026-03-04T00:00:00Z') },
      { event: 'file_download', zippedFiles: null, fileName: 'LIM report' },
      { event: 'file_download', zippedFiles: 3, at: at('2026-03-02T00:00:00Z') },
      { event: 'lead_created' },
    ])
  })

  test('has its listing’s name and the buyer’s later messages', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId: rata })
    expect(await requireLead(db, agent, id)).toMatchObject({ listingTitle: '12 Rata Street', furtherNotes: [] })
    await db.insert(leadNote).values({ leadId: id, body: 'Is Sunday possible?', fromOwnBrowser: true })
    expect(await requireLead(db, agent, id)).toMatchObject({ furtherNotes: [{ body: 'Is Sunday possible?' }] })
  })

  test('keeps the agent’s status and note independently', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId: rata })
    await updateLead(db, agent, { id, status: 'viewing' })
    await updateLead(db, agent, { id, agentNote: 'Saturday, 10 am' })
    await updateLead(db, agent, { id })
    expect(await requireLead(db, agent, id)).toMatchObject({ status: 'viewing', agentNote: 'Saturday, 10 am' })
    expect(await requireLead(db, agent, id)).not.toHaveProperty('searchText')
  })

  test('threat 16: is found by its id, by its own agent only', async () => {
    const { db } = database
    const ids = [
      (await createLead(db, { listingId: rata, firstName: 'Mere' })).id,
      (await createLead(db, { listingId: rata, firstName: 'Tama' })).id,
    ]
    for (const id of ids) {
      expect(await requireLead(db, agent, id)).toMatchObject({ id })
      await expect(requireLead(db, otherAgent, id)).rejects.toMatchObject({ status: 404 })
      await expect(updateLead(db, otherAgent, { id, status: 'viewing' })).rejects.toMatchObject({ status: 404 })
      await expect(withdrawAccess(db, otherAgent, id)).rejects.toMatchObject({ status: 404 })
    }
    await expect(requireLead(db, agent, 'lead_missing')).rejects.toMatchObject({ status: 404 })
    await expect(listLeadTimeline(db, agent, LeadTimelineInput.parse({ id: 'lead_missing' }))).rejects.toMatchObject({
      status: 404,
    })
    const [first = '', second = ''] = ids
    await updateLead(db, agent, { id: first, status: 'viewing' })
    expect(await requireLead(db, agent, first)).toMatchObject({ status: 'viewing', withdrawnAt: null })
    expect(await requireLead(db, agent, second)).toMatchObject({ status: 'new', withdrawnAt: null })
  })

  test('can lose and regain access, be archived and restored, alone or with others', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId: rata })
    const { id: theirs } = await createLead(db, {
      listingId: (await createPublishedListing(db, { agent: otherAgent })).id,
    })
    await withdrawAccess(db, agent, id)
    expect((await requireLead(db, agent, id)).withdrawnAt).toBeInstanceOf(Date)
    await restoreAccess(db, agent, id)
    expect((await requireLead(db, agent, id)).withdrawnAt).toBeNull()
    await expect(archiveLeads(db, agent, [id, theirs])).rejects.toMatchObject({ status: 404 })
    expect(await db.select().from(lead).where(eq(lead.id, id))).toMatchObject([{ archivedAt: null }])
    await archiveLeads(db, agent, [id, id])
    expect(await names()).toEqual([])
    await restoreLeads(db, agent, [id])
    expect(await names()).toHaveLength(1)
  })
})

test('a lead’s phone numbers also have the local format', async () => {
  const { db } = database
  const { id } = await createLead(db, { listingId: rata, phone: '+64215550123' })
  await db.insert(leadNote).values([
    { leadId: id, body: '', phone: '+64277654321', fromOwnBrowser: false, createdAt: at('2026-03-01T00:00:00Z') },
    { leadId: id, body: 'Hello', phone: null, fromOwnBrowser: false, createdAt: at('2026-03-02T00:00:00Z') },
  ])
  expect(await requireLead(db, agent, id)).toMatchObject({
    phoneText: '021 555 0123',
    furtherNotes: [{ phoneText: '027 765 4321' }, { phoneText: null }],
  })
})
