import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dataExport } from '#db/schema/accounts.ts'
import { event } from '#db/schema/events.ts'
import { lead } from '#db/schema/leads.ts'
import { cookieHeader } from '../../../../../test/fixtures/agents.ts'
import { buyerCalls } from '../../../../../test/fixtures/buyers.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { createListingWithDocuments } from '../../../../../test/fixtures/files.ts'
import { createInvitee } from '../../../../../test/fixtures/leads.ts'
import { call } from '../../../../../test/support/call.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { TEST_SECRET } from '../../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { documentChangeUnsubscribeUrl } from '../changes/documentChangeEmails.server.ts'
import { signInviteeKey } from '../documents/documentKey.server.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })
const buyers = buyerCalls(parts)
const corrected = { firstName: 'Hana', lastName: 'Sorensen', phone: '+6421999888', note: 'On Sunday' }

async function newBuyer(fields?: Parameters<typeof buyers.submitLead>[1]) {
  const listing = await createListingWithDocuments(parts)
  const { email, cookie } = await buyers.submitLead(listing.id, fields)
  return { listing, email, cookie, key: await buyers.waitForEmailedKey(email) }
}

describe('the emailed link', () => {
  test('is not used up by opening it, works in a new browser, and shows no personal data to search engines', async () => {
    const { listing, key } = await newBuyer()
    const address = `${parts.url}/listings/${listing.slug}/open?key=${key}`
    for (let times = 0; times < 3; times++) {
      const page = await fetch(address)
      expect(page.status).toBe(200)
      expect(page.headers.getSetCookie()).toEqual([])
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect((await page.text()).match(/<meta name="robots" content="\w+"/)?.[0]).toContain('noindex')
    }
    const entered = await buyers.enter(key)
    expect(entered.result).toEqual({ slug: listing.slug })
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0]
    expect((await buyers.open(listing.id, listing.fileId, cookie)).status).toBe(200)
    expect(parts.app.output()).not.toContain(key.split('.')[1])
  })

  test('that is forged, cut off or for an unknown lead responds 404', async () => {
    const { listing, key } = await newBuyer()
    const wrong = ['', 'nonsense', key.slice(0, -1), key.replace('lead_', 'lead_x'), `${key.split('.')[0]}.`]
    const answers = await Promise.all(wrong.map((one) => buyers.enter(one)))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const page = await fetch(`${parts.url}/listings/${listing.slug}/open?key=${key.slice(0, -1)}`)
    expect(page.status).toBe(404)
    const text = await page.text()
    expect([text.includes('This link doesn’t work'), text.includes('noindex')]).toEqual([true, true])
    expect((await fetch(`${parts.url}/listings/${listing.slug}/open`)).status).toBe(404)
  })
})

