import { beforeAll, describe, expect, test } from 'vitest'
import { leadAnswer, leadNote } from '../src/db/schema/leads.ts'
import { openHome } from '../src/db/schema/listings.ts'
import { createSignedInAgent } from './fixtures/agents.ts'
import { createChannel } from './fixtures/channels.ts'
import { createEvent } from './fixtures/events.ts'
import { createFile } from './fixtures/files.ts'
import { createLead } from './fixtures/leads.ts'
import { createListing, createPublishedListing } from './fixtures/listings.ts'
import { createCheckIn, createOpenHome } from './fixtures/openHomes.ts'
import { createQuestion } from './fixtures/questions.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const parts = useDeployedApp()
let mine: Awaited<ReturnType<typeof createSignedInAgent>>
let listingId: string
beforeAll(async () => {
  mine = await createSignedInAgent(parts, { subscriptionActive: false })
  listingId = (await createPublishedListing(parts.database.db, { agent: mine.agent })).id
})

const fetchCsv = (query = '', cookie = mine.cookie) =>
  fetch(`${parts.url}/portal/leads.csv${query}`, { headers: { cookie }, redirect: 'manual' })
const linesOf = async (query = '') => {
  // Not `text()`, which would swallow the byte order mark.
  const text = Buffer.from(await (await fetchCsv(query)).arrayBuffer()).toString('utf8')
  return text.trimEnd().split('\r\n')
}

test('listings as CSV are for their agent only, with all their facts and open homes', async () => {
  const { db } = parts.database
  const { agent, cookie } = await createSignedInAgent(parts, { subscriptionActive: false })
  await createPublishedListing(db, { title: 'Another’s' })
  const { id, slug } = await createPublishedListing(db, {
    ...{
      agent,
      title: '=Sunny',
      unit: '2',
      streetNumber: '12',
      street: 'Rata Street',
      suburb: 'Karori',
      city: 'Wellington',
    },
    ...{
      postcode: '6012',
      country: 'NZ',
      propertyType: 'house',
      bedrooms: 3,
      bathrooms: 1,
      parking: 2,
      floorArea: 142.5,
    },
    ...{
      landArea: 1.8,
      landAreaUnit: 'ha',
      titleType: 'freehold',
      saleMethod: 'auction',
      priceText: 'Unless sold prior',
    },
    ...{ saleAt: new Date('2026-12-05T00:00:00Z'), status: 'under_offer', createdAt: new Date('2026-03-14T11:30:00Z') },
    publishedAt: new Date('2026-03-15T11:30:00Z'),
    questions: [createQuestion()],
  })
  const startsAt = new Date('2026-11-29T01:00:00Z')
  await db.insert(openHome).values([
    { listingId: id, startsAt, endsAt: new Date('2026-11-29T01:30:00Z') },
    { listingId: id, startsAt, endsAt: startsAt, cancelledAt: new Date() },
  ])
  const answer = await fetch(`${parts.url}/portal/listings.csv`, { headers: { cookie } })
  expect(answer.headers.get('content-disposition')).toMatch(/filename="listings-[\d-]+\.csv"/)
  const [head, row, ...more] = (await answer.text()).trimEnd().split('\r\n')
  expect(more).toEqual([])
  expect(head).toContain(
    'Bedrooms,Bathrooms,Parking,Floor area (m²),Land area,Land area unit,Title type,Method of sale',
  )
  const link = `${parts.url}/listings/${slug}`
  expect(row).toBe(
    `'=Sunny,"Three bedrooms in Karori, Wellington",published,Under offer,${link},2/12 Rata Street,Karori,Wellington,,6012,New Zealand,` +
      'House,3,1,2,142.5,1.8,ha,Freehold,Auction,,Unless sold prior,2026-12-05 13:00,,,"Sun 29 Nov, 2:00 pm – 2:30 pm",' +
      'Is your finance arranged?,No,Yes,2026-03-15 00:30,2026-03-16 00:30',
  )
})

test('a listing as REAXML is for its agent only, from the portal and by the API', async () => {
  const { agent, cookie, post } = await createSignedInAgent(parts)
  const { id, slug } = await createListing(parts.database.db, { agent, street: 'Rata & Rimu Street' })
  const path = `${parts.url}/portal/listings/${id}/reaxml`
  const answer = await fetch(path, { headers: { cookie } })
  expect(answer.headers.get('content-type')).toBe('application/xml')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.xml"`)
  const xml = await answer.text()
  expect(xml).toContain(`<uniqueID>${id}</uniqueID>`)
  expect(xml).toContain('<street>Rata &amp; Rimu Street</street>')
  expect((await fetch(path, { headers: { cookie: mine.cookie } })).status).toBe(404)
  expect((await fetch(path, { redirect: 'manual' })).headers.get('location')).toContain('/login')

  const created = await post('createApiKey', { name: 'CRM', scopes: ['listings:read'], days: 30 })
  const { token } = created.result as { token: string }
  const byApi = await fetch(`${parts.url}/api/v1/listings/${id}/reaxml`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await byApi.json()).toMatchObject({ xml })
})

