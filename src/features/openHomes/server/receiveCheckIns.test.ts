import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteLeads } from '#db/deleteLeads.server.ts'
import { lead } from '#db/schema/leads.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { checkIn, doorDevice } from '#db/schema/openHomeVisits.ts'
import { webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { countEntry, createOpenHome, deviceTime, personEntry } from '../../../../test/fixtures/openHomes.ts'
import { waitForBlockedStatement } from '../../../../test/support/database.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import {
  type CheckInEntry,
  MAX_CHECK_INS_PER_OPEN_HOME,
  MAX_ENTRIES_PER_SYNC,
  SyncRequest,
} from '../openHomes.schema.ts'
import { countOpenHomeVisitors } from './countVisitors.server.ts'
import { endDoorDevice, listDoorDevices, revokeDoorDevice, startDoor } from './doorDevices.server.ts'
import { receiveCheckIns, respondToCheckIns } from './receiveCheckIns.server.ts'
import { reportOpenHomes } from './reportOpenHomes.server.ts'
import { sendVisitorLinkJob } from './visitorLinks.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([registerWorker(sendVisitorLinkJob)])
})
afterAll(() => opened.close())

const anyWebhook = { url: 'https://crm.example.nz/hook', secret: 'secret' }
const HOUR_MS = 3600_000
const MINUTE_MS = 60_000

/** An agent at the door of their open home, with a device that takes visitors. */
async function standAtTheDoor(fields: Partial<typeof openHome.$inferInsert> = {}) {
  const { db } = opened.database
  const agent = await createAgent(db)
  const property = await createPublishedListing(db, { agent, country: 'NZ' })
  const home = await createOpenHome(db, { listingId: property.id, ...fields })
  const { device } = await startDoor(opened.services, agent, home.id)
  const send = (entries: readonly unknown[], now = deviceTime(), token = device.token) =>
    receiveCheckIns(opened.services, token, { now, waiting: 0, entries: [...entries] })
  const results = async (...sent: Parameters<typeof send>) => (await send(...sent)).results.map(({ result }) => result)
  const person = (entry: Partial<ReturnType<typeof personEntry>> = {}) => personEntry({ openHomeId: home.id, ...entry })
  const count = (visitors: number) => countEntry({ openHomeId: home.id, visitors })
  const stored = () => db.select().from(checkIn).where(eq(checkIn.openHomeId, home.id)).orderBy(checkIn.arrivedAt)
  const leads = () => db.select().from(lead).where(eq(lead.listingId, property.id))
  const visitors = async () => (await countOpenHomeVisitors(db, home.agencyId, eq(openHome.id, home.id)))[0]
  return { db, agent, property, home, device, send, results, person, count, stored, leads, visitors }
}

