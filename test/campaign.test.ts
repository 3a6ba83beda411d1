import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { profile } from '../src/db/schema/accounts.ts'
import { lead, noEmailFor } from '../src/db/schema/leads.ts'
import { openHome } from '../src/db/schema/listings.ts'
import { buyerMessage, silencedAddress } from '../src/db/schema/messages.ts'
import type { OpenHomePageData } from '../src/features/openHomes/server/visitors.server.ts'
import { signVendorKey } from '../src/features/vendors/server/vendorKey.server.ts'
import type { VendorPageData } from '../src/features/vendors/server/vendorPage.server.ts'
import { DAY_MS } from '../src/values/time.ts'
import { createSignedInAgent } from './fixtures/agents.ts'
import { easyBotCheckAnswer } from './fixtures/botCheck.ts'
import { buyerCalls } from './fixtures/buyers.ts'
import { listingViewEvent, newIpAddress, sendEvent, sendReading } from './fixtures/events.ts'
import { createListingWithDocuments } from './fixtures/files.ts'
import { createLead } from './fixtures/leads.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import { messageDraft } from './fixtures/messages.ts'
import { createCheckIn, createOpenHome } from './fixtures/openHomes.ts'
import { createVendor } from './fixtures/vendors.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { freePort, TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'
import { useSmtpServer } from './support/servers/smtpServer.ts'

const smtpPort = await freePort()
const { mailTo, emailsTo } = useSmtpServer(smtpPort)
const parts = useDeployedApp({
  ...{ TRUSTED_PROXIES: '127.0.0.1,::1', SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'hello@example.nz' },
})

test('after an open home, one tap sends the documents to those who came and want our emails, and to nobody else', async () => {
  const { db } = parts
  const { agent, get, post } = await createSignedInAgent(parts)
  const listing = await createPublishedListing(db, { agent })
  const [home, otherHome] = [
    await createOpenHome(db, { listingId: listing.id }),
    await createOpenHome(db, { listingId: listing.id }),
  ]
  const at = { agencyId: agent.agencyId, listingId: listing.id, openHomeId: home.id }
  const visitor = async (fields: object = {}, visit: object = {}) => {
    const created = await createLead(db, { listingId: listing.id, source: 'open_home', ...fields })
    await createCheckIn(db, { ...at, leadId: created.id, ...visit })
    return created
  }
  const [came, cameTwice] = [await visitor(), await visitor()]
  await createCheckIn(db, { ...at, leadId: cameTwice.id })
  const unsubscribed = await visitor()
  await db
    .insert(silencedAddress)
    .values({ agencyId: agent.agencyId, email: unsubscribed.email, unsubscribedAt: new Date() })
  // The same person, who unsubscribed with another address.
  const otherAddress = await visitor()
  await db.update(lead).set({ personId: unsubscribed.personId }).where(eq(lead.id, otherAddress.id))
  const leftOut = [
    ...[unsubscribed, otherAddress],
    await visitor({ withdrawnAt: new Date() }),
    await visitor({ email: noEmailFor('lead_phone') }),
    await visitor({}, { removedAt: new Date() }),
    await visitor({}, { openHomeId: otherHome.id }),
    await createLead(db, { listingId: listing.id }),
  ]
  // Whom the page says it would write to.
  const { visitors } = (await get('fetchOpenHome', { openHomeId: home.id })).result as OpenHomePageData
  const silent = visitors.filter(({ isUnsubscribed, isBounced }) => isUnsubscribed || isBounced)
  expect(silent.map(({ id }) => id).toSorted()).toEqual([unsubscribed.id, otherAddress.id].toSorted())
  const followUp = () => post('followUpVisitors', { openHomeId: home.id })
  expect(await followUp()).toMatchObject({ status: 200, result: { people: 2 } })
  // A second tap.
  expect((await followUp()).status).toBe(409)
  for (const { email } of [came, cameTwice]) {
    const { text = '' } = await mailTo(email)
    expect(text).toContain(`/listings/${listing.slug}/open?key=`)
  }
  await jobsDone('send_visitor_link', 'mail')
  expect([came, cameTwice].map(({ email }) => emailsTo(email).length)).toEqual([1, 1])
  for (const { email } of leftOut) expect(emailsTo(email)).toEqual([])
})

