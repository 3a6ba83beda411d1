import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { event } from '#db/schema/events.ts'
import { lead } from '#db/schema/leads.ts'
import { listing as listingTable } from '#db/schema/listings.ts'
import { makeChallenge } from '#platform/botCheck/botCheck.server.ts'
import { solveBotChallenge } from '#platform/botCheck/solveChallenge.ts'
import { cookieHeader, signInAs } from '../../../test/fixtures/agents.ts'
import { easyBotCheckAnswer, sixteenEncodings, solveBotCheck } from '../../../test/fixtures/botCheck.ts'
import { buyerCalls } from '../../../test/fixtures/buyers.ts'
import { emailsTo } from '../../../test/fixtures/emails.ts'
import { createListingWithDocuments } from '../../../test/fixtures/files.ts'
import { call } from '../../../test/support/call.ts'
import { TEST_SECRET } from '../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../test/support/processes/deployedApp.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })
const buyers = buyerCalls(parts)
const leadsOf = (listingId: string) => parts.database.db.select().from(lead).where(eq(lead.listingId, listingId))

let listing: Awaited<ReturnType<typeof createListingWithDocuments>>
beforeAll(async () => {
  listing = await createListingWithDocuments(parts)
})

/** What a browser may see of a listing whose documents are for everyone. */
const openToAll = { isWithdrawn: false, needsCode: false, chosenDocuments: [] }

describe('a buyer who submits the form', () => {
  test('can read at once, and not before', async () => {
    expect((await buyers.access(listing.id)).result).toBeNull()
    expect((await buyers.open(listing.id, listing.fileId)).status).toBe(403)

    const { cookie, cookies, status, headers } = await buyers.submitLead(listing.id)
    expect(status).toBe(200)
    expect(headers.getSetCookie()[0]).toMatch(/; HttpOnly.*; SameSite=Lax/i)
    const oneYearInSeconds = 31_536_000
    expect(headers.getSetCookie()[0]).toContain(`; Max-Age=${oneYearInSeconds};`)
    expect((await buyers.access(listing.id, cookies)).result).toEqual({
      lastVisitAt: expect.any(Date),
      ...openToAll,
    })
    const { result } = await buyers.open(listing.id, listing.fileId, cookie)
    expect(await (await fetch(new URL((result as { url: string }).url, parts.url))).text()).toBe('The report')
  })

  test('again with the address in another case is the same lead, and the agent is notified once', async () => {
    const { agent, id } = await createListingWithDocuments(parts)
    const { email } = await buyers.submitLead(id)
    const again = await buyers.submitLead(id, { email: ` ${email.toUpperCase()} `, firstName: 'Other' })

    expect(again.status).toBe(200)
    expect(await leadsOf(id)).toMatchObject([{ email, firstName: 'Jane' }])
    await buyers.waitForEmailedKey(email)
    expect(await emailsTo(parts.app.dataDir, agent.email)).toHaveLength(1)
    expect(await emailsTo(parts.app.dataDir, email)).toHaveLength(1)
  })

  test('threat 28: 20 submissions at once with one key create one lead and one email to each side, and all succeed', async () => {
    const { agent, id } = await createListingWithDocuments(parts)
    const sending = {
      email: buyers.newEmail(),
      key: randomUUID(),
      turnstile: await easyBotCheckAnswer(TEST_SECRET, 'lead'),
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyers.submitLead(id, sending)))

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ cookie }) => cookie.split('.')[0])).size).toBe(1)
    expect(await leadsOf(id)).toHaveLength(1)
    await buyers.waitForEmailedKey(sending.email)
    const [waiting] = await parts.database.sql`
      select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')`
    expect(waiting?.n).toBe(0)
    expect(await emailsTo(parts.app.dataDir, agent.email)).toHaveLength(1)
    expect(await emailsTo(parts.app.dataDir, sending.email)).toHaveLength(1)
  })
})

