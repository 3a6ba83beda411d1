import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createVendor } from '../../../../test/fixtures/vendors.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { audit } from '../../../db/schema/audit.ts'
import { vendorLink, vendorReport } from '../../../db/schema/vendors.ts'
import { DAY_MS } from '../../../values/time.ts'
import { handOverMemberWork } from '../../accounts/server/deletion/handOver.server.ts'
import { AddVendorInput, MAX_VENDORS, SaveWordsInput } from '../vendorSettings.schema.ts'
import { requireVendorLink } from './vendorKey.server.ts'
import { addVendor, deleteVendor, emailVendorLink, revokeVendor } from './vendorLinks.server.ts'
import { readVendorSettings, saveSchedule, saveWords, skipEmail } from './vendorSettings.server.ts'
import { previewWeeklyEmail } from './weeklyEmail.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

async function createOwnListing() {
  const { db } = opened.database
  const agent = await createAgent(db)
  return { db, agent, listingId: (await createPublishedListing(db, { agent })).id }
}

const tom = { name: 'Tom Hale', email: '', sendsLink: false }
const keyOf = (url: string) => new URL(url).searchParams.get('key') ?? ''

describe('adding a vendor', () => {
  test('switches the report on, with the weekly email on the next Friday at 4 pm where the agent is', async () => {
    const { db, agent, listingId } = await createOwnListing()
    expect(await readVendorSettings(opened.services, agent, listingId)).toMatchObject({
      ...{ isSetUp: false, isOn: false, people: [], words: '', weekday: 5, time: '16:00', nextEmailAt: null },
    })
    const { id, url } = await addVendor(opened.services, agent, { listingId, ...tom })
    const settings = await readVendorSettings(opened.services, agent, listingId)
    expect(settings).toMatchObject({ isSetUp: true, isOn: true, timeZone: 'Pacific/Auckland', pausedFor: null })
    expect(settings.people).toEqual([
      { id, url, name: 'Tom Hale', email: '', opens: 0, lastOpenedAt: null, isRevoked: false, isUnsubscribed: false },
    ])
    const shown = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', timeZone: 'Pacific/Auckland' })
    expect(shown.format(settings.nextEmailAt ?? 0)).toBe('Friday, 16')
    expect(settings.nextEmailAt?.getTime()).toBeLessThanOrEqual(Date.now() + 7 * DAY_MS + 3_600_000)
    expect((await requireVendorLink(db, opened.services.env, keyOf(url))).id).toBe(id)
    expect(await opened.writtenEmails()).toEqual([])
  })

  test('emails the link if the agent wants that, and again when they ask', async () => {
    const { agent, listingId } = await createOwnListing()
    const email = 'tom.hale@example.nz'
    const { id, url } = await addVendor(opened.services, agent, { listingId, name: 'Tom', email, sendsLink: true })
    await emailVendorLink(opened.services, agent, id)
    const sent = (await opened.writtenEmails()).filter(({ to }) => to === email)
    expect(sent).toHaveLength(2)
    expect(sent[0]).toMatchObject({ replyTo: agent.email, subject: 'How the sale of 12 Rata Street is going' })
    expect(sent[0]?.text).toContain(`Open the report:\n${url}`)
  })

  test('is refused for an address that has a link, and for more people than a report is for, also at the same moment', async () => {
    const { agent, listingId } = await createOwnListing()
    const email = 'ana.hale@example.nz'
    const add = (vendor: Partial<typeof tom>) => addVendor(opened.services, agent, { listingId, ...tom, ...vendor })
    const both = await Promise.allSettled([add({ email }), add({ email })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(add({ email })).rejects.toMatchObject({ fields: { email: expect.stringContaining('already') } })
    for (let count = 1; count < MAX_VENDORS - 1; count++) await add({})
    const last = await Promise.allSettled([add({}), add({})])
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

test('a revoked link opens nothing, and is the same link again when that is undone', async () => {
  const { db, agent, listingId } = await createOwnListing()
  const { id, url } = await addVendor(opened.services, agent, { listingId, ...tom })
  const open = () => requireVendorLink(db, opened.services.env, keyOf(url))
  await revokeVendor(opened.services, agent, { id, isRevoked: true })
  await expect(open()).rejects.toMatchObject({ status: 404 })
  await expect(emailVendorLink(opened.services, agent, id)).rejects.toMatchObject({ status: 409 })
  await revokeVendor(opened.services, agent, { id, isRevoked: false })
  expect((await open()).id).toBe(id)
  await expect(deleteVendor(opened.services, agent, id)).rejects.toMatchObject({ status: 409 })
  await revokeVendor(opened.services, agent, { id, isRevoked: true })
  await deleteVendor(opened.services, agent, id)
  expect(await db.$count(vendorLink, eq(vendorLink.listingId, listingId))).toBe(0)
  const rows = await db.select().from(audit).where(eq(audit.objectId, listingId)).orderBy(audit.at)
  expect(rows.map(({ action }) => action)).toEqual([
    ...['vendor_added', 'vendor_revoked', 'vendor_restored', 'vendor_revoked', 'vendor_deleted'],
  ])
})

test('a member who leaves hands over the links that they added', async () => {
  const { db, agent, listingId } = await createOwnListing()
  const leaver = await addMember(db, agent, { role: 'agent' })
  const vendor = await createVendor(db, { listingId, userId: leaver.id })
  await db.transaction((tx) => handOverMemberWork(tx, agent.agencyId, leaver.id, agent))
  const [after] = await db.select().from(vendorLink).where(eq(vendorLink.id, vendor.id))
  expect(after?.userId).toBe(agent.id)
})

test('threat 201: another agency’s report and links are missing, for every command', async () => {
  const { db, agent, listingId } = await createOwnListing()
  const { id } = await createVendor(db, { listingId })
  const stranger = await createAgent(db)
  const { services } = opened
  const report = async () => (await db.select().from(vendorReport).where(eq(vendorReport.listingId, listingId)))[0]
  const dueAt = (await report())?.nextEmailAt?.toISOString() ?? ''
  const commands = [
    () => readVendorSettings(services, stranger, listingId),
    () => previewWeeklyEmail(services, stranger, listingId),
    () => addVendor(services, stranger, { listingId, ...tom }),
    () => emailVendorLink(services, stranger, id),
    () => revokeVendor(services, stranger, { id, isRevoked: true }),
    () => deleteVendor(services, stranger, id),
    () => saveWords(db, stranger, { listingId, words: 'Taken over' }),
    () => saveSchedule(db, stranger, { listingId, isOn: false, weekday: 1, time: '09:00' }),
    () => skipEmail(db, stranger, { listingId, dueAt, isSkipped: true }),
  ]
  const before = await report()
  for (const command of commands) await expect(command()).rejects.toMatchObject({ status: 404 })
  expect(await report()).toEqual(before)
  expect((await readVendorSettings(services, agent, listingId)).people).toMatchObject([{ id, isRevoked: false }])
})

describe('threat 200: what an agent types', () => {
  test.each(['Tom\r\nBcc: all@example.nz', 'Tom\nHale', 'Tom\u2028Hale', 'see www.example.com', 'Tom\u202eelaH', ''])(
    'is no name of a vendor: %j',
    (name) => {
      const { success } = AddVendorInput.safeParse({ listingId: `list_${'0'.repeat(16)}`, ...tom, name })
      expect(success).toBe(false)
    },
  )

  test.each(['a@example.nz, b@example.nz', 'a@example.nz\r\nBcc: b@example.nz', '<a@example.nz>', 'no address'])(
    'is no address: %j',
    (email) => {
      const { success } = AddVendorInput.safeParse({ listingId: `list_${'0'.repeat(16)}`, ...tom, email })
      expect(success).toBe(false)
    },
  )

  test.each(['Look at www.example.com', 'Write to me@example.nz', 'https://example.nz/pay'])(
    'carries no link to the vendors: %s',
    (words) => {
      expect(SaveWordsInput.safeParse({ listingId: `list_${'0'.repeat(16)}`, words }).success).toBe(false)
    },
  )

  test('shows in the email as text, whatever is in the title, the words and the agent’s name', async () => {
    const { db } = opened.database
    const agent = await createAgent(db, { firstName: 'Mia\r\nBcc: x@example.nz', lastName: '<b>Fern</b>' })
    const { id: listingId } = await createPublishedListing(db, { agent, title: 'Rata\r\nSubject: <script>1</script>' })
    await createVendor(db, { listingId })
    await saveWords(db, agent, { listingId, words: '<img src=x onerror=alert(1)> & more' })
    const { subject, from, html } = await previewWeeklyEmail(opened.services, agent, listingId)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(from).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<script|<img src=x|<b>Fern/)
    expect(html).toContain('&lt;img src=x')
  })
})
