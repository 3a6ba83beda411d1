import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { MINUTE_MS } from '#values/time.ts'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { createLead } from '../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { BuyerDetails } from './buyer.schema.ts'
import {
  type DocumentKey,
  findLinkedLead,
  isOwnKey,
  readDocumentAccess,
  requireLeadByKey,
  storeLastVisit,
} from './server/documents/documentAccess.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const provenAt = new Date('2026-03-02T00:00:00Z')
const minutesAfterProof = (minutes: number) => new Date(provenAt.getTime() + minutes * MINUTE_MS)

async function publishedLead() {
  const { db } = database
  const agent = await createAgent(db)
  const { id: listingId } = await createPublishedListing(db, { agent })
  await db.update(listing).set({ publishedAt: new Date() }).where(eq(listing.id, listingId))
  const { id: leadId } = await createLead(db, { listingId })
  const ownKey: DocumentKey = { leadId, isGuest: false }
  const changeLead = (columns: Partial<typeof lead.$inferInsert>) =>
    db.update(lead).set(columns).where(eq(lead.id, leadId))
  const lastVisitAt = async () => (await db.select().from(lead).where(eq(lead.id, leadId)))[0]?.lastVisitAt
  return { db, listingId, leadId, ownKey, changeLead, lastVisitAt }
}

const unproven = { provenAt: null, keysChangedAt: null }
const proven = { provenAt, keysChangedAt: null }

describe('threat 82: a key counts as the lead’s own', () => {
  test('until someone verifies the address, and if it was issued after that', () => {
    const key = { leadId: 'lead_1', isGuest: false }
    expect(isOwnKey(key, unproven)).toBe(true)
    expect(isOwnKey({ ...key, issuedAt: minutesAfterProof(-1) }, unproven)).toBe(true)
    expect(isOwnKey({ ...key, issuedAt: minutesAfterProof(-1) }, proven)).toBe(false)
    expect(isOwnKey({ ...key, issuedAt: provenAt }, proven)).toBe(true)
    expect(isOwnKey({ ...key, issuedAt: minutesAfterProof(1) }, proven)).toBe(true)
    expect(isOwnKey(key, proven)).toBe(true)
  })

  test('only if it was issued after the last change of the email address', () => {
    const key = { leadId: 'lead_1', isGuest: false }
    const changed = { provenAt: null, keysChangedAt: provenAt }
    expect(isOwnKey({ ...key, issuedAt: minutesAfterProof(-1) }, changed)).toBe(false)
    expect(isOwnKey({ ...key, issuedAt: provenAt }, changed)).toBe(true)
    expect(isOwnKey(key, changed)).toBe(true)
  })

  test('never for a guest', () => {
    const key = { leadId: 'lead_1', isGuest: true }
    expect(isOwnKey(key, unproven)).toBe(false)
    expect(isOwnKey({ ...key, issuedAt: minutesAfterProof(1) }, proven)).toBe(false)
  })
})

test('a key from before a change of the email address opens nothing, a guest’s included', async () => {
  const { db, listingId, leadId, changeLead } = await publishedLead()
  await changeLead({ keysChangedAt: provenAt })
  for (const isGuest of [true, false]) {
    const before = { leadId, isGuest, issuedAt: minutesAfterProof(-1) }
    expect(await readDocumentAccess(db, listingId, before)).toBeUndefined()
    expect(await findLinkedLead(db, listingId, before)).toBeUndefined()
    const after = { leadId, isGuest, issuedAt: minutesAfterProof(1) }
    expect(await readDocumentAccess(db, listingId, after)).toEqual({ isWithdrawn: false, needsCode: false })
  }
})

describe('removed access', () => {
  test('is reported to the buyer with its reason; a new visitor is asked for details', async () => {
    const { db, listingId, leadId, ownKey, changeLead } = await publishedLead()
    expect(await readDocumentAccess(db, listingId, ownKey)).toEqual({ isWithdrawn: false, needsCode: false })
    expect(await findLinkedLead(db, listingId, ownKey)).toMatchObject({ id: leadId })
    expect(await requireLeadByKey(db, listingId, ownKey)).toMatchObject({ id: leadId })

    await changeLead({ withdrawnAt: new Date() })
    expect(await readDocumentAccess(db, listingId, ownKey)).toEqual({ isWithdrawn: true, needsCode: false })
    expect(await findLinkedLead(db, listingId, ownKey)).toBeUndefined()
    await expect(requireLeadByKey(db, listingId, ownKey)).rejects.toMatchObject({
      name: 'AccessWithdrawn',
      status: 403,
    })

    expect(await readDocumentAccess(db, listingId, undefined)).toBeUndefined()
    await expect(requireLeadByKey(db, listingId, undefined)).rejects.toMatchObject({
      name: 'DetailsNeeded',
      status: 403,
    })
  })
})

describe('threat 82: a visit is noted', () => {
  test('for the lead’s own browser', async () => {
    const { db, listingId, ownKey, lastVisitAt } = await publishedLead()
    const neighbour = await publishedLead()
    expect(await storeLastVisit(db, listingId, ownKey)).toEqual({ isWithdrawn: false, needsCode: false })
    expect(await lastVisitAt()).toBeInstanceOf(Date)
    expect(await neighbour.lastVisitAt()).toBeNull()
  })

  test('not for a guest, a browser from before the proof, a stranger, or once access was removed', async () => {
    const { db, listingId, ownKey, changeLead, lastVisitAt } = await publishedLead()
    await storeLastVisit(db, listingId, { ...ownKey, isGuest: true })
    await changeLead({ provenAt })
    await storeLastVisit(db, listingId, { ...ownKey, issuedAt: minutesAfterProof(-1) })
    expect(await storeLastVisit(db, listingId, undefined)).toBeUndefined()
    await changeLead({ withdrawnAt: new Date() })
    expect(await storeLastVisit(db, listingId, ownKey)).toEqual({ isWithdrawn: true, needsCode: false })
    expect(await lastVisitAt()).toBeNull()
  })
})

test.each(['Jane\r\nBcc: evil@example.com', 'Jane\u0007', 'Jane\u202Egpj', 'Jane\u2066x', ' ', '', 'J'.repeat(101)])(
  'the name %j is refused',
  (name) => {
    expect(BuyerDetails.shape.firstName.safeParse(name).success).toBe(false)
    expect(BuyerDetails.shape.lastName.safeParse(name).success).toBe(false)
  },
)

test.each(['Zoë', 'Ngāti-Porou', '王小明', "O'Neill", 'María José', '👩‍🌾'])('the name %s is accepted', (name) =>
  expect(BuyerDetails.shape.firstName.parse(` ${name} `)).toBe(name),
)
