import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteLeads } from '#db/deleteLeads.server.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { checkIn, doorDevice } from '#db/schema/openHomeVisits.ts'
import { eraseWork } from '#features/accounts/server/deletion/eraseWork.server.ts'
import { handOverMemberWork } from '#features/accounts/server/deletion/handOver.server.ts'
import { LeadTimelineInput, ListLeadsInput } from '#features/leads/leads.schema.ts'
import { listLeads, requireLead } from '#features/leads/server/leads.server.ts'
import { listLeadTimeline } from '#features/leads/server/leadTimeline.server.ts'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { easyBotCheckAnswer } from '../../../../test/fixtures/botCheck.ts'
import { newIpAddress } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createCheckIn, createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { createReading } from '../../../../test/fixtures/readings.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { AddVisitorInput, OwnPhoneCheckIn } from '../openHomes.schema.ts'
import { checkInOnOwnPhone, readCheckInPage } from './checkInOnOwnPhone.server.ts'
import { startDoor } from './doorDevices.server.ts'
import { sendVisitorLinkJob } from './visitorLinks.server.ts'
import { addVisitor, readOpenHome, removeVisitor, setUnnamedVisitors } from './visitors.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([registerWorker(sendVisitorLinkJob)])
})
afterAll(() => opened.close())

const HOUR_MS = 3600_000

async function holdOpenHome(fields: Partial<typeof openHome.$inferInsert> = {}) {
  const { db } = opened.database
  const agent = await createAgent(db)
  const property = await createPublishedListing(db, { agent, country: 'NZ' })
  const home = await createOpenHome(db, { listingId: property.id, ...fields })
  const at = { agencyId: agent.agencyId, listingId: property.id, openHomeId: home.id }
  const read = () => readOpenHome(db, agent, home.id)
  const checkInAtGate = async (given: { email: string; firstName?: string; key?: string }) =>
    checkInOnOwnPhone(
      opened.services,
      OwnPhoneCheckIn.parse({
        ...{ listingId: property.id, firstName: '', lastName: '', phone: '', key: randomUUID(), ...given },
        turnstile: await easyBotCheckAnswer(opened.services.env.APP_SECRET, 'lead'),
      }),
      newIpAddress(),
    )
  return { db, agent, property, home, at, read, checkInAtGate }
}

