import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { event } from '#db/schema/events.ts'
import { lead, leadNote } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { acknowledgement } from '#db/schema/record.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { easyBotCheckAnswer } from '../../../../../test/fixtures/botCheck.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createInvitee, createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import {
  EMAILS,
  ROW_REFUSED,
  waitForBlockedStatement,
  whileRefusingRows,
} from '../../../../../test/support/database.ts'
import { expectRateLimited } from '../../../../../test/support/rateLimit.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { requireLeadByKey } from '../documents/documentAccess.server.ts'
import { signDocumentKey, signLinkKey } from '../documents/documentKey.server.ts'
import { receiveLead } from '../intake/receiveLead.server.ts'
import {
  correctDetails,
  eraseDetails,
  openByPrivateLink,
  readBuyerData,
  readPrivateLink,
} from './privateLinkActions.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const monday = new Date('2026-03-02T09:00:00Z')
const newDetails = { firstName: 'Hana', lastName: 'Sorensen', phone: '021 999 888', note: 'On Sunday' }

const linkKey = (leadId: string) => signDocumentKey(opened.services.env.APP_SECRET, 'link', leadId)

/** A lead on a published listing, beside another lead. */
async function newLead(fields: Partial<typeof lead.$inferInsert> = {}) {
  const { db } = opened.database
  const agent = await createAgent(db, { firstName: 'Mia', lastName: 'Chen', phone: '+6495550100' })
  const { id: listingId, slug } = await createPublishedListing(db, { agent })
  const { id, email } = await createLead(db, { listingId, ...fields })
  const { id: otherId, email: otherEmail } = await createLead(db, { listingId })
  const key = linkKey(id)
  const stored = async (leadId = id) => (await db.select().from(lead).where(eq(lead.id, leadId)))[0]
  return {
    ...{ db, agent, listingId, slug, id, email, otherId, otherEmail, key, stored },
    read: () => readPrivateLink(opened.services, key),
    enter: () => openByPrivateLink(opened.services, key),
    /** With the newest link. */
    correct: async (details: Partial<typeof newDetails & { email: string }> = {}, clientIp = '203.0.113.1') => {
      const newest = signLinkKey(opened.services.env.APP_SECRET, { id, keysChangedAt: null, ...(await stored()) })
      return correctDetails(opened.services, { key: newest, ...newDetails, email, ...details }, clientIp)
    },
    emailsTo: async (address: string) => (await opened.writtenEmails()).filter(({ to }) => to === address),
    change: (columns: Partial<typeof lead.$inferInsert>) => db.update(lead).set(columns).where(eq(lead.id, id)),
    unpublish: () => db.update(listing).set({ publishedAt: null }).where(eq(listing.id, listingId)),
  }
}