describe('a visitor who checks in at the door', () => {
  test('is a lead with the words they agreed to, is announced to programs, and gets their private link', async () => {
    const { db, agent, person, results, leads, stored, property } = await standAtTheDoor()
    await db.insert(webhookEndpoint).values({ ...anyWebhook, agencyId: agent.agencyId, userId: agent.id })
    const ana = person({ firstName: 'Ana', lastName: 'Lee', email: 'Ana@Example.nz', phone: '021 555 0199' })
    expect(await results([ana])).toEqual(['stored'])
    const [only, ...others] = await leads()
    expect(others).toEqual([])
    expect(only).toMatchObject({
      ...{ firstName: 'Ana', email: 'ana@example.nz', phone: '+64215550199', status: 'new', source: 'open_home' },
      consent: ana.consent,
    })
    expect(await stored()).toMatchObject([{ id: ana.id, leadId: only?.id, source: 'door', consent: ana.consent }])
    const announced = await db
      .select()
      .from(webhookMessage)
      .where(eq(webhookMessage.objectId, only?.id ?? ''))
    expect(announced.map(({ type }) => type)).toEqual(['lead.created'])
    await opened.settle()
    const emails = (await opened.writtenEmails()).filter(({ to }) => to === 'ana@example.nz')
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain(`/listings/${property.slug}/open?key=`)
  })

  test('is the same lead again at the next open home, and their details stay as they were', async () => {
    const { db, property, person, results, leads, stored } = await standAtTheDoor()
    const known = await createLead(db, { listingId: property.id, email: 'kim@example.nz', firstName: 'Kim' })
    await results([person({ email: 'kim@example.nz', firstName: 'Somebody', phone: '' })])
    await results([person({ email: 'kim@example.nz', firstName: '', lastName: '' })])
    expect(await leads()).toMatchObject([{ id: known.id, firstName: 'Kim', consent: '' }])
    expect((await stored()).map(({ leadId }) => leadId)).toEqual([known.id, known.id])
  })

  test('counts once however often they check in, and those without details count as often as the button was tapped', async () => {
    const { person, count, results, visitors } = await standAtTheDoor()
    const twice = person({ email: 'twice@example.nz' })
    await results([twice, { ...twice, id: randomUUID() }, person(), count(3), count(-1)])
    expect(await visitors()).toMatchObject({ named: 2, counted: 2, total: 4 })
  })

  test('with a phone number alone is a lead without an address, and gets no email', async () => {
    const { person, results, leads } = await standAtTheDoor()
    expect(await results([person({ email: '', phone: '021 555 0188' })])).toEqual(['stored'])
    expect((await leads())[0]?.email).toMatch(/@no-email\.invalid$/)
    await opened.settle()
    expect((await opened.writtenEmails()).some(({ to }) => to.endsWith('.invalid'))).toBe(false)
  })

  test('is not emailed a link that the agent has withdrawn', async () => {
    const { db, property, person, results } = await standAtTheDoor()
    await createLead(db, { listingId: property.id, email: 'removed@example.nz', withdrawnAt: new Date() })
    expect(await results([person({ email: 'removed@example.nz' })])).toEqual(['stored'])
    await opened.settle()
    expect((await opened.writtenEmails()).filter(({ to }) => to === 'removed@example.nz')).toEqual([])
  })

  test('stays when the open home is moved, cancelled, or the listing sold before the device has signal again', async () => {
    const { db, home, property, person, results, visitors } = await standAtTheDoor()
    await results([person()])
    await db.update(openHome).set({ cancelledAt: new Date() }).where(eq(openHome.id, home.id))
    await db.update(listing).set({ status: 'sold' }).where(eq(listing.id, property.id))
    expect(await results([person()])).toEqual(['stored'])
    expect(await visitors()).toMatchObject({ named: 2, isCancelled: true })
  })

  test('200 at once are one request', async () => {
    const { person, results, visitors } = await standAtTheDoor()
    const many = Array.from({ length: MAX_ENTRIES_PER_SYNC }, () => person())
    expect(new Set(await results(many))).toEqual(new Set(['stored']))
    expect(await visitors()).toMatchObject({ named: MAX_ENTRIES_PER_SYNC })
  })
})

describe('the agents of an open home', () => {
  test('get one email and one notification after it has ended, however many came', async () => {
    const { db, agent, home, person, count, results } = await standAtTheDoor()
    await results([
      person({ firstName: 'Ana', lastName: 'Lee', phone: '021 555 0199' }),
      ...Array.from({ length: 30 }, () => person()),
      count(4),
    ])
    await reportOpenHomes(opened.services)
    const emails = async () => (await opened.writtenEmails()).filter(({ to }) => to === agent.email)
    expect(await emails()).toEqual([])
    await db
      .update(openHome)
      .set({ endsAt: new Date(Date.now() - 20 * MINUTE_MS) })
      .where(eq(openHome.id, home.id))
    await reportOpenHomes(opened.services)
    await reportOpenHomes(opened.services)
    const [email, ...others] = await emails()
    expect(others).toEqual([])
    expect(email?.subject).toBe('35 visitors at 12 Rata Street')
    expect(email?.text).toContain('31 visitors left their details, and 4 more came without leaving any.')
    expect(email?.text).toContain('Ana Lee: 021 555 0199')
    expect(email?.text).toContain(`/open-homes/${home.id}`)
  })
})

