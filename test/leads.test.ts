import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { silencedAddress } from '../src/db/schema/messages.ts'
import { vendorLink } from '../src/db/schema/vendors.ts'
import { messageUnsubscribeUrl } from '../src/features/messages/server/messageEmailChoice.server.ts'
import { vendorUnsubscribeUrl } from '../src/features/vendors/server/vendorEmailChoice.server.ts'
import { createAgent } from './fixtures/agents.ts'
import { easyBotCheckAnswer } from './fixtures/botCheck.ts'
import { emailsTo } from './fixtures/emails.ts'
import { newIpAddress } from './fixtures/events.ts'
import { createLead, leadForm } from './fixtures/leads.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import { createMessage } from './fixtures/messages.ts'
import { createVendor } from './fixtures/vendors.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'debug' })

let listing: { id: string; agent: string }
beforeAll(async () => {
  const agent = await createAgent(parts.db)
  const { id } = await createPublishedListing(parts.db, { agent })
  listing = { id, agent: agent.email }
})

async function submit(details: Record<string, unknown> = {}) {
  const turnstile = await easyBotCheckAnswer(TEST_SECRET, 'lead')
  const data = { ...leadForm(), listingId: listing.id, turnstile, ...details }
  return call(parts.url, 'submitLead', { method: 'POST', data, headers: { 'x-forwarded-for': newIpAddress() } })
}
/** What an email program sends (RFC 8058): without cookies, and from no page. */
const pressUnsubscribe = async (url: string) =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status

test('threat 207: the unsubscribe button of an email program works over HTTP, with a key that we signed and no other', async () => {
  const reader = await createLead(parts.db, { listingId: listing.id })
  const { id } = await createMessage(parts.db, { listingId: listing.id })
  const url = messageUnsubscribeUrl({ APP_URL: parts.url, APP_SECRET: TEST_SECRET }, id, reader)
  const isSilenced = async () =>
    (await parts.db.$count(
      silencedAddress,
      and(eq(silencedAddress.email, reader.email), isNotNull(silencedAddress.unsubscribedAt)),
    )) === 1
  expect([
    await pressUnsubscribe(`${url}x`),
    await pressUnsubscribe(`${parts.url}/unsubscribe/messages/made-up`),
  ]).toEqual([404, 404])
  // Opening the page changes nothing: programs that check emails follow links.
  expect((await fetch(url)).status).toBe(200)
  expect(await isSilenced()).toBe(false)
  expect([await pressUnsubscribe(url), await pressUnsubscribe(url)]).toEqual([204, 204])
  expect(await isSilenced()).toBe(true)
})

test('threat 202: the unsubscribe button in the weekly email works over HTTP for this vendor alone, and opening the page does nothing', async () => {
  const [vendor, other] = [
    await createVendor(parts.db, { listingId: listing.id }),
    await createVendor(parts.db, { listingId: listing.id }),
  ]
  const url = vendorUnsubscribeUrl({ APP_URL: parts.url, APP_SECRET: TEST_SECRET }, vendor.id)
  const unsubscribed = async () =>
    (await parts.db.select().from(vendorLink).where(isNotNull(vendorLink.unsubscribedAt))).map(({ id }) => id)
  expect([await pressUnsubscribe(`${url}x`), await pressUnsubscribe(url.replace(vendor.id, other.id))]).toEqual([
    404, 404,
  ])
  expect((await fetch(url)).status).toBe(200)
  expect(await unsubscribed()).toEqual([])
  expect([await pressUnsubscribe(url), await pressUnsubscribe(url)]).toEqual([204, 204])
  expect(await unsubscribed()).toEqual([vendor.id])
})

const countLeads = async () => (await parts.database.sql`select from lead`).length