describe('on the page of the emailed link a buyer', () => {
  test('sees their stored details, the listing and the agent', async () => {
    const { email, key, listing } = await newBuyer({ note: 'Is the roof new?' })
    await buyers.submitLead(listing.id, { email, note: 'And the drains?' })
    expect((await buyers.byLink('fetchPrivateLink', key)).result).toEqual({
      listing: { slug: listing.slug, title: '12 Rata Street' },
      agent: expect.objectContaining({ firstName: 'Mia', lastName: 'Chen', email: listing.agent.email }),
      brand: null,
      documents: 'open',
      inside: { cover: null, documentCount: 1, newDocuments: [] },
      changes: [],
      details: { firstName: 'Jane', lastName: 'Doe', email, phone: '+64211234567', note: 'Is the roof new?' },
      phoneText: '+64 21 123 4567',
      answers: [],
      furtherNotes: [{ body: 'And the drains?', phone: null, createdAt: expect.any(Date) }],
      reading: { documents: [], searches: [] },
      household: { state: 'unproven', invitees: [] },
      createdAt: expect.any(Date),
    })
  })

  test('downloads their details and activity', async () => {
    const { email, key, listing } = await newBuyer()
    const cookie = (await buyers.enter(key)).headers.getSetCookie()[0]?.split(';')[0]
    await buyers.open(listing.id, listing.fileId, cookie)
    expect((await buyers.byLink('fetchBuyerData', key)).result).toMatchObject({
      listing: { title: '12 Rata Street' },
      agent: { name: 'Mia Chen' },
      details: { email },
      activity: [{ what: 'file_download', document: 'LIM report' }, { what: 'lead_created' }],
    })
  })

  test('corrects their details by the rules of the form; a new address gets a new link, and this browser stays known', async () => {
    const { key, listing, cookie } = await newBuyer()
    const email = buyers.newEmail()
    expect((await buyers.correct(key, { ...corrected, email: 'nowhere' })).error).toMatchObject({
      fields: { email: expect.any(String) },
    })
    expect((await buyers.correct(key, { ...corrected, email, status: 'closed' })).status).toBe(400)
    const answer = await buyers.correct(key, { ...corrected, email }, cookie)
    expect(answer).toMatchObject({ status: 200, result: { isMoved: true } })
    expect((await buyers.access(listing.id, cookie)).result).toBeNull()
    expect((await buyers.access(listing.id, cookieHeader(answer.headers))).result).toMatchObject({ isWithdrawn: false })
    expect((await buyers.byLink('fetchPrivateLink', key)).status).toBe(410)
    const newKey = await buyers.waitForEmailedKey(email)
    expect((await buyers.byLink('fetchPrivateLink', newKey)).result).toMatchObject({ details: { ...corrected, email } })
    const elsewhere = await buyers.correct(newKey, { ...corrected, email: buyers.newEmail() })
    expect(elsewhere.headers.getSetCookie()).toEqual([])
  })

  test('cannot change the address to another lead’s', async () => {
    const { key, listing } = await newBuyer()
    const { email } = await buyers.submitLead(listing.id)
    const refused = await buyers.correct(key, { ...corrected, email: email.toUpperCase() })
    expect(refused).toMatchObject({ status: 409, error: { name: 'Conflict' } })
    expect((await buyers.byLink('fetchPrivateLink', key)).result).toMatchObject({ details: { lastName: 'Doe' } })
  })

  test('threat 81: shares the limits of all forms on emails to an address, and no email contains a typed name', async () => {
    const victim = buyers.newEmail()
    const urgent = { ...corrected, firstName: 'URGENT your account is closed', email: victim }
    const { key } = await newBuyer()
    expect((await buyers.correct(key, urgent)).status).toBe(200)
    for (let turn = 0; turn < 9; turn++) {
      const { id } = await createListingWithDocuments(parts)
      expect((await buyers.submitLead(id, { email: victim, firstName: urgent.firstName })).status).toBe(200)
    }
    const { key: another } = await newBuyer()
    expect((await buyers.correct(another, urgent)).status).toBe(429)
    expect((await buyers.byLink('fetchPrivateLink', another)).result).toMatchObject({ details: { firstName: 'Jane' } })
    const emails = await eventually(async () => {
      const arrived = await emailsTo(parts.app.dataDir, victim)
      return arrived.length >= 10 && arrived
    })
    expect(emails).toHaveLength(10)
    for (const { subject, text, html } of emails) expect(`${subject} ${text} ${html}`).not.toContain('URGENT')
  })

  test('cannot send emails to many addresses by changing the address repeatedly', async () => {
    let { key } = await newBuyer()
    const statuses = []
    for (let turn = 1; turn <= 4; turn++) {
      const email = buyers.newEmail()
      const { status } = await buyers.correct(key, { ...corrected, email })
      statuses.push(status)
      if (status === 200) key = await buyers.waitForEmailedKey(email)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

test('the 21st correction within an hour is refused', async () => {
  const { key, email } = await newBuyer()
  const statuses: number[] = []
  for (let turn = 1; turn <= 21; turn++)
    statuses.push((await buyers.correct(key, { ...corrected, email, note: `Version ${turn}` })).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await buyers.byLink('fetchPrivateLink', key)).result).toMatchObject({ details: { note: 'Version 20' } })
})

test('threat 72: an erased buyer’s data is nowhere in the database, and the other buyer’s is unchanged', async () => {
  const canary = {
    firstName: 'Canary',
    lastName: 'Canary',
    email: 'canary@buyer.nz',
    phone: '021 2227 2227',
    note: 'canary note',
  }
  const { listing, key } = await newBuyer(canary)
  const { email: other } = await buyers.submitLead(listing.id)
  const { db } = parts.database
  const cookie = (await buyers.enter(key)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await buyers.open(listing.id, listing.fileId, cookie)
  await db
    .insert(dataExport)
    .values({ id: 'export', userId: listing.agent.id, state: 'ready', expiresAt: new Date(Date.now() + 60_000) })
  await eventually(async () => (await emailsTo(parts.app.dataDir, listing.agent.email)).length === 2)
  await buyers.submitLead(listing.id, { ...canary, note: 'canary again' })
  await eventually(async () => (await emailsTo(parts.app.dataDir, listing.agent.email)).length === 3)
  const leadId = key.split('.')[0] ?? ''
  expect(await everything()).toMatch(/canary/i)
  expect(await everything()).toContain('2227')

  const erased = await buyers.erase(key)
  expect(erased.status).toBe(200)
  expect(erased.headers.getSetCookie().every((one) => one.includes('Max-Age=0'))).toBe(true)
  expect(await everything()).not.toMatch(/canary|22272227/i)
  expect(await everything()).toContain(other)
  expect(await emailsTo(parts.app.dataDir, listing.agent.email)).toHaveLength(1)
  expect((await db.select().from(event).where(eq(event.leadId, leadId))).length).toBe(0)
  expect((await db.select().from(event).where(eq(event.fileId, listing.fileId))).length).toBe(1)
  const [copy] = await db.select().from(dataExport)
  expect(copy?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now())

  for (const answer of [await buyers.byLink('fetchPrivateLink', key), await buyers.enter(key), await buyers.erase(key)])
    expect(answer).toMatchObject({ status: 410, error: { name: 'DetailsDeleted' } })
  const page = await fetch(`${parts.url}/listings/${listing.slug}/open?key=${key}`)
  expect(page.status).toBe(410)
  const text = await page.text()
  expect(text).toContain('This link no longer works')
  expect(text).toContain(`href="/listings/${listing.slug}"`)
  expect(text).not.toContain('Listing not found')
  expect((await buyers.access(listing.id, cookie)).result).toBeNull()
  expect(parts.app.output()).not.toMatch(/canary|22272227/i)
  const back = await buyers.submitLead(listing.id, canary)
  expect(back.status).toBe(200)
  expect(await db.select().from(lead).where(eq(lead.email, canary.email))).toHaveLength(1)
})

/** Every row of every table, ours and the queue's, and every file that the application keeps, as text. */
async function everything() {
  const { sql } = parts.database
  const tables = await sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => sql.raw(`select t::text from ${name} t`)))
  const { dataDir } = parts.app
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  expect([rows.length > 12, files.length > 1]).toEqual([true, true])
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  return [...rows.flat().map(Object.values), ...texts].join('\n')
}

test('threat 134: an invitee’s link opens the documents in their own browser, until their access ends', async () => {
  const { db } = parts.database
  const { listing, email } = await newBuyer()
  const [buyer] = await db.select().from(lead).where(eq(lead.email, email))
  const invited = await createInvitee(db, { leadId: buyer?.id ?? '' })
  const key = signInviteeKey(TEST_SECRET, invited)
  const page = await fetch(`${parts.url}/listings/${listing.slug}/open?invitation=${key}`)
  const html = await page.text()
  expect([page.status, page.headers.getSetCookie(), html.includes(email)]).toEqual([200, [], false])
  const entered = await call(parts.url, 'enterByInvitation', { method: 'POST', data: { key } })
  const cookie = cookieHeader(entered.headers)
  expect((await buyers.access(listing.id, cookie)).result).toMatchObject({ isInvitee: true, isWithdrawn: false })
  expect((await buyers.open(listing.id, listing.fileId, cookie)).status).toBe(200)
  const opened = await db.select().from(event).where(eq(event.fileId, listing.fileId))
  expect(opened.map(({ leadId }) => leadId)).toEqual([null])
  const left = await call(parts.url, 'leaveInvitation', { method: 'POST', data: { key } })
  expect(left.status).toBe(200)
  expect((await buyers.open(listing.id, listing.fileId, cookie)).status).toBe(403)
  expect((await fetch(`${parts.url}/listings/${listing.slug}/open?invitation=${key}`)).status).toBe(410)
})

test('threat 136: one click of the email program switches emails about changes off, and opening the link does not', async () => {
  const { db } = parts.database
  const { email } = await newBuyer()
  const stored = async () => (await db.select().from(lead).where(eq(lead.email, email)))[0]
  const subscriber = await stored()
  if (!subscriber) throw new Error('There is no lead.')
  const { pathname } = new URL(
    documentChangeUnsubscribeUrl({ APP_URL: parts.url, APP_SECRET: TEST_SECRET }, subscriber),
  )
  expect((await fetch(parts.url + pathname)).status).toBe(200)
  expect((await stored())?.unsubscribedAt).toBeNull()
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(parts.url + pathname, { method: 'POST', body })).status).toBe(204)
  expect((await stored())?.unsubscribedAt).toBeInstanceOf(Date)
  expect((await fetch(`${parts.url + pathname}x`, { method: 'POST', body })).status).toBe(404)
})
