import { once } from 'node:events'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listing as listingTable } from '../src/db/schema/listings.ts'
import { parseVisitSource } from '../src/platform/events/visitSource.ts'
import { callsWithCookie, createSession, signInAs } from './fixtures/agents.ts'
import { buyerCalls } from './fixtures/buyers.ts'
import { createChannel } from './fixtures/channels.ts'
import {
  type EventRequest,
  IPHONE,
  listingViewEvent,
  newIpAddress,
  sendEvent,
  storedEvents,
} from './fixtures/events.ts'
import { createListingWithDocuments } from './fixtures/files.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { startBuiltApp, TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const PROXIED = { TRUSTED_PROXIES: '127.0.0.1,::1', GEO_HEADERS: 'x-country,x-region,x-city' }
const parts = useDeployedApp(PROXIED)
const send = (sent: EventRequest) => sendEvent(parts.url, sent)

test('a visit is one view, the clicks, and one leave with its seconds', async () => {
  const listing = await createListingWithDocuments(parts)
  const headers = { 'x-forwarded-for': newIpAddress() }
  for (const event of ['listing_view', 'link_click', 'listing_leave'])
    expect(await send({ body: listingViewEvent(listing, event), headers })).toEqual({ status: 204, text: '' })

  const stored = await storedEvents(parts, listing.id)
  expect(stored.map(({ event }) => event)).toEqual(['listing_view', 'link_click', 'listing_leave'])
  expect(stored[0]).toMatchObject({ isUnique: true, isFirstToday: true, userId: listing.agent.id })
  expect(stored[2]?.seconds).toEqual(expect.any(Number))
})

test('an event has the visitor’s hash, location, device, page and referrer', async () => {
  const listing = await createListingWithDocuments(parts)
  const referrer = 'https://www.facebook.com/groups/homes?token=abc#top'
  const place = { 'x-country': 'NZ', 'x-region': 'Manawat%C5%AB', 'x-city': 'Palmerston North' }
  await send({ body: { ...listingViewEvent(listing), referrer }, headers: place })

  expect((await storedEvents(parts, listing.id))[0]).toMatchObject({
    hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    ...{ country: 'NZ', region: 'Manawatū', city: 'Palmerston North' },
    ...{ device: 'mobile', os: 'iOS', browser: 'Safari' },
    ...{ hostname: 'localhost', pathname: `/listings/${listing.slug}` },
    ...{ referrerHostname: 'facebook.com', referrerPathname: '/groups/homes' },
  })
})

test('an event has the link and the campaign by which the visitor came, if the link is of this listing', async () => {
  const [listing, other] = [await createListingWithDocuments(parts), await createListingWithDocuments(parts)]
  const { id, code } = await createChannel(parts.db, { listingId: listing.id, kind: 'portal', name: '' })
  const source = { channel: code, source: 'trademe', medium: ' ad ', campaign: '' }
  for (const visited of [listing, other])
    expect((await send({ body: { ...listingViewEvent(visited), source } })).status).toBe(204)
  const campaign = { utmSource: 'trademe', utmMedium: 'ad', utmCampaign: null }
  expect((await storedEvents(parts, listing.id))[0]).toMatchObject({
    channelId: id,
    channelKind: 'portal',
    ...campaign,
  })
  expect((await storedEvents(parts, other.id))[0]).toMatchObject({ channelId: null, channelKind: null, ...campaign })
  const tooLong = { ...source, campaign: 'x'.repeat(101) }
  expect((await send({ body: { ...listingViewEvent(listing), source: tooLong } })).status).toBe(400)
})