describe('leads as CSV', () => {
  test('are for their agent only, even without a subscription, and contain no formulas', async () => {
    const { db } = parts.database
    const otherAgent = await createSignedInAgent(parts)
    await createLead(db, {
      listingId: (await createPublishedListing(db, { agent: otherAgent.agent })).id,
      firstName: 'Another’s',
    })
    const createdAt = new Date('2026-03-14T11:30:00Z')
    await createLead(db, {
      listingId,
      firstName: '=cmd()',
      lastName: 'Ngā, "N"',
      note: '@sum',
      email: 'n@example.nz',
      createdAt,
      channelId: (await createChannel(db, { listingId, name: '=Flyer' })).id,
    })

    const answer = await fetchCsv()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(await linesOf()).toEqual([
      '\ufeffFirst name,Last name,Email,Verified email,Phone,Listing,Channel,Status,Next action,Next action due,Note,Your note,Heat,Activity,Opened documents,Downloaded documents,Last seen,Received,Wrote again,Shared with,Came to open home',
      `'=cmd(),"Ngā, ""N""",n@example.nz,No,+64215550123,12 Rata Street,'=Flyer,New,,,'@sum,,0,Hasn’t opened a document yet.,0,0,2026-03-15 00:30,2026-03-15 00:30,,,`,
    ])
  })

  test('have later messages beside the lead, marked as not confirmed', async () => {
    const { db } = parts.database
    const { id: leadId } = await createLead(db, { listingId, firstName: 'Again' })
    const createdAt = new Date('2026-03-14T11:30:00Z')
    const note = { leadId, body: '=cmd()', phone: '+64277654321', fromOwnBrowser: false, createdAt }
    await db.insert(leadNote).values(note)
    const later = new Date(createdAt.getTime() + 60_000)
    await db.insert(leadNote).values({ ...note, body: 'Second', phone: null, fromOwnBrowser: true, createdAt: later })
    const csv = await (await fetchCsv('?search=Second')).text()
    expect(csv).toContain(
      '"2026-03-15 00:30 (not confirmed by email)\n=cmd()\n+64277654321\n\n2026-03-15 00:31\nSecond"',
    )
    expect((await (await fetchCsv('?search=nowhere')).text()).trim().split('\n')).toHaveLength(1)
  })

  test('have a column for each question that was answered, and whether the email is verified', async () => {
    const { db } = parts.database
    const { agent, cookie } = await createSignedInAgent(parts)
    const { id } = await createPublishedListing(db, { agent })
    const answered = await createLead(db, { listingId: id, firstName: 'Answered', provenAt: new Date() })
    await createLead(db, { listingId: id, firstName: 'Silent' })
    await db.insert(leadAnswer).values([
      { leadId: answered.id, rank: 0, question: '=Finance?', answer: '=Yes' },
      { leadId: answered.id, rank: 1, question: 'Note', answer: 'The school' },
    ])
    const csv = await (await fetchCsv('?sort=name', cookie)).text()
    const [head = '', first = '', second = ''] = csv.trimEnd().split('\r\n')
    expect(head).toMatch(/,Wrote again,Shared with,Came to open home,'=Finance\?,Note \(question\)$/)
    expect(first).toMatch(/^Answered,.*,Yes,\+64215550123,.*,'=Yes,The school$/)
    expect(second).toMatch(/^Silent,.*,No,\+64215550123,.*,,$/)
    const filtered = await (await fetchCsv(`?question=${encodeURIComponent('=Finance?')}&answer=%3DYes`, cookie)).text()
    expect(filtered).toContain('Answered')
    expect(filtered).not.toContain('Silent')
  })

  test('redirect to sign-in without a session', async () => {
    const { status, headers } = await fetchCsv('', '')
    expect([status, headers.get('location')]).toEqual([302, '/login?from=%2Fportal%2Fleads.csv'])
  })

  test('are filtered like the list; an invalid filter gets a 400', async () => {
    await createLead(parts.database.db, { listingId, firstName: 'Tama', status: 'offer' })
    expect(await linesOf('?status=offer&sort=name')).toHaveLength(2)
    expect(await linesOf('?search=nobody')).toHaveLength(1)
    const { agencyId } = mine.agent
    const visitor = await createLead(parts.database.db, { listingId, firstName: 'Came' })
    const { id: openHomeId } = await createOpenHome(parts.database.db, { listingId })
    await createCheckIn(parts.database.db, { agencyId, listingId, openHomeId, leadId: visitor.id })
    for (const query of ['?openHome=any', `?openHome=${openHomeId}`]) {
      const [, row, ...more] = await linesOf(query)
      expect([row, more]).toEqual([expect.stringMatching(/^Came,/), []])
    }
    for (const query of [
      '?limit=-1',
      '?cursor=x',
      '?status=sold',
      '?openHome=list_1',
      '?sort=userId',
      '?from=soon',
      '?search=%00',
      '?userId=usr_1',
    ])
      expect([query, (await fetchCsv(query)).status]).toEqual([query, 400])
  })

  test('are complete, regardless of their number', async () => {
    const { sql } = parts.database
    await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", "createdAt")
      select 'lead_many' || n, 'Many', n::text, n || '@many.example', '+64215550123', 'Hello', ${listingId}, now()
      from generate_series(1, 2345) n`
    const lines = await linesOf('?search=many&sort=oldest')
    expect(new Set(lines.slice(1).map((line) => line.split(',')[1])).size).toBe(2345)
    expect(lines).toHaveLength(2346)
  })
})

describe('events as CSV', () => {
  const fetchEvents = (query = '', cookie = mine.cookie) =>
    fetch(`${parts.url}/portal/analytics.csv${query}`, { headers: { cookie }, redirect: 'manual' })
  const eventLines = async (query: string, cookie = mine.cookie) =>
    Buffer.from(await (await fetchEvents(query, cookie)).arrayBuffer())
      .toString('utf8')
      .trimEnd()
      .split('\r\n')
  const january = '?range=custom&from=2026-01-01&to=2026-01-31'

  test('are for their agent only, filtered like the log, in the agent’s time zone, and contain no formulas', async () => {
    const { db } = parts.database
    const own = await createSignedInAgent(parts, { subscriptionActive: false })
    const { id: listingId } = await createPublishedListing(db, { agent: own.agent, title: '=1+1' })
    const { id: fileId } = await createFile(db, { agent: own.agent, listingId, name: 'LIM, 2026' })
    const createdAt = new Date('2026-01-14T11:30:00Z')
    const { id: leadId } = await createLead(db, { listingId, createdAt: new Date('2025-01-01T00:00:00Z') })
    const portal = await createChannel(db, { listingId, kind: 'portal', name: '' })
    await createEvent(db, { event: 'file_view', listingId, fileId, leadId, country: 'NZ', city: 'Ōtaki', createdAt })
    await createEvent(db, {
      event: 'listing_leave',
      listingId,
      seconds: 40,
      referrerHostname: '@evil',
      ...{ channelId: portal.id, channelKind: 'portal', utmSource: '=trademe', utmCampaign: 'spring' },
      createdAt: new Date('2026-01-14T11:29:00Z'),
    })

    const answer = await fetchEvents(january, own.cookie)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="analytics-\d{4}-\d\d-\d\d\.csv"$/)
    expect(await eventLines(january, own.cookie)).toEqual([
      '\ufeffDate,Event,Listing,Buyer,Document,Country,Region,City,Device,System,Browser,Referrer,Seconds,Channel,Source,Medium,Campaign',
      `2026-01-15 00:30,Opened a document,'=1+1,Mere Walker,"LIM, 2026",NZ,,Ōtaki,,,,,,Direct,,,`,
      `2026-01-15 00:29,Left the page,'=1+1,,,,,,,,,'@evil,40,Portal ad,'=trademe,,spring`,
    ])
    expect(await eventLines(`${january}&event=file_view&place=NZ`, own.cookie)).toHaveLength(2)
    for (const query of ['channel=portal', `channel=${portal.id}`, 'campaign=%3Dtrademe', 'channel=direct'])
      expect([query, (await eventLines(`${january}&${query}`, own.cookie)).length]).toEqual([query, 2])
    expect((await fetchEvents(`?channel=${portal.id}`)).status).toBe(404)
    expect(await eventLines(january)).toHaveLength(1)
    expect((await fetchEvents(`?listingId=${listingId}`)).status).toBe(404)
    for (const query of ['?limit=1', '?range=all', '?listingId=x', '?device=%00', '?event=sold', '?channel=tv'])
      expect([query, (await fetchEvents(query)).status]).toEqual([query, 400])
    expect((await fetchEvents('', '')).status).toBe(302)
  })

  test('are complete, regardless of their number', async () => {
    await parts.database.sql`insert into event (id, event, "listingId", "createdAt")
      select 'evnt_many' || n, 'link_click', ${listingId}, '2026-01-20T00:00:00Z'::timestamptz + n / 3 * interval '1 second'
      from generate_series(1, 2345) n`
    expect(await eventLines(`${january}&event=link_click`)).toHaveLength(2346)
  })
})