describe('what a private link shows', () => {
  test('is the stored details of this lead, the listing and its agent', async () => {
    const { db, agent, slug, id, email, read, change, unpublish } = await newLead()
    await db.insert(leadNote).values([
      { leadId: id, body: 'And the drains?', phone: null, fromOwnBrowser: false, createdAt: monday },
      { leadId: id, body: '', phone: '+64277654321', fromOwnBrowser: false },
    ])
    const shown = {
      listing: { slug, title: '12 Rata Street' },
      agent: {
        ...{ firstName: 'Mia', lastName: 'Chen', agencyName: '', licenceLine: '', photoUrl: null, email: agent.email },
        ...{ phone: '+64 9 555 0100', callLink: 'tel:+6495550100' },
      },
      brand: null,
      documents: 'open',
      inside: { cover: null, documentCount: 0, newDocuments: [] },
      details: { firstName: 'Mere', lastName: 'Walker', email, phone: '+64215550123', note: 'Is the roof original?' },
      phoneText: '+64 21 555 0123',
      answers: [],
      furtherNotes: [
        { body: 'And the drains?', phone: null, createdAt: monday },
        { body: '', phone: '+64 27 765 4321', createdAt: expect.any(Date) },
      ],
      reading: { documents: [], searches: [] },
      createdAt: expect.any(Date),
      changes: [],
      household: { state: 'unproven', invitees: [] },
    }
    expect(await read()).toEqual(shown)
    await unpublish()
    expect(await read()).toMatchObject({ documents: 'taken down', inside: null })
    await change({ withdrawnAt: new Date() })
    expect(await read()).toMatchObject({ documents: 'withdrawn', inside: null })
  })

  test('is the cover, how many documents there are, and which are new since the last visit', async () => {
    const { db, agent, listingId, read, change } = await newLead()
    const earlier = { agent, listingId, createdAt: new Date(monday.getTime() - 1000) }
    const photo = await createFile(db, { ...earlier, type: 'image', contentType: 'image/webp' })
    await createFile(db, { ...earlier, name: 'Floor plan' })
    await createFile(db, { ...earlier, name: 'Title', replacedAt: new Date(monday.getTime() + 1000) })
    await createFile(db, { agent, listingId, name: 'LIM report' })
    await createFile(db, { agent, listingId, name: 'Archived', archivedAt: new Date() })
    const inside = { cover: { id: photo.id }, documentCount: 3, newDocuments: [] as string[] }
    expect((await read()).inside).toMatchObject(inside)
    await change({ lastVisitAt: monday })
    expect((await read()).inside).toMatchObject({ ...inside, newDocuments: ['Title', 'LIM report'] })
  })

  test('leaves out what the agent’s card leaves out', async () => {
    const { db, agent, read } = await newLead()
    const card = { userId: agent.id, agencyName: 'Harbour Homes' }
    await db.insert(profile).values({ ...card, cardShowsPhone: false, cardShowsEmail: true })
    expect((await read()).agent).toMatchObject({ agencyName: 'Harbour Homes', phone: '', email: agent.email })
    await db.update(profile).set({ cardShowsPhone: true, cardShowsEmail: false }).where(eq(profile.userId, agent.id))
    expect((await read()).agent).toMatchObject({ phone: '+64 9 555 0100', email: '' })
  })

  test('is 404 for a key that we did not sign, and 410 once the lead is deleted', async () => {
    const { db, id, key, read } = await newLead()
    const cookieKey = signDocumentKey(opened.services.env.APP_SECRET, 'cookie', id)
    for (const wrong of ['', 'nonsense', cookieKey, key.slice(0, -1)])
      await expect(readPrivateLink(opened.services, wrong)).rejects.toMatchObject({ status: 404 })
    await deleteLead(db, id)
    await expect(read()).rejects.toMatchObject({ status: 410, name: 'DetailsDeleted' })
  })
})