test('a visit by a link that the agent made is in the analytics under its name', async () => {
  const listing = await createListingWithDocuments(parts)
  const { post, get } = callsWithCookie(parts.url, await createSession(parts.db, listing.agent.id))
  expect((await post('addListingLink', { listingId: listing.id, name: 'Letterbox flyer' })).status).toBe(200)
  const links = z.array(z.object({ id: z.string(), name: z.string(), url: z.url() }))
  const made = links.parse((await get('fetchListingLinks', { id: listing.id })).result)
  const { id = '', url = '' } = made.find(({ name }) => name === 'Letterbox flyer') ?? {}

  const followed = await fetch(url, { redirect: 'manual' })
  const page = new URL(followed.headers.get('location') ?? '', url)
  expect(page.pathname).toBe(`/listings/${listing.slug}`)
  for (const source of [parseVisitSource(page), undefined])
    expect((await send({ body: { ...listingViewEvent(listing), ...(source && { source }) } })).status).toBe(204)

  const analytics = await eventually(async () => {
    const { result } = await get('fetchViewsByChannel', { listingId: listing.id, range: '7d' })
    const { channels } = z.object({ channels: z.array(z.record(z.string(), z.unknown())) }).parse(result)
    return channels.length > 1 && channels
  })
  expect(analytics).toHaveLength(2)
  expect(analytics).toContainEqual({
    channel: id,
    kind: 'own',
    name: 'Letterbox flyer',
    views: 1,
    visitors: 1,
    leads: 0,
  })
})

test('our own pages do not count as a referrer', async () => {
  const listing = await createListingWithDocuments(parts)
  await send({ body: { ...listingViewEvent(listing), referrer: `${parts.url}/` } })
  expect((await storedEvents(parts, listing.id))[0]).toMatchObject({ referrerHostname: null, referrerPathname: null })
})

test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
  'a request with %j is counted without identifying the visitor',
  async (headersOfChoice) => {
    const listing = await createListingWithDocuments(parts)
    const headers = { 'x-forwarded-for': newIpAddress(), ...headersOfChoice }
    for (let turn = 0; turn < 2; turn++) await send({ body: listingViewEvent(listing), headers })
    const { cookie } = await buyerCalls(parts).submitLead(listing.id)
    const data = { listingId: listing.id, fileId: listing.fileId, inline: true }
    await call(parts.url, 'openDocument', { method: 'POST', data, headers: { ...headers, cookie } })

    const stored = await storedEvents(parts, listing.id)
    expect(stored.filter(({ event }) => event !== 'lead_created')).toMatchObject([
      { event: 'listing_view', hash: null, isUnique: false, device: 'mobile' },
      { event: 'listing_view', hash: null, isUnique: false, device: 'mobile' },
      { event: 'file_view', hash: null, isUnique: false },
    ])
  },
)

test('the privacy policy says that such a visit counts without a hash', async () => {
  const policy = await (await fetch(`${parts.url}/privacy-policy`)).text()
  expect(policy).toMatch(/Privacy\s+Control”, we create no code: your visit still counts/)
})

test('a lead is recognised by the cookie of this listing, and by no other', async () => {
  const [listing, other] = [await createListingWithDocuments(parts), await createListingWithDocuments(parts)]
  const { cookie } = await buyerCalls(parts).submitLead(listing.id)
  for (const one of [listing, other]) await send({ body: listingViewEvent(one), headers: { cookie } })
  await send({ body: listingViewEvent(other), headers: { cookie: cookie.replace(listing.id, other.id) } })
  await send({ body: listingViewEvent(listing), headers: { cookie: `${listing.id}=lead_forged.signature` } })

  const [created, view, forged] = await storedEvents(parts, listing.id)
  expect(created).toMatchObject({ event: 'lead_created', leadId: expect.stringMatching(/^lead_/) })
  expect([view?.leadId, forged?.leadId]).toEqual([created?.leadId, null])
  expect((await storedEvents(parts, other.id)).map(({ leadId }) => leadId)).toEqual([null, null])
})

test('events of leads and documents have a visitor too', async () => {
  const listing = await createListingWithDocuments(parts)
  const buyers = buyerCalls(parts)
  const { cookie } = await buyers.submitLead(listing.id)
  await buyers.open(listing.id, listing.fileId, cookie)
  await fetch(`${parts.url}/listings/${listing.id}/documents.zip`, { headers: { cookie } }).then((zip) => zip.text())

  const known = { hash: expect.stringMatching(/^[0-9a-f]{32}$/), hostname: 'localhost' }
  expect(await storedEvents(parts, listing.id)).toMatchObject([
    { event: 'lead_created', pathname: `/listings/${listing.slug}`, ...known },
    { event: 'file_download', pathname: `/listings/${listing.slug}/documents`, fileId: listing.fileId, ...known },
    { event: 'file_download', pathname: `/listings/${listing.slug}/documents.zip`, fileId: listing.fileId, ...known },
  ])
})

