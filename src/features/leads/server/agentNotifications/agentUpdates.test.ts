import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addMember, joinAgencyOf, shareListing } from '../../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { createReading } from '../../../../../test/fixtures/readings.ts'
import { startPushService } from '../../../../../test/support/servers/pushService.ts'
import { openServices, registerWorker } from '../../../../../test/support/services/services.ts'
import type { profile } from '../../../../db/schema/accounts.ts'
import { agency } from '../../../../db/schema/agencies.ts'
import { lead } from '../../../../db/schema/leads.ts'
import { listing } from '../../../../db/schema/listings.ts'
import { readingSession } from '../../../../db/schema/readings.ts'
import { HOT_HEAT } from '../../../analytics/heatLevels.ts'
import { addPushDevice, sendPushJob } from '../../../notifications/agentPush.server.ts'
import { remindOfNextActionsJob } from '../followUp/followUp.server.ts'
import { notifyOfHotReaders, sendMorningLists, sendWeeklySummaries } from './agentUpdates.server.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  pushService = await startPushService()
  opened = await openServices([registerWorker(sendPushJob)], { pushServices: [pushService.origin] })
})
afterAll(async () => {
  await opened.close()
  await pushService.stop()
})

/** An agent in Wellington with a listing, and a device that is never silent. */
async function createWatchedListing(settings: Partial<typeof profile.$inferInsert> = {}) {
  const { db } = opened.database
  const agent = await createAgent(db, { profile: { quietFrom: '00:00', quietTo: '00:00', ...settings } })
  const listingId = (await createPublishedListing(db, { agent })).id
  const device = pushService.subscribe()
  await addPushDevice(opened.services, agent, device, '')
  const pushes = () => pushService.received.filter(({ endpoint }) => endpoint === device.endpoint)
  const emails = async () => (await opened.writtenEmails()).filter(({ to }) => to === agent.email)
  return { db, agent, listingId, emails, pushes }
}

/** A Tuesday and a Monday, at this local time in Wellington. */
const tuesday = (time: string) => new Date(`2026-11-17T${time}:00+13:00`)
const monday = (time: string) => new Date(`2026-11-16T${time}:00+13:00`)

describe('a hot lead who is reading', () => {
  async function createHotReader(settings?: Parameters<typeof createWatchedListing>[0]) {
    const watched = await createWatchedListing(settings)
    const { db, agent, listingId } = watched
    const file = await createFile(db, {
      agent,
      listingId,
      kind: 'building_report',
      name: 'Building report',
      pageCount: 9,
    })
    await db.update(listing).set({ country: 'NZ' }).where(eq(listing.id, listingId))
    const ana = { firstName: 'Ana', lastName: 'Lee', phone: '+64215550199' }
    const { id: leadId } = await createLead(db, { listingId, ...ana, heat: HOT_HEAT })
    await createReading(db, { leadId, fileId: file.id, pageSeconds: [0, 200, 60] })
    const now = new Date()
    const session = { leadId, fileId: file.id, version: 1, pageSeconds: [5], startedAt: now, reportedAt: now }
    await db.insert(readingSession).values({ id: leadId, ...session })
    return { ...watched, leadId }
  }

  test('is announced once on that day, by email and on the agent’s devices, with what they read', async () => {
    const { emails, pushes, leadId } = await createHotReader()
    await notifyOfHotReaders(opened.services)
    await notifyOfHotReaders(opened.services)
    await opened.settle()
    const [email, ...others] = await emails()
    expect(others).toEqual([])
    expect(email?.subject).toBe('Ana Lee is reading 12 Rata Street now')
    expect(email?.text).toMatch(/Read the building report for 4 min/)
    expect(email?.text).toContain('\n021 555 0199\n')
    expect(email?.text).toContain('/unsubscribe/')
    expect(pushes()).toMatchObject([
      {
        title: 'Ana Lee is reading now',
        body: expect.stringMatching(/building report for 4 min/),
        path: `/portal/leads?lead=${leadId}`,
      },
    ])
  })

  test('is announced to those who run the listing together, and to the one who looks after the lead', async () => {
    const { db, agent, listingId, leadId, emails } = await createHotReader()
    const [coAgent, manager, other] = [
      await addMember(db, agent, { role: 'agent' }),
      await addMember(db, agent, { role: 'manager' }),
      await addMember(db, agent, { role: 'manager' }),
    ]
    await shareListing(db, listingId, coAgent)
    await db.update(lead).set({ assigneeId: manager.id }).where(eq(lead.id, leadId))
    await notifyOfHotReaders(opened.services)
    expect(await emails()).toHaveLength(1)
    const told = (await opened.writtenEmails()).map(({ to }) => to)
    const count = (email: string) => told.filter((to) => to === email).length
    expect([coAgent, manager, other].map(({ email }) => count(email))).toEqual([1, 1, 0])
  })

  test('is announced again on another day', async () => {
    const { db, emails, leadId } = await createHotReader()
    await db.update(lead).set({ hotNotifiedOn: '2026-01-01' }).where(eq(lead.id, leadId))
    await notifyOfHotReaders(opened.services)
    expect(await emails()).toHaveLength(1)
  })

  test('is not announced by email to an agent who switched that off', async () => {
    const { emails, pushes } = await createHotReader({ mutedEmails: ['hot_lead'] })
    await notifyOfHotReaders(opened.services)
    await opened.settle()
    expect(await emails()).toEqual([])
    expect(pushes()).toHaveLength(1)
  })

  test('is not announced while they are not hot', async () => {
    const { db, emails, leadId } = await createHotReader()
    await db
      .update(lead)
      .set({ heat: HOT_HEAT - 1 })
      .where(eq(lead.id, leadId))
    await notifyOfHotReaders(opened.services)
    expect(await emails()).toEqual([])
  })
})