describe('the page of an open home', () => {
  test('lists who came, the hottest first, with what they read last, and how many came without details', async () => {
    const { db, agent, property, at, read } = await holdOpenHome()
    const report = await createFile(db, { agent, listingId: property.id, name: 'Building report', pageCount: 4 })
    const cold = await createLead(db, { listingId: property.id, firstName: 'Cold', source: 'open_home', heat: 3 })
    const hot = await createLead(db, { listingId: property.id, firstName: 'Hot', heat: 80 })
    await createReading(db, { leadId: hot.id, fileId: report.id, pageSeconds: [60, 30] })
    for (const leadId of [cold.id, hot.id, hot.id]) await createCheckIn(db, { ...at, leadId })
    await createCheckIn(db, { ...at, visitors: 4 })
    expect(await read()).toMatchObject({
      ...{ named: 2, counted: 4, total: 6 },
      visitors: [
        { firstName: 'Hot', phoneText: '021 555 0123', lastRead: { name: 'Building report' } },
        { firstName: 'Cold', lastRead: null },
      ],
    })
  })

  test('says which document each of them read last, and when they last did', async () => {
    const { db, agent, property, at, read } = await holdOpenHome()
    const [report, title] = [
      await createFile(db, { agent, listingId: property.id, name: 'Building report', pageCount: 4 }),
      await createFile(db, { agent, listingId: property.id, name: 'Record of title', pageCount: 2 }),
    ]
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
    const [lastNight, thisMorning] = [hoursAgo(14), hoursAgo(3)]
    const readers = [
      // The report is first in the list, was begun first, and was read again.
      { firstName: 'Again', heat: 30, reportAt: thisMorning, titleAt: lastNight },
      { firstName: 'Once', heat: 20, reportAt: hoursAgo(50), titleAt: lastNight },
    ]
    for (const { reportAt, titleAt, ...fields } of readers) {
      const { id: leadId } = await createLead(db, { listingId: property.id, ...fields })
      const pages = { leadId, pageSeconds: [60, 30] }
      await createReading(db, { ...pages, fileId: report.id, firstReadAt: hoursAgo(50), lastReadAt: reportAt })
      await createReading(db, { ...pages, fileId: title.id, firstReadAt: titleAt, lastReadAt: titleAt })
      await createCheckIn(db, { ...at, leadId })
    }
    expect((await read()).visitors).toMatchObject([
      { firstName: 'Again', lastRead: { name: 'Building report', at: thisMorning } },
      { firstName: 'Once', lastRead: { name: 'Record of title', at: lastNight } },
    ])
  })

  test('names as many as the list of leads has, besides those that are archived', async () => {
    const { db, agent, property, home, at, read } = await holdOpenHome()
    const archivedAt = new Date()
    for (const fields of [{ firstName: 'Mere' }, { firstName: 'Tama' }, { firstName: 'Hemi', archivedAt }]) {
      const { id: leadId } = await createLead(db, { listingId: property.id, ...fields })
      await createCheckIn(db, { ...at, leadId })
    }
    await createLead(db, { listingId: property.id, firstName: 'Stayed away' })
    const { leads } = await listLeads(db, agent, ListLeadsInput.parse({ openHome: home.id }))
    const { named, visitors } = await read()
    expect(named).toBe(3)
    expect(
      visitors
        .filter(({ isArchived }) => !isArchived)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(leads.map(({ id }) => id).toSorted())
    expect(leads).toHaveLength(2)
  })

  test('is found by nobody outside the agency', async () => {
    const { db, home } = await holdOpenHome()
    await expect(readOpenHome(db, await createAgent(db), home.id)).rejects.toMatchObject({ status: 404 })
  })

  test('takes a visitor off the list and puts them back; they stay a lead', async () => {
    const { db, agent, property, home, at, read } = await holdOpenHome()
    const { id: leadId } = await createLead(db, { listingId: property.id })
    await createCheckIn(db, { ...at, leadId })
    await removeVisitor(db, agent, { openHomeId: home.id, leadId, isRemoved: true })
    expect(await read()).toMatchObject({ total: 0, visitors: [] })
    expect(await db.$count(lead, eq(lead.id, leadId))).toBe(1)
    await removeVisitor(db, agent, { openHomeId: home.id, leadId, isRemoved: false })
    expect(await read()).toMatchObject({ total: 1 })
    await expect(
      removeVisitor(db, await createAgent(db), { openHomeId: home.id, leadId, isRemoved: true }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('takes a visitor whom the agent adds, once however often it is sent', async () => {
    const { agent, home, read } = await holdOpenHome()
    const input = AddVisitorInput.parse({
      ...{ openHomeId: home.id, firstName: 'Tane', lastName: '', email: '', phone: '021 555 0144', key: randomUUID() },
      consent: 'They asked me to, at an open home',
    })
    const { leadId } = await addVisitor(opened.services, agent, input)
    expect(await addVisitor(opened.services, agent, input)).toEqual({ leadId })
    expect(await read()).toMatchObject({ named: 1, visitors: [{ id: leadId, firstName: 'Tane', email: '' }] })
  })

  test('takes another count of those without details', async () => {
    const { db, agent, home, at, read } = await holdOpenHome()
    await createCheckIn(db, { ...at, visitors: 7 })
    await setUnnamedVisitors(db, agent, { openHomeId: home.id, counted: 5 })
    expect(await read()).toMatchObject({ counted: 5 })
    await setUnnamedVisitors(db, agent, { openHomeId: home.id, counted: 0 })
    expect(await read()).toMatchObject({ counted: 0, total: 0 })
  })
})

describe('a buyer at the gate', () => {
  test('checks in on their own phone, and gets their private link by email', async () => {
    const { property, checkInAtGate, read } = await holdOpenHome()
    await checkInAtGate({ email: 'rangi.parata@example.nz' })
    expect(await read()).toMatchObject({ named: 1, visitors: [{ firstName: 'Rangi', lastName: 'Parata' }] })
    await opened.settle()
    const emails = (await opened.writtenEmails()).filter(({ to }) => to === 'rangi.parata@example.nz')
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain(`/listings/${property.slug}/open?key=`)
  })

  test('is checked in once when the response was lost', async () => {
    const { db, home, checkInAtGate } = await holdOpenHome()
    const key = randomUUID()
    for (let attempt = 0; attempt < 2; attempt++) await checkInAtGate({ email: 'lost@example.nz', key })
    expect(await db.$count(checkIn, eq(checkIn.openHomeId, home.id))).toBe(1)
  })

  test('cannot check in before and after the open home, and reads when it is on', async () => {
    const startsAt = new Date(Date.now() + 2 * HOUR_MS)
    const { db, property, checkInAtGate } = await holdOpenHome({
      startsAt,
      endsAt: new Date(startsAt.getTime() + HOUR_MS),
    })
    await expect(checkInAtGate({ email: 'early@example.nz' })).rejects.toMatchObject({ status: 409 })
    expect(await readCheckInPage(db, property.slug)).toMatchObject({ isOn: false, openHome: { startsAt } })
    expect(await db.$count(lead, eq(lead.listingId, property.id))).toBe(0)
  })

  test('finds no page for a draft', async () => {
    const { db, property } = await holdOpenHome()
    await db.update(listing).set({ publishedAt: null, firstPublishedAt: null }).where(eq(listing.id, property.id))
    await expect(readCheckInPage(db, property.slug)).rejects.toMatchObject({ status: 404 })
  })

  test('threat 214: gets the same answer whether they are known or not', async () => {
    const { db, property, checkInAtGate } = await holdOpenHome()
    await createLead(db, { listingId: property.id, email: 'known@example.nz' })
    expect(await checkInAtGate({ email: 'known@example.nz' })).toEqual(await checkInAtGate({ email: 'new@example.nz' }))
    await opened.settle()
    const to = (await opened.writtenEmails()).map((email) => email.to)
    expect(['known@example.nz', 'new@example.nz'].map((one) => to.filter((other) => other === one).length)).toEqual([
      1, 1,
    ])
  })

  test('threat 215: agrees to words that are stored with the check-in, and with the lead if they are new', async () => {
    const { db, property, home, checkInAtGate } = await holdOpenHome()
    await checkInAtGate({ email: 'agreed@example.nz' })
    const { consent } = await readCheckInPage(db, property.slug)
    expect(await db.select().from(checkIn).where(eq(checkIn.openHomeId, home.id))).toMatchObject([{ consent }])
    expect(await db.select().from(lead).where(eq(lead.listingId, property.id))).toMatchObject([{ consent }])
  })
})

describe('a lead who came', () => {
  test('says so in the drawer and the timeline', async () => {
    const { db, agent, property, home, at } = await holdOpenHome()
    const { id: leadId } = await createLead(db, { listingId: property.id, source: 'open_home' })
    await createCheckIn(db, { ...at, leadId })
    expect((await requireLead(db, agent, leadId)).openHomeVisits).toMatchObject([
      { openHomeId: home.id, startsAt: home.startsAt },
    ])
    const { steps } = await listLeadTimeline(db, agent, LeadTimelineInput.parse({ id: leadId }))
    expect(steps).toMatchObject([{ event: 'open_home_visit' }])
  })

  test('who is erased still counts, and is nobody', async () => {
    const { db, property, at, read } = await holdOpenHome()
    const { id: leadId } = await createLead(db, { listingId: property.id, source: 'open_home', consent: 'Agreed' })
    await createCheckIn(db, { ...at, leadId, consent: 'Agreed', fingerprint: 'hash' })
    await db.transaction((tx) => deleteLeads(tx, [property.agencyId], [leadId]))
    expect(await read()).toMatchObject({ named: 0, counted: 1, total: 1, visitors: [] })
  })
})

describe('the devices and visitors of an open home', () => {
  test('go to the colleague who takes over', async () => {
    const { db, agent, home } = await holdOpenHome()
    const successor = await addMember(db, agent, { role: 'owner' })
    await startDoor(opened.services, agent, home.id)
    await db.transaction((tx) => handOverMemberWork(tx, agent.agencyId, agent.id, successor))
    expect(await db.select().from(doorDevice).where(eq(doorDevice.openHomeId, home.id))).toMatchObject([
      { userId: successor.id },
    ])
  })

  test('are erased with the listing', async () => {
    const { db, agent, property, home, at } = await holdOpenHome()
    await startDoor(opened.services, agent, home.id)
    const { id: leadId } = await createLead(db, { listingId: property.id, source: 'open_home' })
    await createCheckIn(db, { ...at, leadId })
    const work = {
      isListing: eq(listing.id, property.id),
      isFile: eq(file.listingId, property.id),
      isUpload: undefined,
    }
    await db.transaction((tx) => eraseWork(tx, work))
    for (const table of [openHome, checkIn, doorDevice])
      expect(await db.$count(table, eq(table.listingId, property.id))).toBe(0)
  })
})