describe('threat 211: check-ins that are sent again', () => {
  test('are stored once, also when two requests have them at the same time', async () => {
    const { person, count, results, visitors } = await standAtTheDoor()
    const entries = [person(), count(2), person({ email: '', phone: '021 555 0177' })]
    const all = await Promise.all([results(entries), results(entries), results(entries.toReversed())])
    expect(all.flat().every((result) => result === 'stored')).toBe(true)
    expect(await visitors()).toMatchObject({ named: 2, counted: 2 })
  })

  test('with other content under the same id are refused, and the others go on', async () => {
    const { person, results, send, stored } = await standAtTheDoor()
    const first = person()
    await results([first])
    const changed = { ...first, email: 'other@example.nz' }
    expect((await send([changed, person()])).results).toEqual([
      { place: 0, result: 'conflict', status: 409 },
      { place: 1, result: 'stored', status: 200 },
    ])
    expect(await stored()).toHaveLength(2)
  })

  test('by another device, which cannot have made them, are refused', async () => {
    const one = await standAtTheDoor()
    const other = await standAtTheDoor()
    const entry = one.person()
    await one.results([entry])
    expect(await other.results([{ ...entry, openHomeId: other.home.id }])).toEqual(['conflict'])
  })

  test('do not bring back a person who was erased', async () => {
    const { db, property, person, results, leads, visitors } = await standAtTheDoor()
    const entry = person()
    await results([entry])
    const [{ id } = { id: '' }] = await leads()
    await db.transaction((tx) => deleteLeads(tx, [property.agencyId], [id]))
    expect(await db.select().from(checkIn).where(eq(checkIn.id, entry.id))).toMatchObject([
      { leadId: null, consent: '', fingerprint: '' },
    ])
    expect(await results([entry])).toEqual(['stored'])
    expect(await leads()).toEqual([])
    expect(await visitors()).toMatchObject({ named: 0, total: 1 })
  })
})

describe('threat 212: a queue that was tampered with', () => {
  test('stores nothing for another open home, and nothing that is damaged, and holds up no other entry', async () => {
    const elsewhere = await standAtTheDoor()
    const { person, count, results, visitors } = await standAtTheDoor()
    const entries = [
      ...[
        elsewhere.person(),
        null,
        'text',
        { kind: 'person' },
        { ...count(1), visitors: 1e9 },
        { ...count(1), visitors: 0.5 },
      ],
      ...[
        { ...person(), leadId: 'lead_0000000000000000' },
        { ...person(), consent: '' },
        person({ firstName: 'a\0b' }),
      ],
      ...[{ ...person(), email: '', phone: '' }, person({ firstName: 'www.example.com' }), person()],
    ]
    expect(await results(entries)).toEqual([...Array<string>(11).fill('refused'), 'stored'])
    expect(await visitors()).toMatchObject({ total: 1 })
    expect(await elsewhere.visitors()).toMatchObject({ total: 0 })
  })

  test('with absurd times only says that somebody came while they could have', async () => {
    const { home, person, stored, results } = await standAtTheDoor()
    const future = deviceTime({ clock: Date.UTC(2090, 0, 1) })
    const past = deviceTime({ clock: 0, run: randomUUID() })
    expect(await results([person({ arrivedAt: future }), person({ arrivedAt: past })])).toEqual(['stored', 'stored'])
    for (const { arrivedAt } of await stored()) {
      expect(arrivedAt.getTime()).toBeGreaterThanOrEqual(home.startsAt.getTime() - HOUR_MS)
      expect(arrivedAt.getTime()).toBeLessThanOrEqual(home.endsAt.getTime() + HOUR_MS)
    }
  })

  test('of 10,000 entries is refused as one request, and beyond what an open home can have entry by entry', async () => {
    const { db, home, person, count, results, property } = await standAtTheDoor()
    const request = { now: deviceTime(), waiting: 0, entries: Array.from({ length: 10_000 }, () => person()) }
    expect(SyncRequest.safeParse(request).success).toBe(false)
    const { agencyId } = property
    await db.insert(checkIn).values(
      Array.from({ length: MAX_CHECK_INS_PER_OPEN_HOME - 1 }, () => ({
        ...{ id: randomUUID(), agencyId, listingId: property.id, openHomeId: home.id },
        ...{ source: 'door' as const, arrivedAt: new Date() },
      })),
    )
    expect(await results([count(1), person(), count(1)])).toEqual(['stored', 'full', 'full'])
  })
})