test('two processes at once count each visitor once at each listing and once with the agent', async () => {
  const one = await createListingWithDocuments(parts)
  const two = await createListingWithDocuments(parts, undefined, { agent: one.agent })
  const env = { APP_URL: parts.url, APP_SECRET: TEST_SECRET, DATABASE_URL: parts.database.url, ...PROXIED }
  const second = await startBuiltApp(env)
  const visitors = Array.from({ length: 5 }, newIpAddress)
  try {
    const views = visitors.flatMap((address) =>
      [one, two].flatMap((listing) =>
        Array.from({ length: 8 }, (_, nth) =>
          sendEvent(nth % 2 ? parts.url : second.url, {
            body: listingViewEvent(listing),
            headers: { 'x-forwarded-for': address },
          }),
        ),
      ),
    )
    for (const { status } of await Promise.all(views)) expect(status).toBe(204)
  } finally {
    await second.stop()
  }

  const stored = [...(await storedEvents(parts, one.id)), ...(await storedEvents(parts, two.id))]
  expect(stored).toHaveLength(80)
  expect(new Set(stored.map(({ hash }) => hash)).size).toBe(5)
  expect(stored.filter(({ isUnique }) => isUnique)).toHaveLength(10)
  expect(stored.filter(({ isFirstToday }) => isFirstToday)).toHaveLength(5)
  const days = await parts.database.sql`
    select "listingId", sum(events)::int as events, sum(uniques)::int as uniques from event_day
    where "userId" = ${one.agent.id} and facet in ('listing', 'device') group by 1 order by 1`
  expect(days.map(({ events, uniques }) => [events, uniques])).toEqual([
    [40, 5],
    [40, 5],
    [80, 5],
  ])
})

test('threat 93: one IP address has at most 50 new visitors a day, regardless of its user agents', async () => {
  const [listing, other] = [await createListingWithDocuments(parts), await createListingWithDocuments(parts)]
  const address = { 'x-forwarded-for': newIpAddress() }
  const visit = (nth: number, headers: Record<string, string> = address) =>
    send({ body: listingViewEvent(listing), headers: { ...headers, 'user-agent': `${IPHONE} build/${nth}` } })
  for (let nth = 0; nth < 60; nth++) expect((await visit(nth)).status).toBe(204)
  const visitors = async () => (await storedEvents(parts, listing.id)).filter(({ isFirstToday }) => isFirstToday).length
  expect(await visitors()).toBe(50)
  expect(await storedEvents(parts, listing.id)).toHaveLength(60)

  await visit(0)
  await visit(60, { 'x-forwarded-for': newIpAddress() })
  expect(await visitors()).toBe(51)
  // Visitors of another agent behind the same address have nothing to do with it.
  await send({ body: listingViewEvent(other), headers: address })
  expect(await storedEvents(parts, other.id)).toMatchObject([{ isFirstToday: true, isUnique: true }])
  const stored = JSON.stringify(await parts.database.sql`select * from visitor_address`)
  expect(stored).not.toContain(address['x-forwarded-for'])
})

