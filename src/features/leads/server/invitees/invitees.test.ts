import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { event } from '#db/schema/events.ts'
import { invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { reading } from '#db/schema/readings.ts'
import { acknowledgement } from '#db/schema/record.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { newIpAddress } from '../../../../../test/fixtures/events.ts'
import { createInvitee, createLead, createListingWithReader } from '../../../../../test/fixtures/leads.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { type DocumentKey, readDocumentAccess, requireLeadByKey } from '../documents/documentAccess.server.ts'
import { signDocumentKey, signInviteeKey, signLinkKey, verifyInviteeKey } from '../documents/documentKey.server.ts'
import { openDocument } from '../documents/openDocument.server.ts'
import { sendEmailCode } from '../intake/emailCodes.server.ts'
import { requireLead, withdrawAccess } from '../leads.server.ts'
import {
  correctDetails,
  eraseDetails,
  readBuyerData,
  readPrivateLink,
} from '../privateLink/privateLinkActions.server.ts'
import { verifyReadingKey } from '../reading/readingKey.server.ts'
import { storeReading } from '../reading/storeReading.server.ts'
import { leaveInvitation, openByInvitation, readInvitation } from './invitation.server.ts'
import { restoreInviteeAsAgent, revokeInviteeAsAgent } from './invitees.server.ts'
import { inviteReader, resendInvitation, restoreInvitee, revokeInvitee } from './manageInvitees.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

const lawyer = { name: 'Priya Nair', email: 'priya@lawyers.example', role: 'lawyer' } as const

/** A lead whose address is proven, the key of their private link, and the listing's document. */
async function createBuyer(fields: Partial<typeof lead.$inferInsert> = {}) {
  const { database, services } = context
  const opened = await createListingWithReader({ db: database.db, storage: services.storage })
  const [buyer = opened.lead] = await database.db
    .update(lead)
    .set({ provenAt: new Date(Date.now() - 60_000), ...fields })
    .where(eq(lead.id, opened.lead.id))
    .returning()
  const fileId = opened.files[0]?.id ?? ''
  return { ...opened, lead: buyer, fileId, key: signLinkKey(services.env.APP_SECRET, buyer) }
}

const invite = (key: string, invited: object = {}) =>
  inviteReader(context.services, { key, ...lawyer, ...invited }, newIpAddress())

/** A buyer with an invitee, and that invitee's link and browser. */
async function createHousehold() {
  const buyer = await createBuyer()
  const invited = await createInvitee(context.database.db, { leadId: buyer.lead.id })
  const invitation = signInviteeKey(context.services.env.APP_SECRET, invited)
  const browser: DocumentKey = { leadId: buyer.lead.id, inviteeId: invited.id, isGuest: true }
  return { ...buyer, invited, invitation, browser }
}

/** For whom drawn pages and stamped copies are to be deleted. */
const readersToRemove = async (listingId: string) => {
  const jobs = await context.database.sql<{ data: { readerIds: string[] } }>`
    select data from pgboss.job where name = 'remove_reader_copies' and data->>'listingId' = ${listingId}`
  return new Set(jobs.flatMap(({ data }) => data.readerIds))
}

const nameOfError = (promise: Promise<unknown>) =>
  promise.then(
    () => 'open',
    (error: Error) => error.name,
  )

const mayRead = ({ listing: { id }, browser }: Awaited<ReturnType<typeof createHousehold>>) =>
  nameOfError(requireLeadByKey(context.database.db, id, browser))

describe('a buyer', () => {
  test('invites a lawyer, who gets their own link and is told who invited them and that the agent sees it', async () => {
    const { key, lead: buyer, agent } = await createBuyer()
    const email = 'first.lawyer@example.nz'
    await invite(key, { email })
    const [sent] = await context.emailsTo(email)
    expect(sent?.subject).toBe('Mere Walker invites you to read the documents for 12 Rata Street')
    expect(sent?.text).toContain(`The agent, ${agent.firstName} ${agent.lastName}, sees your name, your role`)
    const link = new URL(/https:\S+invitation=\S+/.exec(sent?.text ?? '')?.[0] ?? '')
    const invitation = link.searchParams.get('invitation') ?? ''
    expect(await readInvitation(context.services, invitation)).toMatchObject({
      documents: 'open',
      inviter: 'Mere Walker',
      details: { name: 'Priya Nair', email, role: 'lawyer' },
    })
    expect(JSON.stringify(await readInvitation(context.services, invitation))).not.toContain(buyer.email)
    // No second enquiry, and the agent sees the lawyer with the lead.
    expect(await context.leadsOf(buyer.listingId)).toHaveLength(1)
    expect(await requireLead(context.database.db, agent, buyer.id)).toMatchObject({
      invitees: [{ email, role: 'lawyer' }],
    })
  })

  test('sees who has opened the link, and can end and restore their access', async () => {
    const household = await createHousehold()
    const { key, invited, invitation } = household
    const shown = async () => (await readPrivateLink(context.services, key)).household
    expect(await shown()).toMatchObject({
      state: 'on',
      invitees: [{ id: invited.id, openedAt: null, revokedAt: null }],
    })
    await openByInvitation(context.services, invitation)
    expect(await shown()).toMatchObject({ invitees: [{ openedAt: expect.any(Date) }] })
    expect(await mayRead(household)).toBe('open')
    expect(await readersToRemove(household.listing.id)).toEqual(new Set())
    await revokeInvitee(context.services, { key, inviteeId: invited.id })
    expect(await readersToRemove(household.listing.id)).toEqual(new Set([invited.id]))
    expect(await mayRead(household)).toBe('InvitationEnded')
    expect(await nameOfError(readInvitation(context.services, invitation))).toBe('InvitationEnded')
    await restoreInvitee(context.services, { key, inviteeId: invited.id })
    expect(await mayRead(household)).toBe('open')
    expect(await readBuyerData(context.services, key)).toMatchObject({ sharedWith: [{ email: invited.email }] })
  })
})

describe('threat 134: an invitation is refused', () => {
  test('unless the address of the buyer is proven, their access open, and sharing switched on', async () => {
    const unproven = await createBuyer({ provenAt: null })
    expect(await nameOfError(invite(unproven.key))).toBe('ProofNeeded')
    const withdrawn = await createBuyer({ withdrawnAt: new Date() })
    expect(await nameOfError(invite(withdrawn.key))).toBe('AccessWithdrawn')
    const off = await createBuyer()
    await context.database.db.update(listing).set({ allowsInvitees: false }).where(eq(listing.id, off.listing.id))
    expect(await nameOfError(invite(off.key))).toBe('SharingOff')
    const taken = await createBuyer()
    await context.database.db.update(listing).set({ publishedAt: null }).where(eq(listing.id, taken.listing.id))
    expect(await nameOfError(invite(taken.key))).toBe('AccessWithdrawn')
    expect(await context.emailsTo(lawyer.email)).toEqual([])
  })

  test('for a sixth person, also when six requests arrive at once', async () => {
    const { key, lead: buyer } = await createBuyer()
    const asked = Array.from({ length: 6 }, (_, nth) => nameOfError(invite(key, { email: `sixth.${nth}@example.nz` })))
    expect((await Promise.all(asked)).toSorted()).toEqual(['Conflict', 'open', 'open', 'open', 'open', 'open'])
    expect(await context.database.db.select().from(invitee).where(eq(invitee.leadId, buyer.id))).toHaveLength(5)
  })

  test('for an address that got one today, whether it is sent again, revoked and invited, or invited by others', async () => {
    const { key } = await createBuyer()
    const email = 'bombed@example.nz'
    const { id } = await invite(key, { email })
    expect(await nameOfError(invite(key, { email }))).toBe('Conflict')
    expect(await nameOfError(resendInvitation(context.services, { key, inviteeId: id }, newIpAddress()))).toBe(
      'TooManyRequests',
    )
    await revokeInvitee(context.services, { key, inviteeId: id })
    expect(await nameOfError(invite(key, { email }))).toBe('TooManyRequests')
    expect(await context.emailsTo(email)).toHaveLength(1)
    // Ten a day from everyone together, as for all emails to unproven addresses.
    const outcomes = []
    for (let times = 0; times < 10; times++)
      outcomes.push(await nameOfError(invite((await createBuyer()).key, { email })))
    expect(outcomes.at(-1)).toBe('TooManyRequests')
    expect((await context.emailsTo(email)).length).toBeLessThanOrEqual(10)
  })

  test('to someone whose access the agent has ended, and for the buyer’s own address', async () => {
    const household = await createHousehold()
    const { key, agent, invited } = household
    await revokeInviteeAsAgent(context.services, agent, invited.id)
    expect(await readersToRemove(household.listing.id)).toEqual(new Set([invited.id]))
    expect(await mayRead(household)).toBe('InvitationEnded')
    expect(await nameOfError(invite(key, { email: invited.email }))).toBe('RevokedByAgent')
    expect(await nameOfError(restoreInvitee(context.services, { key, inviteeId: invited.id }))).toBe('RevokedByAgent')
    await restoreInviteeAsAgent(context.database.db, agent, invited.id)
    expect(await mayRead(household)).toBe('open')
    await revokeInvitee(context.services, { key, inviteeId: invited.id })
    expect(await nameOfError(restoreInviteeAsAgent(context.database.db, agent, invited.id))).toBe('Conflict')
    expect(await mayRead(household)).toBe('InvitationEnded')
    await expect(invite(key, { email: household.lead.email })).rejects.toMatchObject({
      fields: { email: expect.any(String) },
    })
  })
})

describe('threat 134: an invitee', () => {
  test('of another buyer cannot be sent to, ended or restored, nor by another agent', async () => {
    const { invited } = await createHousehold()
    const { key } = await createBuyer()
    const theirs = { key, inviteeId: invited.id }
    expect(await nameOfError(resendInvitation(context.services, theirs, newIpAddress()))).toBe('NotFoundError')
    expect(await nameOfError(revokeInvitee(context.services, theirs))).toBe('NotFoundError')
    expect(await nameOfError(restoreInvitee(context.services, theirs))).toBe('NotFoundError')
    const stranger = await createAgent(context.database.db)
    expect(await nameOfError(revokeInviteeAsAgent(context.services, stranger, invited.id))).toBe('NotFoundError')
  })

  test('loses access with the buyer, with the listing and when sharing is switched off', async () => {
    const { db } = context.database
    const withdrawn = await createHousehold()
    await withdrawAccess(db, withdrawn.agent, withdrawn.lead.id)
    expect(await mayRead(withdrawn)).toBe('AccessWithdrawn')
    const taken = await createHousehold()
    await db.update(listing).set({ publishedAt: null }).where(eq(listing.id, taken.listing.id))
    expect(await mayRead(taken)).toBe('InvitationEnded')
    const off = await createHousehold()
    await db.update(listing).set({ allowsInvitees: false }).where(eq(listing.id, off.listing.id))
    expect(await mayRead(off)).toBe('InvitationEnded')
    expect(await nameOfError(openByInvitation(context.services, off.invitation))).toBe('InvitationEnded')
  })

  test('has a key that fits no other lead, no other use, and cannot be made from a lead’s', async () => {
    const { invited, invitation, key, lead: buyer } = await createHousehold()
    const secret = context.services.env.APP_SECRET
    const { lead: other } = await createBuyer()
    expect(verifyInviteeKey(secret, invitation)).toEqual({ leadId: buyer.id, inviteeId: invited.id })
    const forged = [
      invitation.replace(buyer.id, other.id),
      invitation.slice(0, -1),
      key,
      signDocumentKey(secret, 'link', `${buyer.id}.${invited.id}`),
      signDocumentKey(secret, 'cookie', `${buyer.id}.${invited.id}`),
    ]
    for (const one of forged) expect(await nameOfError(readInvitation(context.services, one))).toBe('NotFoundError')
    // A valid signature for a pair that does not exist.
    const mixed = signInviteeKey(secret, { leadId: other.id, id: invited.id })
    expect(await nameOfError(readInvitation(context.services, mixed))).toBe('DetailsDeleted')
    expect(
      await readDocumentAccess(context.database.db, other.listingId, {
        leadId: other.id,
        inviteeId: invited.id,
        isGuest: true,
      }),
    ).toBeUndefined()
  })

  test('cannot invite, edit or erase with their link, nor confirm an address in the buyer’s name', async () => {
    const {
      invitation,
      lead: buyer,
      listing: { id },
      browser,
    } = await createHousehold()
    expect(await nameOfError(invite(invitation))).toBe('NotFoundError')
    const details = { firstName: 'Not', lastName: 'Me', email: 'not.me@example.nz', phone: '+64215550199', note: '' }
    expect(await nameOfError(correctDetails(context.services, { key: invitation, ...details }, newIpAddress()))).toBe(
      'NotFoundError',
    )
    expect(await nameOfError(eraseDetails(context.services, invitation))).toBe('NotFoundError')
    expect(await nameOfError(sendEmailCode(context.services, id, browser, newIpAddress()))).toBe('DetailsNeeded')
    expect(await context.leadsOf(buyer.listingId)).toMatchObject([{ email: buyer.email }])
  })
})

describe('what an invitee reads', () => {
  test('is stored with them and not with the buyer, and the agent sees it in the lead', async () => {
    const {
      browser,
      listing: { id: listingId },
      fileId,
      agent,
      lead: buyer,
      invited,
      invitation,
    } = await createHousehold()
    const { db } = context.database
    await db.update(listing).set({ requiresVerification: true }).where(eq(listing.id, listingId))
    const { readingKey } = await openDocument(context.services, { listingId, fileId, inline: true }, browser)
    const key = verifyReadingKey(context.services.env.APP_SECRET, readingKey ?? '')
    if (!key) throw new Error('The reading is not measured.')
    expect(await storeReading(context.database, key, { pageTenths: [120], searches: [] })).toBe(true)
    expect(
      await storeReading(context.database, key, { pageTenths: [200], searches: [{ words: 'roof', second: 1 }] }),
    ).toBe(true)
    expect(await db.select().from(inviteeReading).where(eq(inviteeReading.inviteeId, invited.id))).toMatchObject([
      { fileId, pageSeconds: [20] },
    ])
    expect(await db.select().from(reading).where(eq(reading.leadId, buyer.id))).toEqual([])
    const events = await db.select().from(event).where(eq(event.fileId, fileId))
    expect(events).toMatchObject([{ event: 'file_view', leadId: null }])
    const shown = await requireLead(db, agent, buyer.id)
    expect(shown.invitees).toMatchObject([{ readDocuments: [{ fileId, seconds: 20 }] }])
    expect(shown.readDocuments).toEqual([])

    await revokeInviteeAsAgent(context.services, agent, invited.id)
    expect(await storeReading(context.database, key, { pageTenths: [300], searches: [] })).toBe(false)
    await restoreInviteeAsAgent(db, agent, invited.id)
    await leaveInvitation(context.services, invitation)
    expect(await storeReading(context.database, key, { pageTenths: [300], searches: [] })).toBe(false)
    expect(await db.select().from(inviteeReading).where(eq(inviteeReading.inviteeId, invited.id))).toEqual([])
    expect(await nameOfError(readInvitation(context.services, invitation))).toBe('DetailsDeleted')
  })

  test('and confirms is shown to them, and deleted when they leave, with the copies that were made for them', async () => {
    const { db } = context.database
    const { listing: shared, fileId, lead: buyer, invited, invitation } = await createHousehold()
    const given = { fileId, version: 1, sha256: 'a'.repeat(64), leadId: buyer.id, statement: 'I have read it.' }
    await db.insert(acknowledgement).values([given, { ...given, inviteeId: invited.id }])
    const { acknowledgements } = await readInvitation(context.services, invitation)
    expect(acknowledgements).toEqual([{ document: 'LIM report', acknowledgedAt: expect.any(Date) }])
    await leaveInvitation(context.services, invitation)
    expect(await readersToRemove(shared.id)).toEqual(new Set([invited.id]))
    const left = await db.select().from(acknowledgement).where(eq(acknowledgement.fileId, fileId))
    expect(left).toMatchObject([{ inviteeId: null }])
  })

  test('is erased with the buyer, and so is the invitation in the queue', async () => {
    const { db } = context.database
    const { key, lead: buyer } = await createBuyer()
    const email = 'erased.lawyer@example.nz'
    await invite(key, { email })
    await eraseDetails(context.services, key)
    expect(await db.select().from(invitee).where(eq(invitee.leadId, buyer.id))).toEqual([])
    expect(await context.emailsTo(email)).toEqual([])
    expect(await createLead(db, { listingId: buyer.listingId, email: buyer.email })).toBeDefined()
  })
})