describe('the form over HTTP', () => {
  test.each([
    ['threat 41: a header in the address', { email: 'a@example.com\r\nBcc: evil@example.com' }, 'email'],
    ['threat 41: two addresses', { email: 'a@example.com,b@example.com' }, 'email'],
    ['threat 41: an address with a name', { email: 'Evil <evil@example.com>' }, 'email'],
    ['threat 41: a header in the first name', { firstName: 'Jane\r\nBcc: evil@example.com' }, 'firstName'],
    ['threat 41: a header in the last name', { lastName: 'Doe\nBcc: evil@example.com' }, 'lastName'],
    ['threat 41: a header in the phone number', { phone: '021 123 4567\r\nBcc: evil@example.com' }, 'phone'],
    ['threat 81: a web address in the first name', { firstName: 'URGENT see http://evil.example/x' }, 'firstName'],
    ['threat 81: a web address without its scheme', { lastName: 'Doe, your bank: evil.com' }, 'lastName'],
    ['threat 81: a web address with another dot', { lastName: 'Doe evil．example' }, 'lastName'],
    ['threat 81: a web address with something unseen', { lastName: 'Doe evil\u200b.example' }, 'lastName'],
    ['threat 81: a name of absurd length', { firstName: 'W'.repeat(61) }, 'firstName'],
    ['threat 66: NUL in the note', { note: 'a\0b' }, 'note'],
    ['threat 66: half a character in the note', { note: 'a\ud800b' }, 'note'],
    ['threat 66: NUL in the name', { firstName: 'Ja\0ne' }, 'firstName'],
    ['threat 6: an email address that is a list', { email: ['a@example.com'] }, 'email'],
    ['threat 18: a field that is not the buyer’s', { status: 'closed' }, 'status'],
    ['threat 18: an id of one’s own choice', { id: 'lead_mine' }, 'id'],
    ['a note that is too long', { note: 'a'.repeat(2_001) }, 'note'],
    ['a key that is none', { key: 'once' }, 'key'],
    ['a listing that is none', { listingId: '../etc' }, 'listingId'],
  ])('%s is bad input, and leaves nothing', async (_what, details, field) => {
    const before = await countLeads()
    const { status, error } = await submit(details)
    expect(status).toBe(400)
    expect(error).toMatchObject({ name: 'InvalidInput', fields: { [field]: expect.any(String) } })
    expect(await countLeads()).toBe(before)
  })

  test('a note is optional: without one the lead is stored with an empty text', async () => {
    const { email } = leadForm()
    expect((await submit({ email, note: '   ' })).status).toBe(200)
    expect(await parts.database.sql`select note from lead where email = ${email}`).toMatchObject([{ note: '' }])
  })

  test.each([
    ['missing', () => ''],
    ['made up', () => 'made up'],
    ['for something else', () => easyBotCheckAnswer(TEST_SECRET, 'reset_password')],
  ])('threat 51: a bot check that is %s is refused', async (_what, answer) => {
    const before = await countLeads()
    expect([400, 403]).toContain((await submit({ turnstile: await answer() })).status)
    expect(await countLeads()).toBe(before)
  })

  test('threat 52: one IP address can send 30 leads an hour, regardless of forwarding headers', async () => {
    const turnstile = await easyBotCheckAnswer(TEST_SECRET, 'lead')
    const data = { ...leadForm(), listingId: listing.id, turnstile }
    const headers = () => ({ 'x-forwarded-for': `${newIpAddress()}, 203.0.113.7` })
    const statuses: number[] = []
    for (let turn = 0; turn < 31; turn++)
      statuses.push((await call(parts.url, 'submitLead', { method: 'POST', data, headers: headers() })).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })
})

test('threat 55: a buyer’s name, email address and phone number are in the lead and the emails, but in no event and no log line', async () => {
  const canary = {
    firstName: 'Canaria',
    lastName: 'Zwitscher',
    email: `canary.${randomUUID().slice(0, 8)}@example.com`,
    phone: '021 555 0199',
    note: 'Chirp-chirp-chirp',
  }
  const { status, headers } = await submit(canary)
  expect(status).toBe(200)
  const [cookie = ''] = headers.getSetCookie()
  expect(cookie).toMatch(/HttpOnly/i)
  // Again with the same, invalid and new details, so that refusals and follow-ups are logged too.
  await submit({ ...canary, note: 'Chirp-chirp-chirp again' })
  await submit({ ...canary, phone: 'Chirp' })
  await submit({ ...canary, listingId: 'list_nowhere' })
  const emails = await eventually(async () => {
    const arrived = [
      ...(await emailsTo(parts.app.dataDir, listing.agent)),
      ...(await emailsTo(parts.app.dataDir, canary.email)),
    ]
    return arrived.length >= 3 && arrived
  })
  expect(emails.map(({ text }) => text).join()).toContain('+64 21 555 0199')

  const events = JSON.stringify(await parts.database.sql`select * from event`)
  const limits = JSON.stringify(await parts.database.sql`select * from rate_limit`)
  const jobs = JSON.stringify(await parts.database.sql`select * from pgboss.job`)
  await eventually(() => parts.app.output().split('/_serverFn/submitLead').length > 4)
  for (const text of [parts.app.output(), events, limits, jobs])
    expect(text).not.toMatch(/Canaria|Zwitscher|canary|555 ?0199|Chirp/i)
})
