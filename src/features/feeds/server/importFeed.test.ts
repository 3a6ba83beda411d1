import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, joinAgencyOf } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createZip } from '../../../../test/fixtures/content/officeFiles.ts'
import { housePhoto } from '../../../../test/fixtures/content/photos.ts'
import { reaxmlFile, reaxmlListing } from '../../../../test/fixtures/reaxml.ts'
import { createApiClient } from '../../../../test/support/services/apiClient.ts'
import { openFeedServices } from '../../../../test/support/services/feedServices.ts'
import { member } from '../../../db/schema/agencies.ts'
import { feedRun } from '../../../db/schema/feeds.ts'
import { listing, openHome } from '../../../db/schema/listings.ts'
import { type Agent, startSession } from '../../../platform/auth/sessions.server.ts'
import { provideServices } from '../../../platform/services.server.ts'
import { HOUR_MS } from '../../../values/time.ts'
import type { ListingFacts } from '../../listings/facts/facts.schema.ts'
import { describeAsReaxml } from '../../listings/server/listingReaxml.server.ts'
import { createListing, publishListing, requireListing, updateListing } from '../../listings/server/listings.server.ts'
import { readListingTeam, setCoAgents } from '../../listings/server/listingTeam.server.ts'
import { listNotifications } from '../../notifications/notifications.server.ts'
import {
  confirmFeedRun,
  discardFeedRun,
  importFeedJob,
  listFeedRuns,
  readFeedRun,
  sweepFeedRunsJob,
} from './feedRuns.server.ts'
import { respondToFeed } from './receiveFeed.server.ts'

let opened: Awaited<ReturnType<typeof openFeedServices>>
beforeAll(async () => {
  opened = await openFeedServices()
})
afterAll(() => opened.close())

async function change(agent: Agent, changes: Partial<Parameters<typeof updateListing>[2]>) {
  const { db } = opened.database
  const [row] = await db.select().from(listing).where(eq(listing.agencyId, agent.agencyId))
  const { id, version, subtitle, description } = await requireListing(db, agent, row?.id ?? '')
  await updateListing(db, agent, { id, version, title: '', subtitle, description: description as never, ...changes })
}