describe('threat 213: the key of a device that was stolen', () => {
  test('stores nothing from the moment it is revoked, and is not told apart from one that never was', async () => {
    const { db, agent, device, person, send, stored, home } = await standAtTheDoor()
    await revokeDoorDevice(db, agent, device.id)
    await expect(send([person()])).rejects.toMatchObject({ status: 401, name: 'NotADevice' })
    await expect(send([person()], deviceTime(), `door_${'x'.repeat(43)}`)).rejects.toMatchObject({
      status: 401,
      name: 'NotADevice',
    })
    expect(await stored()).toEqual([])
    expect(await listDoorDevices(db, agent, home.id)).toMatchObject([{ id: device.id, revokedAt: expect.any(Date) }])
  })

  test('is revoked only once the entries that are being stored are in the list: none comes after', async () => {
    const { db, agent, property, device, person, results, stored } = await standAtTheDoor()
    let sending: ReturnType<typeof results> | undefined
    let revoking: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await tx.select().from(listing).where(eq(listing.id, property.id)).for('update')
      sending = results([person()])
      await waitForBlockedStatement(opened.database)
      revoking = revokeDoorDevice(db, agent, device.id)
      await waitForBlockedStatement(opened.database, 2)
    })
    expect(await sending).toEqual(['stored'])
    await revoking
    expect(await stored()).toHaveLength(1)
    await expect(results([person()])).rejects.toMatchObject({ status: 401 })
  })

  test('takes nobody new from a day after the end', async () => {
    const { db, home, person, results } = await standAtTheDoor()
    const endedAgo = (ms: number) => ({
      startsAt: new Date(Date.now() - ms - HOUR_MS),
      endsAt: new Date(Date.now() - ms),
    })
    await db
      .update(openHome)
      .set(endedAgo(23 * HOUR_MS))
      .where(eq(openHome.id, home.id))
    expect(await results([person()])).toEqual(['stored'])
    await db
      .update(openHome)
      .set(endedAgo(25 * HOUR_MS))
      .where(eq(openHome.id, home.id))
    expect(await results([person()])).toEqual(['too_late'])
  })

  test('reads nothing: it answers entries alone, and only requests of the page at the door', async () => {
    const { agent, device, person, property } = await standAtTheDoor()
    const { APP_URL } = opened.services.env
    const request = async (entries: unknown[], headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ now: deviceTime(), waiting: 0, entries })
      const sent = {
        method: 'POST',
        headers: { authorization: `Bearer ${device.token}`, origin: APP_URL, ...headers },
        body,
      }
      const response = await respondToCheckIns(opened.services, new Request(`${APP_URL}/_checkins`, sent))
      return { status: response?.status, text: (await response?.text()) ?? '' }
    }
    const entry = person()
    const answer = await request([entry])
    expect(answer).toEqual({ status: 200, text: '{"results":[{"place":0,"result":"stored","status":200}]}' })
    for (const secret of [entry.email, entry.id, property.id, property.title, agent.email])
      expect(answer.text).not.toContain(secret)
    expect(await request([person()], { origin: 'https://elsewhere.example.nz' })).toMatchObject({ status: 403 })
    for (const authorization of ['', device.token, 'Bearer door_short', `Bearer door_${'x'.repeat(43)}`])
      expect(await request([person()], { authorization })).toMatchObject({ status: 401 })
    expect(await request(Array.from({ length: MAX_ENTRIES_PER_SYNC + 1 }, () => null))).toMatchObject({ status: 400 })
    expect(await request(['x'.repeat(900_000)])).toMatchObject({ status: 413 })
  })

  test('is revoked, ended and listed by nobody outside the agency, and its key is shown to nobody', async () => {
    const { db, agent, device, home } = await standAtTheDoor()
    const stranger = await createAgent(db)
    for (const attempt of [revokeDoorDevice, endDoorDevice])
      await expect(attempt(db, stranger, device.id)).rejects.toMatchObject({ status: 404 })
    await expect(listDoorDevices(db, stranger, home.id)).rejects.toMatchObject({ status: 404 })
    await expect(startDoor(opened.services, stranger, home.id)).rejects.toMatchObject({ status: 404 })
    expect(JSON.stringify(await listDoorDevices(db, agent, home.id))).not.toContain(device.token.slice(5))
    expect(JSON.stringify(await db.select().from(doorDevice))).not.toContain(device.token)
  })

  test('takes no visitor after the agent has left the mode, and still sends those from before', async () => {
    const { db, agent, device, person, results } = await standAtTheDoor()
    await endDoorDevice(db, agent, device.id)
    await db
      .update(doorDevice)
      .set({ endedAt: new Date(Date.now() - 10 * MINUTE_MS) })
      .where(eq(doorDevice.id, device.id))
    const before = person({ arrivedAt: deviceTime({ clock: Date.now() - 15 * MINUTE_MS, run: randomUUID() }) })
    expect(await results([before, person()])).toEqual(['stored', 'too_late'])
  })

  test('sends for two weeks what it has from before, and then nothing', async () => {
    const { db, home, person, results, send } = await standAtTheDoor()
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS)
    const end = (days: number) =>
      db
        .update(openHome)
        .set({ startsAt: new Date(daysAgo(days).getTime() - HOUR_MS), endsAt: daysAgo(days) })
        .where(eq(openHome.id, home.id))
    await end(13)
    const then = deviceTime({ clock: daysAgo(13).getTime() - 20 * MINUTE_MS, run: randomUUID() })
    expect(await results([person({ arrivedAt: then }), person()])).toEqual(['stored', 'too_late'])
    await end(15)
    await expect(send([person({ arrivedAt: then })])).rejects.toMatchObject({ status: 401 })
  })
})