test('a next action that is due is announced once, by email and on the agent’s devices', async () => {
  const { db, emails, pushes, listingId } = await createWatchedListing()
  const plan = { nextAction: 'Call about finance', nextActionAt: new Date(Date.now() - 60_000) }
  const { id } = await createLead(db, { listingId, firstName: 'Ana', lastName: 'Lee', ...plan })
  for (let run = 0; run < 2; run++) await remindOfNextActionsJob.work(opened.services, {}, { id: 'job' })
  await opened.settle()
  const [email, ...others] = await emails()
  expect(others).toEqual([])
  expect(email?.subject).toBe('Call about finance: Ana Lee, 12 Rata Street')
  expect(pushes()).toMatchObject([{ title: 'Call about finance: Ana Lee', path: `/portal/leads?lead=${id}` }])
})

describe('the morning list', () => {
  test('names whom to ring, the hottest first, once between half past seven and eleven', async () => {
    const { db, emails, pushes, listingId } = await createWatchedListing()
    await createLead(db, { listingId, firstName: 'Ben', lastName: 'Ho', heat: 10 })
    await createLead(db, { listingId, firstName: 'Ana', lastName: 'Lee', heat: 70, status: 'contacted' })
    await createLead(db, { listingId, firstName: 'Cold', lastName: 'Case', heat: 5, status: 'contacted' })
    await createLead(db, { listingId, firstName: 'Gone', lastName: 'Away', heat: 90, archivedAt: new Date() })
    for (const time of ['07:29', '11:00']) await sendMorningLists(opened.services, tuesday(time))
    expect(await emails()).toEqual([])
    for (const time of ['07:30', '07:45']) await sendMorningLists(opened.services, tuesday(time))
    await opened.settle()
    const [email, ...others] = await emails()
    expect(others).toEqual([])
    expect(email?.subject).toBe('2 leads to ring today: Ana, Ben')
    expect(email?.text).toMatch(/Ana Lee.*Hot.*12 Rata Street.*Ben Ho.*Cold.*Hasn’t opened a document yet/s)
    expect(pushes()).toMatchObject([{ title: '2 leads to ring today', body: 'Ana Lee, Ben Ho' }])
  })

  test('is not sent when no one is waiting, in another time zone’s night, or when it is switched off', async () => {
    const idle = await createWatchedListing()
    const perth = await createWatchedListing({ timeZone: 'Australia/Perth' })
    const muted = await createWatchedListing({ mutedEmails: ['morning_list'] })
    for (const { db, listingId } of [perth, muted]) await createLead(db, { listingId })
    await sendMorningLists(opened.services, tuesday('08:00'))
    for (const { emails } of [idle, perth, muted]) expect(await emails()).toEqual([])
  })
})