describe('a file', () => {
  test('shows what it would do before an agency’s first import, and changes nothing until then', async () => {
    const { agent, push, find } = await opened.openAgency()
    const response = await push(reaxmlFile(reaxmlListing(), reaxmlListing({ id: 'CRM-2', status: 'sold' })))
    expect(response.status).toBe(202)
    const { id } = await response.json()
    await opened.settle()
    const { state, report } = await readFeedRun(opened.database.db, agent, id)
    expect(state).toBe('previewed')
    expect(report).toMatchObject({
      counts: { created: 1, skipped: 1 },
      listings: [{ title: '3/12 Rātā Street, Karori', listingId: null }, {}],
    })
    expect(await find()).toEqual([])
    await confirmFeedRun(opened.services, agent, id)
    await opened.settle()
    expect(await find()).toMatchObject([{ title: '3/12 Rātā Street, Karori', state: 'draft' }])
    await expect(confirmFeedRun(opened.services, agent, id)).rejects.toThrow('imported or discarded already')
  })

  test('creates drafts with the facts, the times of the place and the agent whom it names', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    const colleague = await addMember(opened.database.db, agent, { role: 'agent' })
    await run(reaxmlFile(reaxmlListing({ email: colleague.email.toUpperCase() })))
    const created = await findOne()
    expect(created).toMatchObject({
      ...{ state: 'draft', unit: '3', streetNumber: '12', bedrooms: 3, landArea: 0.5, landAreaUnit: 'ha', price: null },
      ...{ subtitle: 'Sunny villa near the school', propertyType: 'townhouse', priceText: 'Enquiries over $900,000' },
      openHomes: [{ startsAt: new Date('2099-12-05T00:00:00Z'), endsAt: new Date('2099-12-05T00:30:00Z') }],
    })
    const [row] = await opened.database.db.select().from(listing).where(eq(listing.id, created.id))
    expect(row?.userId).toBe(colleague.id)
  })

  const listingAgents = (people: { email: string }[]) =>
    people
      .map(
        ({ email }, at) =>
          `<listingAgent id="${at + 2}"><name>Agent ${at}</name><email>${email}</email></listingAgent>`,
      )
      .join('')
  const teamOf = async (agent: Agent, id: string) => {
    const { leadAgentId, coAgentIds } = await readListingTeam(opened.database.db, agent, id)
    return { leadAgentId, coAgentIds: new Set(coAgentIds) }
  }
  const idsOf = (...people: Agent[]) => new Set(people.map(({ id }) => id))

  test('makes the first member whom it names the lead agent, and up to three more co-agents', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    const { db } = opened.database
    const assistant = await addMember(db, agent, { role: 'assistant', assists: [agent] })
    const first = await addMember(db, agent, { role: 'agent' })
    const others = [
      await addMember(db, agent, { role: 'agent' }),
      await addMember(db, agent, { role: 'manager' }),
      await addMember(db, agent, { role: 'agent' }),
    ]
    const fifth = await addMember(db, agent, { role: 'agent' })
    const named = listingAgents([assistant, first, first, ...others, fifth])
    await run(reaxmlFile(reaxmlListing({ email: 'nobody@example.nz', more: named })))
    expect(await teamOf(agent, (await findOne()).id)).toEqual({ leadAgentId: first.id, coAgentIds: idsOf(...others) })
  })

  test('that names other agents later removes no co-agent, nor a former lead agent whom it still names', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    const { db } = opened.database
    const join = (firstName: string) => addMember(db, agent, { role: 'agent', firstName, lastName: 'Smith' })
    const [ana, ben, cleo, dan] = [await join('Ana'), await join('Ben'), await join('Cleo'), await join('Dan')]
    const send = (day: number, [lead, ...more]: [Agent, ...Agent[]]) =>
      run(
        reaxmlFile(
          reaxmlListing({ modTime: `2026-11-0${day}-09:00:00`, email: lead.email, more: listingAgents(more) }),
        ),
      )
    await send(1, [ana, ben])
    const { id } = await findOne()
    await setCoAgents(db, agent, { id, before: [ben.id], userIds: [ben.id, dan.id] })
    expect((await send(2, [cleo, ana])).listings).toMatchObject([
      { changes: [{ field: 'leadAgent', from: 'Ana Smith', to: 'Cleo Smith' }] },
    ])
    expect(await teamOf(agent, id)).toEqual({ leadAgentId: cleo.id, coAgentIds: idsOf(ana, ben, dan) })
    await send(3, [ana])
    expect(await teamOf(agent, id)).toEqual({ leadAgentId: ana.id, coAgentIds: idsOf(ben, dan) })
  })

  test('that is sent twice changes no row', async () => {
    const { agent, run } = await opened.openAgency()
    const zip = await createZip({
      'a.xml': reaxmlFile(
        reaxmlListing({ more: '<images><img id="m" file="m.jpg"/></images>' }),
        reaxmlListing({ id: 'CRM-2', modTime: '' }),
      ),
      'm.jpg': await housePhoto(0),
    })
    expect((await run(zip)).counts).toMatchObject({ created: 2 })
    const before = await opened.readRows(agent)
    expect(before.files).toHaveLength(1)
    expect((await run(zip)).counts).toMatchObject({ created: 0, changed: 0, same: 2 })
    expect(await opened.readRows(agent)).toEqual(before)
  })

  test('changes what it owns, and keeps what was changed here, field by field', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing()))
    await change(agent, { bedrooms: 5, priceText: 'Deadline sale' })
    const next = { modTime: '2026-11-02-09:00:00', bedrooms: 4, headline: 'Sunnier', priceView: 'By negotiation' }
    const report = await run(reaxmlFile(reaxmlListing(next)))
    expect(report.listings).toMatchObject([
      {
        action: 'changed',
        changes: [{ field: 'subtitle', from: 'Sunny villa near the school', to: 'Sunnier' }],
        kept: [
          { field: 'bedrooms', here: '5', sent: '4' },
          { field: 'priceText', here: 'Deadline sale', sent: 'By negotiation' },
        ],
      },
    ])
    expect(await findOne()).toMatchObject({ bedrooms: 5, priceText: 'Deadline sale', subtitle: 'Sunnier' })
  })

  test('keeps text that was formatted here', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing({ description: 'Sunny.' })))
    const bold = { type: 'text' as const, text: 'Sunny.', marks: [{ type: 'bold' as const }] }
    await change(agent, { description: { type: 'doc', content: [{ type: 'paragraph', content: [bold] }] } })
    const report = await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00', description: 'Very sunny.' })))
    expect(report.listings[0]?.kept).toMatchObject([{ field: 'description' }])
    expect(JSON.stringify((await findOne()).description)).toContain('bold')
  })

  test('that is older than what was sent changes nothing', async () => {
    const { run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00' })))
    const report = await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-01-09:00:00', bedrooms: 1 })))
    expect(report.counts.older).toBe(1)
    expect(await findOne()).toMatchObject({ bedrooms: 3 })
  })

  test.each([
    ['sold', { status: 'sold', soldOn: '2026-11-10', soldPrice: 985_000 }],
    ['withdrawn', { status: 'withdrawn' }],
    ['offmarket', { status: 'withdrawn' }],
  ])('that says %s closes the listing, also one that was marked here', async (status, facts) => {
    const { agent, run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing()))
    await change(agent, { status: 'under_offer' })
    await publishListing(opened.database.db, agent, (await findOne()).id)
    const more = '<soldDetails><price display="yes">985000</price><date>2026-11-10</date></soldDetails>'
    const report = await run(
      reaxmlFile(reaxmlListing({ status, modTime: '2026-11-11-09:00:00', more: status === 'sold' ? more : '' })),
    )
    expect(report.counts.closed).toBe(1)
    expect(await findOne()).toMatchObject(facts)
  })

  test('keeps open homes that are over, and cancels coming ones that it leaves out', async () => {
    const { run, findOne } = await opened.openAgency()
    await run(
      reaxmlFile(reaxmlListing({ inspections: ['5-Dec-2020 1:00pm to 1:30pm', '5-Dec-2099 1:00pm to 1:30pm'] })),
    )
    await run(
      reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00', inspections: ['6-Dec-2099 1:00pm to 1:30pm'] })),
    )
    const { id, openHomes } = await findOne()
    expect(openHomes.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual(['2020-12-05', '2099-12-06'])
    expect(await opened.database.db.$count(openHome, eq(openHome.listingId, id))).toBe(3)
  })

  test('with values that a listing cannot have is imported without them, with a warning', async () => {
    const { run, findOne } = await opened.openAgency()
    const xml = reaxmlListing({ inspections: ['5-Dec-1999 1:00pm to 1:30pm'] }).replace('>6012<', '>60120000000<')
    const report = await run(reaxmlFile(xml))
    expect(report.listings[0]?.warnings.join()).toMatch(
      /Postcode: left out.*Open homes: left out|Open homes: left out.*Postcode: left out/,
    )
    expect(await findOne()).toMatchObject({ postcode: null, bedrooms: 3 })
  })

  test('that cannot be read fails with the reason', async () => {
    const { agent, push } = await opened.openAgency()
    const { id } = await (await push('<propertyList><land>')).json()
    await opened.settle()
    expect(await readFeedRun(opened.database.db, agent, id)).toMatchObject({
      state: 'failed',
      report: { failure: expect.stringContaining('well-formed') },
    })
    await discardFeedRun(opened.services, agent, id)
    expect(await listFeedRuns(opened.database.db, agent)).toEqual([])
  })

  test('with line separators of Unicode in its texts is imported', async () => {
    const { run } = await opened.openAgency()
    const report = await run(reaxmlFile(reaxmlListing({ description: 'Sunny.\u2028Near the school.\u2029Quiet.' })))
    expect(report.counts).toMatchObject({ created: 1 })
  })

  /** As it is in the middle of its import. */
  async function startLostRun(agent: Agent, path = `feeds/cd/cd${'0'.repeat(30)}`) {
    const [run] = await opened.database.db
      .insert(feedRun)
      .values({
        ...{
          agencyId: agent.agencyId,
          userId: agent.id,
          name: 'crm.xml',
          path,
          size: (await opened.services.storage.stat(path))?.size ?? 9,
        },
        ...{ state: 'running' as const, startedAt: new Date(Date.now() - 2 * HOUR_MS) },
      })
      .returning()
    const id = run?.id ?? ''
    return { id, read: (reader = agent) => readFeedRun(opened.database.db, reader, id) }
  }
  const failed = { state: 'failed', report: { failure: expect.stringContaining('send the file again') } }

  test('that can’t be imported fails with the last attempt, and not before', async () => {
    const { agent } = await opened.openAgency()
    const { id, read } = await startLostRun(agent)
    const attempt = (isLastAttempt: boolean) =>
      importFeedJob.work(opened.services, { runId: id }, { id: '', isLastAttempt })
    await expect(attempt(false)).rejects.toThrow()
    expect(await read()).toMatchObject({ state: 'running' })
    await expect(attempt(true)).rejects.toThrow()
    expect(await read()).toMatchObject(failed)
  })

  test('whose last attempt was killed fails within the hour, and one that will be tried again does not', async () => {
    const { agent } = await opened.openAgency()
    const [lost, waiting] = [await startLostRun(agent), await startLostRun(agent)]
    const { database, services } = opened
    await services.jobs.enqueue(database.db, importFeedJob, { runId: waiting.id }, { startAfter: 3600 })
    await sweepFeedRunsJob.work(services, {}, { id: '' })
    expect(await lost.read()).toMatchObject(failed)
    expect(await waiting.read()).toMatchObject({ state: 'running' })
    await services.jobs.cancel(database.db, importFeedJob, { runId: waiting.id })
  })

  test('threat 180: is imported only while the member who sent it may manage connections', async () => {
    const { agent, find } = await opened.openAgency()
    const { database, services } = opened
    const sender = await addMember(database.db, agent, { role: 'manager' })
    const { id, read } = await startLostRun(sender, await opened.storeFeed(reaxmlFile(reaxmlListing())))
    // A change of roles hands imports over, and may come between the two.
    await database.db.update(member).set({ role: 'agent' }).where(eq(member.userId, sender.id))
    await importFeedJob.work(services, { runId: id }, { id: '' })
    expect(await read(agent)).toMatchObject({
      state: 'failed',
      report: { failure: expect.stringContaining('can no longer manage connections') },
    })
    expect(await find()).toEqual([])
  })

  test('threat 180: is not another agency’s to see, confirm or match', async () => {
    const [one, other] = [await opened.openAgency(), await opened.openAgency()]
    const { id } = await (await one.push(reaxmlFile(reaxmlListing()))).json()
    await opened.settle()
    const { services, database } = opened
    await expect(readFeedRun(database.db, other.agent, id)).rejects.toThrow('Not found')
    await expect(confirmFeedRun(services, other.agent, id)).rejects.toThrow('Not found')
    await confirmFeedRun(services, one.agent, id)
    await other.run(reaxmlFile(reaxmlListing({ bedrooms: 9 })))
    expect(await one.findOne()).toMatchObject({ bedrooms: 3 })
  })

  test('whose import begins again after a crash is finished, and reported as a whole', async () => {
    const { agent, push, run, find } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing({ id: 'first' })))
    const many = Array.from({ length: 20 }, (_, at) => reaxmlListing({ id: `CRM-${at}`, number: `${at}` }))
    const { database, services } = opened
    const { id } = await (await push(reaxmlFile(...many))).json()
    await opened.settle()
    // As a killed process leaves it: some listings are stored, and neither the report nor the end.
    const lost = await find()
    await database.db
      .update(feedRun)
      .set({ state: 'running', report: null, finishedAt: null, path: await opened.storeFeed(reaxmlFile(...many)) })
      .where(eq(feedRun.id, id))
    await database.sql`delete from feed_listing where "agencyId" = ${agent.agencyId} and "uniqueId" in ('CRM-18', 'CRM-19')`
    await services.jobs.enqueue(database.db, importFeedJob, { runId: id })
    await opened.settle()
    expect((await readFeedRun(database.db, agent, id)).report?.counts).toMatchObject({ created: 20, same: 0 })
    expect(await find()).toHaveLength(lost.length + 2)
  })
})