describe('threat 51: the form’s bot check', () => {
  test('refuses a missing answer, nonsense and an answer for another form, and nothing is stored', async () => {
    const { id } = await createListingWithDocuments(parts)
    expect((await buyers.submitLead(id, { turnstile: '' })).status).toBe(400)
    expect((await buyers.submitLead(id, { turnstile: 'nonsense' })).status).toBe(403)
    const other = await easyBotCheckAnswer(TEST_SECRET, 'reset_password')
    expect((await buyers.submitLead(id, { turnstile: other })).status).toBe(403)
    expect(await leadsOf(id)).toEqual([])
  })

  test('accepts an answer for one submission: again with its key, not with another', async () => {
    const { id } = await createListingWithDocuments(parts)
    const sending = {
      email: buyers.newEmail(),
      key: randomUUID(),
      turnstile: await solveBotCheck(parts.url, 'lead'),
    }
    expect((await buyers.submitLead(id, sending)).status).toBe(200)
    expect((await buyers.submitLead(id, sending)).status).toBe(200)
    expect((await buyers.submitLead(id, { ...sending, key: randomUUID() })).status).toBe(403)
    expect((await buyers.submitLead(id, { ...sending, email: buyers.newEmail() })).status).toBe(403)
    expect(await leadsOf(id)).toHaveLength(1)
  })

  test('accepts one solution once, regardless of its encoding', async () => {
    const { id } = await createListingWithDocuments(parts)
    const statuses: number[] = []
    for (const turnstile of sixteenEncodings(await easyBotCheckAnswer(TEST_SECRET, 'lead')))
      statuses.push((await buyers.submitLead(id, { turnstile })).status)
    expect(statuses).toEqual([200, ...Array(15).fill(403)])
    expect(await leadsOf(id)).toHaveLength(1)
  })

  test('refuses an answer after five minutes', async () => {
    vi.useFakeTimers({ now: Date.now() - 301_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const turnstile = await solveBotChallenge(JSON.stringify(await makeChallenge(TEST_SECRET, 'lead')))
    vi.useRealTimers()
    expect((await buyers.submitLead(listing.id, { turnstile })).status).toBe(403)
  })
})

describe('a key', () => {
  test('opens no other listing, and is invalid with a character changed, missing or added', async () => {
    const other = await createListingWithDocuments(parts)
    const { cookie } = await buyers.submitLead(listing.id)
    const [name, value = ''] = cookie.split('=')
    const forged = [
      `${other.id}=${value}`,
      `${name}=${value.slice(0, -1)}`,
      `${name}=${value.replace('lead_', 'lead_x')}`,
      `${name}=${value.split('.')[0]}`,
      `${name}=${value.split('.')[0]}.`,
      `${name}=.`,
    ]
    for (const wrong of forged) {
      expect((await buyers.open(listing.id, listing.fileId, wrong)).status).toBe(403)
      expect((await buyers.open(other.id, other.fileId, wrong)).status).toBe(403)
    }
    expect((await buyers.open(listing.id, other.fileId, cookie)).status).toBe(404)
    expect((await buyers.open(listing.id, listing.fileId, cookie)).status).toBe(200)
  })

  test('from a cookie does not work as a link, and one from a link does not work as a cookie', async () => {
    const { cookie, email } = await buyers.submitLead(listing.id)
    const [name, value = ''] = cookie.split('=')
    expect((await buyers.enter(value)).status).toBe(404)
    const key = await buyers.waitForEmailedKey(email)
    expect((await buyers.open(listing.id, listing.fileId, `${name}=${key}`)).status).toBe(403)
  })
})

describe('threat 19: when a listing is archived', () => {
  test('it is gone for everyone but its agent', async () => {
    const { agent, id, slug, fileId } = await createListingWithDocuments(parts)
    const { cookie, email } = await buyers.submitLead(id)
    const key = await buyers.waitForEmailedKey(email)
    await parts.database.db.update(listingTable).set({ archivedAt: new Date() }).where(eq(listingTable.id, id))

    const gone = [
      await buyers.submitLead(id),
      await buyers.open(id, fileId, cookie),
      await buyers.access(id, cookie),
      await buyers.enter(key),
    ]
    const never = [
      await buyers.submitLead('list_0000000000000000'),
      await buyers.open('list_0000000000000000', fileId, cookie),
      await buyers.access('list_0000000000000000', cookie),
      await buyers.enter('nonsense'),
    ]
    expect(gone.map(({ status }) => status)).toEqual([404, 403, 200, 404])
    expect(gone.map(({ text }) => text)).toEqual(never.map(({ text }) => text))
    expect(await leadsOf(id)).toHaveLength(1)
    expect((await fetch(`${parts.url}/listings/${slug}`)).status).toBe(410)

    const owner = await signInAs(parts.url, agent.email)
    const own = await call(parts.url, 'fetchListing', { data: { id }, headers: { cookie: owner } })
    expect(own.status).toBe(200)
  })

  test('the buyer can still see and erase their details', async () => {
    const { id } = await createListingWithDocuments(parts)
    const { email } = await buyers.submitLead(id)
    const key = await buyers.waitForEmailedKey(email)
    await parts.database.db.update(listingTable).set({ archivedAt: new Date() }).where(eq(listingTable.id, id))

    const { result } = await buyers.byLink('fetchPrivateLink', key)
    expect(result).toMatchObject({ documents: 'taken down', details: { email } })
    expect((await buyers.erase(key)).status).toBe(200)
    expect(await leadsOf(id)).toEqual([])
  })
})

describe('threat 82: someone who only knows a buyer’s email address', () => {
  const monday = new Date('2026-03-02T09:00:00Z')
  async function knownBuyer() {
    const place = await createListingWithDocuments(parts)
    const own = await buyers.submitLead(place.id, {
      firstName: 'Secretive',
      phone: '021 999 8877',
      note: 'First words',
    })
    await parts.database.db.update(lead).set({ lastVisitAt: monday }).where(eq(lead.email, own.email))
    const [{ id: leadId } = { id: '' }] = await leadsOf(place.id)
    const ownEvents = () => parts.database.db.select().from(event).where(eq(event.leadId, leadId))
    return { ...place, own, email: own.email, leadId, ownEvents }
  }
  /** Everything in an answer but what is random in any: the values of keys, and the moment. */
  const shapeOf = ({ status, result, headers }: Awaited<ReturnType<typeof buyers.submitLead>>) => ({
    status,
    fields: Object.entries(result as object).map(([name, value]) => [name, value instanceof Date || value]),
    cookies: headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, (value) => `=${value.length} characters`)),
  })

  test('gets the documents and the same responses as a new buyer, and learns nothing about the known one', async () => {
    const { id, fileId, email } = await knownBuyer()
    const [stranger, newcomer] = [await buyers.submitLead(id, { email }), await buyers.submitLead(id)]
    expect(shapeOf(stranger)).toEqual(shapeOf(newcomer))
    for (const one of [stranger, newcomer]) {
      const { result } = await buyers.access(id, one.cookies)
      expect(result).toEqual({ lastVisitAt: expect.any(Date), ...openToAll })
      expect(Date.now() - (result as { lastVisitAt: Date }).lastVisitAt.getTime()).toBeLessThan(60_000)
      expect((await buyers.access(id, one.cookie)).result).toEqual({
        lastVisitAt: null,
        ...openToAll,
      })
      expect((await buyers.open(id, fileId, one.cookies)).status).toBe(200)
    }
    const ends = [await buyers.endVisit(id, stranger.cookies), await buyers.endVisit(id, newcomer.cookies)]
    expect(ends[0]?.text).toBe(ends[1]?.text)
    const seen = stranger.text + (await buyers.access(id, stranger.cookies)).text
    for (const secret of ['Secretive', '9998877', email, monday.toISOString()]) expect(seen).not.toContain(secret)
  })

  test('changes nothing about that buyer: no views, no visit, no details', async () => {
    const { id, slug, fileId, email, ownEvents } = await knownBuyer()
    const { cookies } = await buyers.submitLead(id, { email, firstName: 'Other', note: 'Words of a stranger' })
    await buyers.open(id, fileId, cookies)
    expect((await fetch(`${parts.url}/listings/${id}/documents.zip`, { headers: { cookie: cookies } })).status).toBe(
      200,
    )
    await buyers.endVisit(id, cookies)
    const beacon = { event: 'listing_view', listingId: id, pathname: `/listings/${slug}` }
    const headers = { cookie: cookies, origin: parts.url, 'content-type': 'application/json', 'user-agent': FIREFOX }
    expect((await fetch(`${parts.url}/_event`, { method: 'POST', body: JSON.stringify(beacon), headers })).status).toBe(
      204,
    )

    expect((await ownEvents()).map((one) => one.event)).toEqual(['lead_created'])
    const all = await parts.database.db.select().from(event).where(eq(event.listingId, id))
    expect(all.map((one) => one.event).sort()).toEqual([
      'file_download',
      'file_download',
      'lead_created',
      'listing_view',
    ])
    expect(await leadsOf(id)).toMatchObject([{ firstName: 'Secretive', note: 'First words', lastVisitAt: monday }])
  })

  test('gets no key to that buyer’s details', async () => {
    const { id, email, leadId } = await knownBuyer()
    const { cookie } = await buyers.submitLead(id, { email })
    const value = cookie.split('=')[1] ?? ''
    const answers = [
      await buyers.byLink('fetchPrivateLink', value),
      await buyers.byLink('fetchBuyerData', value),
      await buyers.enter(value),
      await buyers.erase(value),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(value.split('.')[0]).toBe(leadId)
    expect(await leadsOf(id)).toHaveLength(1)
  })

  test('becomes that buyer with the emailed link, and not before', async () => {
    const { id, fileId, email, leadId, ownEvents } = await knownBuyer()
    const { cookies } = await buyers.submitLead(id, { email })
    const entered = await buyers.enter(await buyers.waitForEmailedKey(email), cookies)
    const now = cookieHeader(entered.headers)
    expect((await buyers.access(id, now)).result).toEqual({ lastVisitAt: monday, ...openToAll })
    await buyers.open(id, fileId, now)
    expect((await ownEvents()).map((one) => one.event).sort()).toEqual(['file_download', 'lead_created'])
    expect((await ownEvents()).every((one) => one.leadId === leadId)).toBe(true)
  })

  test('is shown to the agent as a new, unconfirmed message of that lead, in order', async () => {
    const { id, agent, email, leadId } = await knownBuyer()
    await buyers.submitLead(id, { email, note: 'Words of a stranger' })
    await buyers.submitLead(id, { email, phone: '027 765 4321' })
    const cookie = await signInAs(parts.url, agent.email)
    const { result } = await call(parts.url, 'fetchLead', { data: { id: leadId }, headers: { cookie } })
    expect(result).toMatchObject({
      note: 'First words',
      furtherNotes: [
        { body: 'Words of a stranger', phone: '+64211234567', fromOwnBrowser: false },
        { body: '', phone: '+64277654321', fromOwnBrowser: false },
      ],
    })
    expect(result).not.toHaveProperty('submissionKey')
  })

  test('cannot tell from the keys of two submissions whether the address was known', async () => {
    const { id, email } = await knownBuyer()
    for (const address of [email, `new-${randomUUID()}@example.nz`]) {
      const [first, second] = [
        await buyers.submitLead(id, { email: address }),
        await buyers.submitLead(id, { email: address }),
      ]
      expect(first.cookie).not.toBe(second.cookie)
      expect(first.cookie.split('.')[0]).toBe(second.cookie.split('.')[0])
    }
  })

  test('and submitted it first becomes a guest once its owner has used the emailed link', async () => {
    const { id, agent, fileId, own, email, leadId, ownEvents } = await knownBuyer()
    const entered = await buyers.enter(await buyers.waitForEmailedKey(email))
    expect((await buyers.open(id, fileId, own.cookie)).status).toBe(200)
    expect((await ownEvents()).map((one) => one.event)).toEqual(['lead_created'])
    await buyers.submitLead(id, { email, note: 'I withdraw my offer' }, own.cookie)
    await buyers.submitLead(id, { email, note: 'When can I visit?' }, cookieHeader(entered.headers))
    const cookie = await signInAs(parts.url, agent.email)
    const { result } = await call(parts.url, 'fetchLead', { data: { id: leadId }, headers: { cookie } })
    expect(result).toMatchObject({
      furtherNotes: [
        { body: 'I withdraw my offer', fromOwnBrowser: false },
        { body: 'When can I visit?', fromOwnBrowser: true },
      ],
    })
  })
})

test('a lead’s phone numbers are formatted for the agent’s country, or have a country code', async () => {
  const { id, agent } = await createListingWithDocuments(parts)
  const { email } = await buyers.submitLead(id, { phone: '021 999 8877' })
  await buyers.submitLead(id, { email, phone: '0412 345 678' })
  const [{ id: leadId } = { id: '' }] = await leadsOf(id)
  const cookie = await signInAs(parts.url, agent.email)
  const leadFor = async (language: string) => {
    const headers = { cookie, 'accept-language': language }
    const { result } = await call(parts.url, 'fetchLead', { data: { id: leadId }, headers })
    return result
  }
  expect(await leadFor('en-NZ')).toMatchObject({
    phoneText: '021 999 8877',
    furtherNotes: [{ phoneText: '+61 412 345 678' }],
  })
  expect(await leadFor('en-AU')).toMatchObject({
    phoneText: '+64 21 999 8877',
    furtherNotes: [{ phoneText: '0412 345 678' }],
  })
})

describe('threat 83: a signature is valid for one buyer', () => {
  test('with another buyer’s id it opens nothing, as a cookie or as a link', async () => {
    const { id, fileId } = await createListingWithDocuments(parts)
    const [hana, mere] = [await buyers.submitLead(id), await buyers.submitLead(id)]
    const swap = (mine: string, theirs: string) => mine.replace(/^[^.]*/, theirs.split('.')[0] ?? '')
    const [name, hanasKey = ''] = hana.cookie.split('=')
    const meresKey = mere.cookie.split('=')[1] ?? ''
    const forged = `${name}=${swap(hanasKey, meresKey)}`
    expect((await buyers.open(id, fileId, forged)).status).toBe(403)
    expect((await buyers.access(id, forged)).result).toBeNull()

    const links = [await buyers.waitForEmailedKey(hana.email), await buyers.waitForEmailedKey(mere.email)] as const
    const link = swap(...links)
    expect((await buyers.enter(link)).status).toBe(404)
    expect((await buyers.byLink('fetchPrivateLink', link)).status).toBe(404)
    expect((await buyers.erase(link)).status).toBe(404)
    expect((await buyers.enter(links[1])).status).toBe(200)
    expect(await leadsOf(id)).toHaveLength(2)
  })
})

test('a buyer whose access was removed sees that by cookie, link and form, and the agent is not notified again', async () => {
  const { agent, id, fileId } = await createListingWithDocuments(parts)
  const { cookie, email } = await buyers.submitLead(id)
  const key = await buyers.waitForEmailedKey(email)
  await parts.database.db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.email, email))

  expect((await buyers.access(id, cookie)).result).toMatchObject({ isWithdrawn: true })
  expect(await buyers.open(id, fileId, cookie)).toMatchObject({ status: 403, error: { name: 'AccessWithdrawn' } })
  expect((await buyers.enter(key)).status).toBe(404)
  expect((await buyers.byLink('fetchPrivateLink', key)).result).toMatchObject({ documents: 'withdrawn' })
  const again = await buyers.submitLead(id, { email, note: 'Please' })
  expect(again.status).toBe(200)
  expect((await buyers.endVisit(id, again.cookies)).result).toEqual({ isWithdrawn: true, needsCode: false })
  expect((await buyers.access(id, again.cookie)).result).toMatchObject({ isWithdrawn: true })
  expect(await buyers.open(id, fileId, again.cookie)).toMatchObject({ status: 403, error: { name: 'AccessWithdrawn' } })
  expect((await buyers.submitLead(id)).status).toBe(200)
  await vi.waitFor(async () => expect(await emailsTo(parts.app.dataDir, agent.email)).toHaveLength(2), 60_000)
  expect(await emailsTo(parts.app.dataDir, email)).toHaveLength(1)
})

test('the time of the last visit stays the same during one visit, even after a reload, and is updated at the next', async () => {
  const { id } = await createListingWithDocuments(parts)
  const { cookie } = await buyers.submitLead(id)
  const monday = new Date('2026-03-02T09:00:00Z')
  const onMonday = `${cookie}; ${id}-seen=${encodeURIComponent(monday.toISOString())}`

  expect((await buyers.access(id, onMonday)).result).toMatchObject({ lastVisitAt: monday })
  const now = `${cookie}; ${cookieHeader((await buyers.endVisit(id, onMonday)).headers)}`
  expect((await buyers.access(id, now)).result).toMatchObject({ lastVisitAt: monday })
  const still = `${cookie}; ${cookieHeader((await buyers.endVisit(id, now)).headers)}`
  expect((await buyers.access(id, still)).result).toMatchObject({ lastVisitAt: monday })

  const next = still.replace(/-visit=[^;]*/, '-visit=nonsense')
  const { result } = await buyers.access(id, next)
  expect(Date.now() - (result as { lastVisitAt: Date }).lastVisitAt.getTime()).toBeLessThan(60_000)
})