describe('threat 214: finding out at the door who is known', () => {
  test('the answer for a known and an unknown visitor is the same, to the byte', async () => {
    const { db, property, person, send } = await standAtTheDoor()
    await createLead(db, { listingId: property.id, email: 'known@example.nz', phone: '+64215550166' })
    const answers = [
      await send([person({ email: 'known@example.nz' })]),
      await send([person({ email: 'unknown@example.nz' })]),
      await send([person({ email: '', phone: '021 555 0166' })]),
      await send([person({ email: '', phone: '021 555 0165' })]),
    ].map((answer) => JSON.stringify(answer))
    expect(new Set(answers).size).toBe(1)
  })

  test('both cause one job that emails the link, so that neither takes longer to answer', async () => {
    const { db, property, person, results } = await standAtTheDoor()
    await createLead(db, { listingId: property.id, email: 'old@example.nz' })
    await results([person({ email: 'old@example.nz' }), person({ email: 'new@example.nz' })])
    await opened.settle()
    const to = (await opened.writtenEmails()).map((email) => email.to)
    expect(to.filter((one) => one === 'old@example.nz')).toHaveLength(1)
    expect(to.filter((one) => one === 'new@example.nz')).toHaveLength(1)
  })
})

test('entries are read as the form makes them', () => {
  const entry: CheckInEntry = personEntry({ openHomeId: `open_${'0'.repeat(16)}` })
  const request = { now: deviceTime(), waiting: 3, entries: [entry] }
  expect(SyncRequest.parse(request)).toEqual(request)
})