test('a buyer downloads everything stored about them, and nothing about others', async () => {
  const { db, agent, listingId, slug, id, otherId, email, key } = await newLead({ lastVisitAt: monday })
  const { id: fileId } = await createFile(db, { agent, listingId })
  const device = { country: 'NZ', city: 'Wellington', device: 'mobile', browser: 'Safari', os: 'iOS' }
  const viewedAt = new Date(Date.now() + 60_000)
  await createEvent(db, { event: 'file_view', listingId, leadId: id, fileId, createdAt: viewedAt, ...device })
  await createEvent(db, { event: 'file_view', listingId, leadId: otherId, fileId })
  await db.insert(leadNote).values({ leadId: id, body: 'And the drains?', fromOwnBrowser: false, createdAt: monday })
  const given = { fileId, version: 1, sha256: 'a'.repeat(64), statement: 'I have read it.' }
  const { id: inviteeId } = await createInvitee(db, { leadId: id, name: 'Priya Nair' })
  await db.insert(acknowledgement).values([
    { ...given, leadId: id, createdAt: monday },
    { ...given, leadId: id, inviteeId },
    { ...given, leadId: otherId },
  ])
  const opening = { kind: 'version_opened', fileId, version: 1, details: { name: 'LIM' } } as const
  const readers = [{ leadId: id }, { leadId: id, inviteeId }, { leadId: otherId }]
  await db.transaction((tx) =>
    addToRecord(tx, { agencyId: agent.agencyId, listingId }, [
      { kind: 'published' },
      ...readers.map((person) => ({ ...opening, person })),
      { kind: 'access_withdrawn', person: { leadId: id } },
    ]),
  )
  const noDevice = { country: null, city: null, device: null, browser: null, os: null }
  const downloaded = {
    listing: { title: '12 Rata Street', address: `https://files.example.nz/listings/${slug}` },
    agent: { name: 'Mia Chen', agency: '' },
    details: { firstName: 'Mere', lastName: 'Walker', email, phone: '+64215550123', note: 'Is the roof original?' },
    answers: [],
    isEmailConfirmed: false,
    furtherNotes: [{ body: 'And the drains?', phone: null, createdAt: monday }],
    createdAt: expect.any(Date),
    updatedAt: expect.any(Date),
    lastVisitAt: monday,
    withdrawnAt: null,
    activity: [
      { what: 'file_view', document: 'LIM report', at: viewedAt, ...device },
      { what: 'lead_created', document: null, at: expect.any(Date), ...noDevice },
    ],
    reading: { documents: [], searches: [] },
    acknowledgements: [
      {
        ...{ document: 'LIM report', version: 1, sha256: 'a'.repeat(64) },
        ...{ statement: 'I have read it.', acknowledgedAt: monday },
      },
    ],
    record: [
      {
        ...{ what: 'version_opened', document: 'LIM report', version: 1, details: { name: 'LIM' } },
        ...{ at: expect.any(Date), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      {
        ...{ what: 'access_withdrawn', document: null, version: null, details: {} },
        ...{ at: expect.any(Date), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ],
    sharedWith: [expect.objectContaining({ id: inviteeId, name: 'Priya Nair' })],
    openHomes: [],
    messages: [],
    ...{ unsubscribedAt: null, emailsComeBackSince: null },
  }
  expect(await readBuyerData(opened.services, key)).toEqual(downloaded)
  await db.insert(profile).values({ userId: agent.id, agencyName: 'Harbour Homes' })
  await db.update(user).set({ lastName: '' }).where(eq(user.id, agent.id))
  expect((await readBuyerData(opened.services, key)).agent).toEqual({ name: 'Mia', agency: 'Harbour Homes' })
})

describe('entering by the link', () => {
  test('returns the lead and their last visit, and proves this lead’s address once', async () => {
    const { listingId, slug, id, otherId, enter, stored } = await newLead({ lastVisitAt: monday })
    const entered = { leadId: id, listingId, slug, lastVisitAt: monday }
    expect(await enter()).toEqual(entered)
    const provenAt = (await stored())?.provenAt
    expect(provenAt).toBeInstanceOf(Date)
    expect((await stored(otherId))?.provenAt).toBeNull()
    await enter()
    expect((await stored())?.provenAt).toEqual(provenAt)
  })

  test('is refused after the agent removes access or unpublishes the listing', async () => {
    const withdrawn = await newLead({ withdrawnAt: new Date() })
    await expect(withdrawn.enter()).rejects.toMatchObject({ status: 404 })
    const { enter, unpublish, stored } = await newLead()
    await unpublish()
    await expect(enter()).rejects.toMatchObject({ status: 404 })
    expect((await stored())?.provenAt).toBeNull()
  })
})

describe('correcting the details', () => {
  test('changes this lead only, and sends no email while the address stays the same', async () => {
    const { email, otherId, correct, read, stored, emailsTo } = await newLead()
    const before = await stored(otherId)
    await correct()
    expect(await stored()).toMatchObject({ ...newDetails, phone: '+6421999888', email })
    expect(await stored(otherId)).toEqual(before)
    expect(await emailsTo(email)).toEqual([])
    expect((await read()).details.lastName).toBe('Sorensen')
  })

  test('sends a new link to a new address', async () => {
    const { agent, id, listingId, email: oldEmail, correct, stored, emailsTo } = await newLead()
    const email = `new-${id}@example.nz`
    expect(await correct()).toMatchObject({ isMoved: false })
    expect(await correct({ email })).toEqual({ isMoved: true, leadId: id, listingId })
    expect(await stored()).toMatchObject({ email, provenAt: null })
    const [sent, ...more] = await emailsTo(email)
    expect(more).toEqual([])
    expect(sent?.replyTo).toBe(agent.email)
    const newKey = /open\?key=(\S+)/.exec(sent?.text ?? '')?.[1] ?? ''
    expect((await readPrivateLink(opened.services, newKey)).details.email).toBe(email)
    expect(await openByPrivateLink(opened.services, newKey)).toMatchObject({ leadId: id })
    expect(await emailsTo(oldEmail)).toEqual([])
  })

  test('threat 104: a link sent to a wrong address opens nothing once the address is corrected', async () => {
    const { db, id, listingId, key, email: wrong, correct, stored } = await newLead()
    const cookie = { leadId: id, isGuest: false, issuedAt: new Date() }
    const guest = { ...cookie, isGuest: true }
    await requireLeadByKey(db, listingId, cookie)
    const email = `right-${id}@example.nz`
    await correct({ email })
    const replaced = { status: 410, name: 'LinkReplaced' }
    await expect(readPrivateLink(opened.services, key)).rejects.toMatchObject(replaced)
    await expect(openByPrivateLink(opened.services, key)).rejects.toMatchObject(replaced)
    await expect(readBuyerData(opened.services, key)).rejects.toMatchObject(replaced)
    await expect(eraseDetails(opened.services, key)).rejects.toMatchObject(replaced)
    const back = { key, ...newDetails, email: wrong }
    await expect(correctDetails(opened.services, back, '203.0.113.9')).rejects.toMatchObject(replaced)
    for (const old of [cookie, guest])
      await expect(requireLeadByKey(db, listingId, old)).rejects.toMatchObject({ name: 'DetailsNeeded' })
    const turnstile = await easyBotCheckAnswer(opened.services.env.APP_SECRET, 'lead')
    const sentAgain = { listingId, ...newDetails, email, key: crypto.randomUUID(), turnstile }
    const sender = { clientIp: '203.0.113.9', key: cookie }
    expect(await receiveLead(opened.services, sentAgain, sender)).toEqual({ leadId: id, isGuest: true })
    expect((await stored())?.email).toBe(email)
    const fresh = { ...cookie, issuedAt: new Date() }
    expect(await requireLeadByKey(db, listingId, fresh)).toMatchObject({ id, email })
  })

  test('tells an address that was proven', async () => {
    const { agent, id, email, enter, correct, stored, emailsTo } = await newLead()
    await enter()
    await correct({ email: `next-${id}@example.nz` })
    expect((await stored())?.provenAt).toBeNull()
    const [told, ...more] = await emailsTo(email)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      subject: 'Your email address for 12 Rata Street was changed',
      replyTo: agent.email,
      text: expect.not.stringContaining('next-'),
    })
    const changed = signLinkKey(opened.services.env.APP_SECRET, { id, keysChangedAt: null, ...(await stored()) })
    await eraseDetails(opened.services, changed)
    expect(await emailsTo(email)).toEqual([])
  })

  test('of two changes with one link, the second is refused', async () => {
    const { db, id, listingId, key, stored } = await newLead()
    const change = (email: string) => correctDetails(opened.services, { key, ...newDetails, email }, '203.0.113.1')
    const changes = await db.transaction(async (tx) => {
      await tx.select().from(listing).where(eq(listing.id, listingId)).for('no key update')
      const both = [1, 2].map((turn) => change(`${turn}-of-two-${id}@example.nz`).catch((error: unknown) => error))
      await waitForBlockedStatement(opened.database, 2)
      return { both }
    })
    const results = await Promise.all(changes.both)
    expect(results).toContainEqual(expect.objectContaining({ isMoved: true }))
    expect(results).toContainEqual(expect.objectContaining({ status: 410, name: 'LinkReplaced' }))
    expect((await stored())?.email).toMatch(/of-two/)
  })

  test('changes nothing when PostgreSQL refuses the email to a new address', async () => {
    const { id, correct, stored } = await newLead()
    const before = await stored()
    await whileRefusingRows(opened.database, EMAILS, () =>
      expect(correct({ email: `refused-${id}@example.nz` })).rejects.toMatchObject(ROW_REFUSED),
    )
    expect(await stored()).toEqual(before)
  })

  test('refuses an address that another lead on the listing has; one on another listing is accepted', async () => {
    const { otherEmail: taken, correct, stored, emailsTo } = await newLead()
    await expect(correct({ email: taken })).rejects.toMatchObject({ status: 409, name: 'Conflict' })
    expect((await stored())?.lastName).toBe('Walker')
    expect(await emailsTo(taken)).toEqual([])
    const elsewhere = await newLead()
    await elsewhere.correct({ email: taken })
    expect((await elsewhere.stored())?.email).toBe(taken)
  })

  test('allows 20 corrections an hour', async () => {
    const { correct } = await newLead()
    for (let turn = 1; turn <= 20; turn++) await correct()
    await expectRateLimited(correct(), 3600)
  })

  test('allows three new addresses a day', async () => {
    const { id, correct, stored } = await newLead()
    for (let turn = 1; turn <= 3; turn++) await correct({ email: `${turn}-${id}@example.nz` }, `203.0.113.${turn}`)
    await expectRateLimited(correct({ email: `4-${id}@example.nz` }), 24 * 3600)
    expect((await stored())?.email).toBe(`3-${id}@example.nz`)
  })

  test('threat 81: emails to a new address share the limits of all other forms, per recipient and per sender', async () => {
    const { id, correct, emailsTo } = await newLead()
    const victim = `victim-${id}@example.nz`
    for (let turn = 1; turn <= 10; turn++) await mayEmailVisitor(opened.services, { to: victim, recipient: 'unproven' })
    await expect(correct({ email: victim }, '198.51.100.1')).rejects.toMatchObject({ status: 429 })

    const clientIp = '198.51.100.2'
    const spent = Array.from({ length: 60 }, (_, turn) => `sent-${turn}-${id}@example.nz`)
    for (const to of spent) await mayEmailVisitor(opened.services, { to, recipient: 'unproven', clientIp })
    const last = `last-${id}@example.nz`
    await expect(correct({ email: last }, clientIp)).rejects.toMatchObject({ status: 429 })
    expect([...(await emailsTo(victim)), ...(await emailsTo(last))]).toEqual([])
  })

  test('responds 410 and sends nothing when the lead is deleted meanwhile', async () => {
    const { db, id, listingId, correct, emailsTo } = await newLead()
    const email = `late-${id}@example.nz`
    const correction = await db.transaction(async (tx) => {
      await tx.select().from(listing).where(eq(listing.id, listingId)).for('update')
      const late = correct({ email }).catch((error: unknown) => error)
      await waitForBlockedStatement(opened.database)
      await deleteLead(tx, id)
      return { late }
    })
    expect(await correction.late).toMatchObject({ status: 410, name: 'DetailsDeleted' })
    expect(await emailsTo(email)).toEqual([])
  })

  test('refuses an address that a new lead takes meanwhile', async () => {
    const { db, id, listingId, correct, stored } = await newLead()
    const email = `race-${id}@example.nz`
    const correction = await db.transaction(async (tx) => {
      await tx.select().from(listing).where(eq(listing.id, listingId)).for('no key update')
      const late = correct({ email }).catch((error: unknown) => error)
      await waitForBlockedStatement(opened.database)
      await createLead(tx, { listingId, email })
      return { late }
    })
    expect(await correction.late).toMatchObject({ status: 409, name: 'Conflict' })
    expect((await stored())?.lastName).toBe('Walker')
  })
})

async function deleteLead(db: Db, id: string) {
  await db.delete(notification).where(eq(notification.leadId, id))
  await db.delete(event).where(eq(event.leadId, id))
  await db.delete(lead).where(eq(lead.id, id))
}