describe('threat 54: a request that must not count changes nothing', () => {
  type Home = Awaited<ReturnType<typeof createListingWithDocuments>>
  const inState = async (listing: Home, state: object) => {
    await parts.database.db.update(listingTable).set(state).where(eq(listingTable.id, listing.id))
    return { body: listingViewEvent(listing) }
  }
  const bad: [string, number, (listing: Home) => Promise<EventRequest> | EventRequest][] = [
    ['an invented name', 400, (listing) => ({ body: listingViewEvent(listing, 'sold') })],
    ['a name that only the server uses', 400, (listing) => ({ body: listingViewEvent(listing, 'lead_created') })],
    ['more than is asked for', 400, (listing) => ({ body: { ...listingViewEvent(listing), isUnique: true } })],
    ['another page', 400, (listing) => ({ body: { ...listingViewEvent(listing), pathname: '/portal' } })],
    ['no listing', 400, () => ({ body: { event: 'listing_view', pathname: '/listings/x' } })],
    ['no JSON', 400, () => ({ body: 'event=listing_view' })],
    ['a draft', 204, (listing) => inState(listing, { publishedAt: null })],
    ['an archived listing', 204, (listing) => inState(listing, { archivedAt: new Date() })],
    ['an unknown listing', 204, (listing) => ({ body: { ...listingViewEvent(listing), listingId: 'list_unknown' } })],
    ['more than 8 kB', 413, (listing) => ({ body: { ...listingViewEvent(listing), referrer: 'x'.repeat(8_100) } })],
    ['a bot', 204, (listing) => ({ body: listingViewEvent(listing), headers: { 'user-agent': 'Googlebot/2.1' } })],
    ['a script without a name', 204, (listing) => ({ body: listingViewEvent(listing), headers: { 'user-agent': '' } })],
    [
      'a prefetch',
      204,
      (listing) => ({ body: listingViewEvent(listing), headers: { 'sec-purpose': 'prefetch;prerender' } }),
    ],
    ['an old prefetch', 204, (listing) => ({ body: listingViewEvent(listing), headers: { purpose: 'prefetch' } })],
    [
      'the owner',
      204,
      async (listing) => ({
        body: listingViewEvent(listing),
        headers: { cookie: await signInAs(parts.url, listing.agent.email) },
      }),
    ],
    [
      'another site',
      403,
      (listing) => ({ body: listingViewEvent(listing), headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
    [
      'another site in an old browser',
      403,
      (listing) => ({
        body: listingViewEvent(listing),
        headers: { 'sec-fetch-site': '', origin: 'https://elsewhere.example' },
      }),
    ],
    ['a look at the address', 405, () => ({ method: 'GET' })],
  ]

  test.each(bad)('%s is answered with %i', async (_what, status, prepare) => {
    const listing = await createListingWithDocuments(parts)
    const sent = await prepare(listing)
    const before = await counts()

    const answer = await send(sent)

    expect(answer.status).toBe(status)
    expect(await counts()).toEqual(before)
  })

  test('an error names the invalid field', async () => {
    const listing = await createListingWithDocuments(parts)
    const { text } = await send({ body: listingViewEvent(listing, 'sold') })
    expect(JSON.parse(text)).toMatchObject({ name: 'InvalidInput', fields: { event: expect.any(String) } })
  })

  test('threat 73: an event with too many values is refused without parsing it', async () => {
    const listing = await createListingWithDocuments(parts)
    for (const more of [Array(200).fill(1), JSON.parse('['.repeat(70) + ']'.repeat(70))]) {
      const { status, text } = await send({ body: { ...listingViewEvent(listing), more } })
      expect(status).toBe(400)
      expect(JSON.parse(text).fields).toEqual({ payload: 'Not readable' })
    }
  })

  test('one visitor is counted at most 60 times a minute, and others are not affected', async () => {
    const listing = await createListingWithDocuments(parts)
    const headers = { 'x-forwarded-for': newIpAddress() }
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => send({ body: listingViewEvent(listing), headers })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    // The minute may end in between.
    expect((await storedEvents(parts, listing.id)).length).toBeLessThanOrEqual(120)

    await send({ body: listingViewEvent(listing), headers: { 'user-agent': IPHONE } })
    const stored = await storedEvents(parts, listing.id)
    expect(stored.filter(({ isUnique }) => isUnique)).toHaveLength(2)
  })

  test('a body without a length is cut off at the limit', async () => {
    const { hostname, port } = new URL(parts.url)
    const socket = connect(Number(port), hostname)
    const head = `POST /_event HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: ${IPHONE}\r\nSec-Fetch-Site: same-origin`
    // In one write: a client that is still sending when the response arrives may not read it.
    socket.write(
      `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${'3e8\r\n'.concat('x'.repeat(1_000), '\r\n').repeat(20)}`,
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 413 /)
  })

  async function counts() {
    const [row] = await parts.database.sql`
      select (select count(*) from event)::int as events, (select sum(events) from event_day)::int as sums,
        (select count(*) from visitor_seen)::int as seen`
    return row
  }
})