describe('a push', () => {
  test('threat 180: without a key gets a 401, without the scope a 403, of another type a 415, and empty a 400', async () => {
    const { agent, push } = await opened.openAgency()
    const reader = await createApiClient(opened.services, agent, ['listings:read'])
    const xml = reaxmlFile(reaxmlListing())
    const refused = await opened.sendFeed(xml, {})
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(await refused.json()).toMatchObject({ type: expect.stringMatching(/\/developers#InvalidKey$/), status: 401 })
    expect((await opened.sendFeed(xml, { authorization: `Bearer ${reader.token}` })).status).toBe(403)
    expect((await push(xml, { 'content-type': 'text/html' })).status).toBe(415)
    expect((await push('')).status).toBe(400)
    expect((await push(xml, { 'content-length': '200000001' })).status).toBe(413)
    expect(await listFeedRuns(opened.database.db, agent)).toEqual([])
  })

  test.each([
    ['20 files wait for a review', 20, { state: 'previewed' as const, size: 1 }],
    ['files of 1 GB wait', 1, { state: 'running' as const, size: 1_000_000_000 }],
  ])('is refused while %s, and nothing of it is kept', async (_, count, waiting) => {
    const { agent, push } = await opened.openAgency()
    const run = { agencyId: agent.agencyId, userId: agent.id, name: 'crm.xml', ...waiting }
    await opened.database.db.insert(feedRun).values(Array.from({ length: count }, () => run))
    const response = await push(reaxmlFile(reaxmlListing()))
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('Import or discard them, then send this one again.')
    expect(await opened.database.db.$count(feedRun, eq(feedRun.agencyId, agent.agencyId))).toBe(count)
    const other = await opened.openAgency()
    expect((await other.push(reaxmlFile(reaxmlListing()))).status).toBe(202)
    await opened.settle()
  })

  test('threat 178: with no end is cut off at 200 MB, and nothing of it is kept', { timeout: 120_000 }, async () => {
    const { agent } = await opened.openAgency()
    const { token } = await createApiClient(opened.services, agent, ['feeds:write'])
    const storedFeeds = async () => {
      const keys: string[] = []
      for await (const { key } of opened.services.storage.list('feeds/')) keys.push(key)
      return keys
    }
    const before = await storedFeeds()
    const chunk = new Uint8Array(1_000_000)
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' }
    const request = new Request('https://files.example.nz/feeds/reaxml', {
      method: 'POST',
      headers,
      body,
      ...{ duplex: 'half' },
    })
    expect((await respondToFeed(opened.services, request))?.status).toBe(413)
    expect(await listFeedRuns(opened.database.db, agent)).toEqual([])
    expect(await storedFeeds()).toEqual(before)
  })
})

test('threat 180: an upload in the portal needs a session, the permission and our own page', async () => {
  const { database, services, settle } = opened
  provideServices(services)
  const agent = await createAgent(database.db)
  const colleague = await addMember(database.db, agent, { role: 'agent' })
  const cookieOf = async ({ id }: Agent) => `__Host-session=${await startSession(database.db, id, '')}`
  const send = async (cookie: string, site = 'same-origin') => {
    const headers = { cookie, 'sec-fetch-site': site, 'content-type': 'application/xml' }
    const url = 'https://files.example.nz/portal/feeds/upload?name=crm.xml'
    const response = await respondToFeed(
      services,
      new Request(url, { method: 'POST', body: reaxmlFile(reaxmlListing()), headers }),
    )
    return response?.status
  }
  expect(await send('')).toBe(401)
  expect(await send(await cookieOf(colleague))).toBe(403)
  expect(await send(await cookieOf(agent), 'cross-site')).toBe(403)
  expect(await send(await cookieOf(agent))).toBe(202)
  await settle()
  expect(await listFeedRuns(database.db, agent)).toMatchObject([
    { name: 'crm.xml', isPushed: false, state: 'previewed' },
  ])
  // Who uploads it is there.
  expect(await listNotifications(database.db, agent, { limit: 20 })).toMatchObject({ notifications: [] })
})

describe('those who manage connections', () => {
  const notificationsOf = async (person: Agent) =>
    (await listNotifications(opened.database.db, person, { limit: 20 })).notifications
  const emailsTo = async ({ email }: Agent, subject: string) =>
    (await opened.writtenEmails()).filter((one) => one.to === email && one.subject === subject)
  const pushAndSettle = async (push: (body: string) => Promise<Response>, body: string) => {
    const { id } = await (await push(body)).json()
    await opened.settle()
    return id as string
  }

  test('are told once that files of the CRM wait for them, with a link to the preview', async () => {
    const { agent, push } = await opened.openAgency()
    const manager = await addMember(opened.database.db, agent, { role: 'manager' })
    const colleague = await addMember(opened.database.db, agent, { role: 'agent' })
    const id = await pushAndSettle(push, reaxmlFile(reaxmlListing(), reaxmlListing({ id: 'CRM-2', number: '14' })))
    await pushAndSettle(push, reaxmlFile(reaxmlListing({ id: 'CRM-3' })))
    for (const person of [agent, manager]) {
      expect(await notificationsOf(person)).toMatchObject([{ type: 'feed_waiting', feedRunId: id, readAt: null }])
      const [email, ...others] = await emailsTo(person, 'Listings from your CRM are waiting for you')
      expect(others).toEqual([])
      expect(email?.text).toContain('a file with 2 listings')
      expect(email?.text).toContain(`https://files.example.nz/portal/agency/connections?import=${id}`)
    }
    expect(await notificationsOf(colleague)).toEqual([])
  })

  test('are told when a file of the CRM fails, and again only after one that could be imported', async () => {
    const { agent, push, run } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const broken = '<propertyList><land>'
    const first = await pushAndSettle(push, broken)
    await pushAndSettle(push, broken)
    await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00' })))
    const third = await pushAndSettle(push, broken)
    expect(await notificationsOf(agent)).toMatchObject([
      { type: 'feed_failed', feedRunId: third },
      { type: 'feed_failed', feedRunId: first },
      { type: 'feed_waiting' },
    ])
    const emails = await emailsTo(agent, 'We couldn’t import a file from your CRM')
    expect(emails).toHaveLength(2)
    expect(emails[0]?.text).toContain('well-formed')
  })

  test('are told in the agency whose file it is, while they manage its connections and the file is there', async () => {
    const { database, services } = opened
    const { agent, push } = await opened.openAgency()
    const elsewhere = await createAgent(database.db)
    const here = { ...(await joinAgencyOf(database.db, agent, elsewhere)), role: 'manager' as const }
    await database.db
      .update(member)
      .set({ role: 'manager' })
      .where(and(eq(member.userId, here.id), eq(member.agencyId, agent.agencyId)))
    const id = await pushAndSettle(push, reaxmlFile(reaxmlListing()))
    const told = [{ type: 'feed_waiting', feedRunId: id }]
    expect(await notificationsOf(here)).toMatchObject(told)
    expect(await notificationsOf(elsewhere)).toEqual([])
    expect(await notificationsOf({ ...here, role: 'agent' })).toEqual([])
    await discardFeedRun(services, agent, id)
    expect(await listNotifications(database.db, here, { limit: 20 })).toMatchObject({ unread: 0, notifications: [] })
  })
})

describe('a listing that is exported as REAXML', () => {
  const address = { streetNumber: '12A', street: 'Rātā Street', suburb: 'Karori', postcode: '6012' }
  const soon = new Date('2099-12-05T00:00:00Z')
  const openHomes = [{ startsAt: soon, endsAt: new Date('2099-12-05T00:45:00Z'), note: '' }]

  const exported: Partial<ListingFacts>[] = [
    {
      ...{ propertyType: 'house', saleMethod: 'auction', saleAt: soon, titleType: 'cross_lease', openHomes },
      ...{
        ...address,
        unit: '3',
        city: 'Wellington',
        region: 'Wellington',
        country: 'NZ',
        landArea: 640,
        landAreaUnit: 'm2',
      },
    },
    {
      ...{ propertyType: 'apartment', saleMethod: 'set_date', saleAt: soon, status: 'under_offer', floorArea: 84.5 },
      ...{
        ...address,
        region: 'VIC',
        country: 'AU',
        bedrooms: 0,
        parking: 2,
        price: 985_000,
        priceText: 'From <$1m> & "up"',
      },
    },
    {
      propertyType: 'section',
      saleMethod: 'tender',
      saleAt: soon,
      landArea: 1.25,
      landAreaUnit: 'ha',
      isShownByAppointment: true,
    },
    { ...address, propertyType: 'commercial', saleMethod: 'negotiation', country: 'NZ', region: 'Hawke’s Bay' },
    {
      ...address,
      propertyType: 'lifestyle',
      saleMethod: 'enquiries_over',
      price: 1_200_000,
      region: 'Manawatū-Whanganui',
    },
  ]

  test.each(exported)('has the same facts in another agency: $propertyType by $saleMethod', async (facts) => {
    const { db } = opened.database
    const [one, other] = [await opened.openAgency(), await opened.openAgency()]
    const description = {
      type: 'doc' as const,
      content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Sunny & near <all>.' }] }],
    }
    const made = await createListing(db, one.agent, { title: '', subtitle: 'Sunny', description, ...facts })
    await other.run((await describeAsReaxml(db, one.agent, made.id)).xml)
    const found = await other.findOne()
    const factsOf = ({ id: _, slug: __, createdAt: ___, updatedAt: ____, openHomes, ...rest }: typeof found) => ({
      ...rest,
      country: rest.country ?? 'NZ',
      openHomes: openHomes.map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
    })
    expect(factsOf(found)).toEqual(factsOf(made))
  })
})