describe('threat 166: someone who works in two agencies', () => {
  /** With a listing in each. */
  async function createAgentOfTwo() {
    const watched = await createWatchedListing()
    const { db, agent } = watched
    const other = await createAgent(db)
    await db.update(agency).set({ name: 'Harbour' }).where(eq(agency.id, agent.agencyId))
    await db.update(agency).set({ name: 'Hill' }).where(eq(agency.id, other.agencyId))
    const second = await joinAgencyOf(db, other, agent)
    const elsewhere = await createPublishedListing(db, {
      agent: second,
      agencyId: second.agencyId,
      title: '9 Hill Road',
    })
    return { ...watched, second, elsewhere }
  }

  test('gets a morning list for each, with the leads of that agency only', async () => {
    const { db, listingId, elsewhere, emails } = await createAgentOfTwo()
    await createLead(db, { listingId, firstName: 'Ana' })
    await createLead(db, { listingId: elsewhere.id, firstName: 'Ben' })
    await sendMorningLists(opened.services, tuesday('08:00'))
    const sent = (await emails()).sort((a, b) => (a.subject < b.subject ? -1 : 1))
    expect(sent.map(({ subject }) => subject)).toEqual([
      '1 lead to ring today at Harbour: Ana',
      '1 lead to ring today at Hill: Ben',
    ])
    expect(sent[0]?.text).not.toContain('9 Hill Road')
  })

  test('gets a weekly summary of each', async () => {
    const { db, elsewhere, emails } = await createAgentOfTwo()
    const createdAt = new Date('2026-11-10T12:00:00+13:00')
    const visit = { event: 'listing_view', hash: 'a', isUnique: true, isFirstToday: true, createdAt }
    await createEvent(db, { listingId: elsewhere.id, ...visit })
    await sendWeeklySummaries(opened.services, monday('08:00'))
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Your listings last week at Hill'])
  })

  test('is reminded of what they planned in the second one, too', async () => {
    const { db, elsewhere, emails } = await createAgentOfTwo()
    const plan = { nextAction: 'Call', nextActionAt: new Date(Date.now() - 60_000) }
    await createLead(db, { listingId: elsewhere.id, firstName: 'Ben', lastName: 'Ho', ...plan })
    await remindOfNextActionsJob.work(opened.services, {}, { id: 'job' })
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Call: Ben Ho, 9 Hill Road'])
  })

  test('hears nothing of a lead that is out of their reach, even if it is assigned to them', async () => {
    const { db, second, emails } = await createAgentOfTwo()
    const colleague = await addMember(db, second, { role: 'agent' })
    const { id: listingId } = await createPublishedListing(db, { agent: colleague, agencyId: second.agencyId })
    await createLead(db, { listingId, assigneeId: second.id })
    await sendMorningLists(opened.services, tuesday('08:00'))
    expect(await emails()).toEqual([])
  })
})

describe('the weekly summary', () => {
  test('compares last week with the week before, on Mondays only', async () => {
    const { db, emails, listingId } = await createWatchedListing()
    const visit = (day: string, hash: string) =>
      createEvent(db, {
        listingId,
        event: 'listing_view',
        hash,
        isUnique: true,
        isFirstToday: true,
        createdAt: new Date(`${day}T12:00:00+13:00`),
      })
    for (const hash of ['a', 'b', 'c']) await visit('2026-11-10', hash)
    await visit('2026-11-03', 'd')
    // This morning is not last week.
    await visit('2026-11-16', 'e')
    await sendWeeklySummaries(opened.services, tuesday('08:00'))
    expect(await emails()).toEqual([])
    for (const time of ['07:30', '08:00']) await sendWeeklySummaries(opened.services, monday(time))
    const [email, ...others] = await emails()
    expect(others).toEqual([])
    expect(email?.text).toContain('Visitors: 3 (1 the week before)')
  })

  test('is not sent to an agent whose listings nobody visited', async () => {
    const { emails } = await createWatchedListing()
    await sendWeeklySummaries(opened.services, monday('08:00'))
    expect(await emails()).toEqual([])
  })
})