test('a scheduled message goes out when its time has come, and not before', async () => {
  const { db } = parts
  const { agent, get, post } = await createSignedInAgent(parts)
  const listing = await createPublishedListing(db, { agent })
  const { email } = await createLead(db, { listingId: listing.id })
  const sendAt = new Date(Date.now() + 2 * DAY_MS)
  const created = await post('createMessage', {
    ...{ ...messageDraft(listing.id), creationKey: randomUUID(), sendAt: sendAt.toISOString() },
  })
  const { id } = created.result as { id: string }
  const state = async () => ((await get('fetchMessage', { id })).result as { state: string }).state
  expect([created.status, await state()]).toEqual([200, 'scheduled'])
  // Almost two days pass, for the message and for the job that sends it.
  const FEW_SECONDS_MS = 4_000
  const [dueAt, passed] = [Date.now() + FEW_SECONDS_MS, sendAt.getTime() - Date.now() - FEW_SECONDS_MS]
  const earlier = sql`make_interval(secs => ${passed / 1_000})`
  await db
    .update(buyerMessage)
    .set({ sendAt: sql`${buyerMessage.sendAt} - ${earlier}` })
    .where(eq(buyerMessage.id, id))
  await db.execute(sql`
    update pgboss.job set start_after = start_after - ${earlier} where name = 'send_message' and data->>'messageId' = ${id}`)
  await mailTo(email)
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt)
  await eventually(async () => (await state()) === 'sent')
  expect(emailsTo(email)).toHaveLength(1)
})

test('what six buyers did on the page, in a document and at the open home is what the vendor reads the next day', async () => {
  const { db, url } = parts
  // The second island is 25 hours ahead of the first.
  const { agent } = await createSignedInAgent(parts, { profile: { timeZone: 'Pacific/Niue' } })
  const publishedAt = new Date(Date.now() - 3 * DAY_MS)
  const listing = await createListingWithDocuments(parts, [{ name: 'Building report', pageCount: 4 }], {
    agent,
    publishedAt,
    firstPublishedAt: publishedAt,
  })
  const home = await createOpenHome(db, { listingId: listing.id })
  const buyers = buyerCalls(parts)
  for (let nth = 0; nth < 6; nth++) {
    const headers = { 'x-forwarded-for': newIpAddress() }
    for (let view = 0; view < 2; view++) await sendEvent(url, { body: listingViewEvent(listing), headers })
    const { email, cookie } = await buyers.submitLead(listing.id)
    const data = { listingId: listing.id, fileId: listing.fileId, inline: true }
    const opened = await call(url, 'openDocument', { method: 'POST', data, headers: { ...headers, cookie } })
    const { readingKey: key } = opened.result as { readingKey: string }
    const read = await sendReading(url, { body: { key, pageTenths: [100, 150], searches: [] }, headers })
    const visitor = { listingId: listing.id, firstName: '', lastName: '', phone: '', email, key: randomUUID() }
    const turnstile = await easyBotCheckAnswer(TEST_SECRET, 'lead')
    const checkedIn = await call(url, 'checkInOnOwnPhone', { method: 'POST', data: { ...visitor, turnstile }, headers })
    expect([opened.status, read.status, checkedIn.status]).toEqual([200, 204, 200])
  }
  const link = await createVendor(db, { listingId: listing.id })
  const key = signVendorKey(TEST_SECRET, link.id)
  const report = async () =>
    ((await call(url, 'fetchVendorPage', { method: 'POST', data: { key } })).result as VendorPageData).report
  expect((await report()).figures).toMatchObject({ views: { total: null }, openHomeVisitors: null })

  // The days pass: the agent's, and that of the open home.
  await db.update(profile).set({ timeZone: 'Pacific/Kiritimati' }).where(eq(profile.userId, agent.id))
  const daysAgo = (moment: Date) => new Date(moment.getTime() - 2 * DAY_MS)
  await db
    .update(openHome)
    .set({ startsAt: daysAgo(home.startsAt), endsAt: daysAgo(home.endsAt) })
    .where(eq(openHome.id, home.id))
  const found = await eventually(async () => {
    const seen = await report()
    return seen.figures.views.total?.count === 12 && seen.figures.enquiries.total?.count === 6 && seen
  })
  expect(found.figures).toMatchObject({
    views: { week: { count: 12 }, total: { count: 12 } },
    visitors: { week: { count: 6 }, total: { count: 6 } },
    enquiries: { week: { count: 6 }, total: { count: 6 } },
    openHomeVisitors: 6,
  })
  expect(found.openHomes).toMatchObject([{ visitors: 6, isCounted: true }])
  // At least five readers, and their time to ten minutes.
  expect(found.documents).toMatchObject([
    { name: 'Building report', readers: 5, seconds: 0, pages: [0.7, 1, null, null], mostReadTo: 2 },
  ])
  expect(found.channels).toMatchObject([{ channel: 'direct', views: 12, visitors: 6, enquiries: 6 }])
})

/** Until these queues are empty. */
const jobsDone = (...queues: string[]) =>
  eventually(async () => {
    const waiting = await parts.database.sql`
      select from pgboss.job where name = any(${queues}) and state in ('created', 'retry', 'active')`
    return waiting.length === 0
  })
