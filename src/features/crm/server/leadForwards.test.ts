import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agency } from '#db/schema/agencies.ts'
import { feedListing } from '#db/schema/feeds.ts'
import { changeMember } from '#features/agencies/server/members.server.ts'
import { MAX_EMAILS_PER_LISTING_PER_HOUR } from '#features/leads/server/agentNotifications/notifyAgent.server.ts'
import { signDocumentKey } from '#features/leads/server/documents/documentKey.server.ts'
import { eraseDetails } from '#features/leads/server/privateLink/privateLinkActions.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { signText } from '#platform/secrets/signedText.server.ts'
import type { LeadFormat } from '#values/agencyValues.ts'
import { createAgency } from '../../../../test/fixtures/agencies.ts'
import { createChannel } from '../../../../test/fixtures/channels.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { type LeadServices, openLeadServices } from '../../../../test/support/services/leadServices.ts'
import { LeadAttachment } from '../leadFormat.ts'
import { confirmLeadForward, readLeadForwardConfirmation } from './confirmLeadForward.server.ts'
import {
  addLeadForward,
  changeLeadFormat,
  listLeadForwards,
  removeLeadForward,
  resendLeadForwardLink,
  sendTestLead,
} from './leadForwards.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

let lastCrm = 0
const newCrm = () => `crm-${++lastCrm}@crm.example`
const visitor = '203.0.113.9'
const add = (agent: Agent, email: string, format: LeadFormat = 'plain') =>
  addLeadForward(context.services, agent, { email, format })
const emailedKey = async (address: string) =>
  /\/lead-forward\?key=([\w.-]+)/.exec((await context.emailsTo(address)).at(-1)?.text ?? '')?.[1] ?? ''
const confirm = (key: string) => confirmLeadForward(context.services, key, visitor)
const stateOf = async (key: string) => (await readLeadForwardConfirmation(context.services, key, visitor)).state
const leadsTo = async (address: string) =>
  (await context.emailsTo(address)).filter(({ subject }) => subject.startsWith('New lead'))

async function addConfirmed(agent: Agent, format?: LeadFormat) {
  const email = newCrm()
  await add(agent, email, format)
  await confirm(await emailedKey(email))
  return email
}

describe('a CRM’s address', () => {
  test('gets each new lead once, as text and as JSON, after someone who reads it has confirmed that', async () => {
    const { db } = context.database
    const { manager } = await createAgency(db)
    const listing = await createPublishedListing(db, { agent: manager })
    const email = newCrm()
    await add(manager, email)
    await context.submitLead(listing.id)
    const key = await emailedKey(email)
    expect(await stateOf(key)).toBe('open')
    expect(await leadsTo(email)).toEqual([])
    await confirm(key)
    await confirm(key)
    const form = { firstName: 'Hana', email: 'hana@example.nz', note: 'First line\nEmail: mallory@example.com' }
    const { leadId } = await context.submitLead(listing.id, form)
    // The same buyer again is no new lead.
    await context.submitLead(listing.id, { ...form, note: 'Once more' })
    const [sent, ...others] = await leadsTo(email)
    expect(others).toEqual([])
    expect(sent).toMatchObject({ replyTo: 'hana@example.nz', subject: `New lead from Property Files: ${leadId}` })
    expect(sent).not.toHaveProperty('html')
    expect(sent?.text).toContain('\nMessage: First line\\nEmail: mallory@example.com\n')
    expect(sent?.text.match(/^Email: .*$/gm)).toEqual(['Email: hana@example.nz'])
    const attached = LeadAttachment.parse(JSON.parse(sent?.attachments?.[0]?.content ?? ''))
    expect(sent?.attachments).toMatchObject([{ filename: 'lead.json', contentType: 'application/json' }])
    expect(attached).toMatchObject({
      id: leadId,
      isTest: false,
      message: form.note,
      listing: { id: listing.id, url: `${context.services.env.APP_URL}/listings/${listing.slug}` },
      agent: { email: manager.email },
    })
  })

  test('gets leads in its own format, which can be changed without another confirmation', async () => {
    const { db } = context.database
    const { owner } = await createAgency(db)
    const listing = await createPublishedListing(db, { agent: owner })
    const [plain, enquiry, metadata] = [
      await addConfirmed(owner),
      await addConfirmed(owner, 'enquiry'),
      await addConfirmed(owner, 'metadata'),
    ]
    await context.submitLead(listing.id)
    const lastTo = async (email: string) => (await context.emailsTo(email)).at(-1)
    expect(await lastTo(plain)).toMatchObject({ text: expect.stringMatching(/^Format: /) })
    expect(await lastTo(enquiry)).toMatchObject({ text: expect.stringMatching(/^Property id: /) })
    expect(await lastTo(metadata)).toMatchObject({ html: expect.stringContaining('"lead_information_version"') })
    expect(await lastTo(enquiry)).not.toHaveProperty('html')
    for (const email of [plain, enquiry, metadata]) expect((await lastTo(email))?.attachments).toHaveLength(1)

    await changeLeadFormat(context.services, owner, { email: plain, format: 'enquiry' })
    expect((await listLeadForwards(db, owner))[0]).toEqual({ email: plain, format: 'enquiry', isConfirmed: true })
    await sendTestLead(context.services, owner, plain)
    expect((await lastTo(plain))?.text).toMatch(/^Property id: TEST-1\n/)
    await expect(changeLeadFormat(context.services, owner, { email: newCrm(), format: 'plain' })).rejects.toMatchObject(
      { status: 404 },
    )
  })

  test('is told by which link the buyer came, and its own id of the listing', async () => {
    const { db } = context.database
    const { owner } = await createAgency(db)
    const { id: listingId } = await createPublishedListing(db, { agent: owner })
    await db.insert(feedListing).values({ agencyId: owner.agencyId, uniqueId: 'CRM-18', listingId, sent: {} })
    const { code } = await createChannel(db, { listingId, kind: 'portal', name: '' })
    const email = await addConfirmed(owner)
    await context.submitLead(listingId, { source: { channel: code } })
    await context.submitLead(listingId)
    const texts = (await leadsTo(email)).map(({ text }) => text)
    expect(texts.map((text) => /^Channel: (.*)$/m.exec(text)?.[1])).toEqual(['Portal ad', 'Direct'])
    for (const text of texts) expect(text).toContain('\nListing-Reference: CRM-18\n')
  })

  test('gets every lead of a flood, because a program reads them', async () => {
    const { db } = context.database
    const { owner } = await createAgency(db)
    const listing = await createPublishedListing(db, { agent: owner })
    const email = await addConfirmed(owner)
    for (let n = 0; n < MAX_EMAILS_PER_LISTING_PER_HOUR + 2; n++) await context.submitLead(listing.id)
    expect(await leadsTo(email)).toHaveLength(MAX_EMAILS_PER_LISTING_PER_HOUR + 2)
  })

  test('gets nothing of another agency, and nothing after it is removed', async () => {
    const { db } = context.database
    const [{ owner }, other] = [await createAgency(db), await createAgency(db)]
    const listing = await createPublishedListing(db, { agent: owner })
    const [own, foreign] = [await addConfirmed(owner), await addConfirmed(other.owner)]
    await context.submitLead(listing.id)
    await removeLeadForward(context.services, owner, own)
    await context.submitLead(listing.id)
    expect([await leadsTo(own), await leadsTo(foreign)]).toMatchObject([[{}], []])
    await expect(removeLeadForward(context.services, owner, foreign)).rejects.toMatchObject({ status: 404 })
  })

  test('loses the emails that wait when the buyer deletes their details', async () => {
    const { db } = context.database
    const { owner } = await createAgency(db)
    const listing = await createPublishedListing(db, { agent: owner })
    const email = await addConfirmed(owner)
    const { leadId } = await context.submitLead(listing.id)
    await eraseDetails(context.services, signDocumentKey(context.services.env.APP_SECRET, 'link', leadId))
    expect(await leadsTo(email)).toEqual([])
  })

  test('can be tried out with a lead that is marked as a test', async () => {
    const { owner } = await createAgency(context.database.db)
    const waiting = newCrm()
    await add(owner, waiting)
    await expect(sendTestLead(context.services, owner, waiting)).rejects.toMatchObject({ status: 409 })
    const email = await addConfirmed(owner)
    await sendTestLead(context.services, owner, email)
    const sent = (await context.emailsTo(email)).at(-1)
    expect(sent?.subject).toBe('Test lead from Property Files')
    expect(sent?.text).toMatch(/^Format: property-files-lead\/1\nTest: yes\nLead-Id: lead_test\n/)
    expect(LeadAttachment.parse(JSON.parse(sent?.attachments?.[0]?.content ?? '')).isTest).toBe(true)
  })
})

describe('threat 193: where leads are sent', () => {
  test('is confirmed by the address’s own link alone: not an expired, forged or earlier one, nor one of another agency', async () => {
    const { db } = context.database
    const [{ owner }, other] = [await createAgency(db), await createAgency(db)]
    const [email, removed] = [newCrm(), newCrm()]
    await add(other.owner, email)
    await add(owner, removed)
    const earlier = await emailedKey(removed)
    await removeLeadForward(context.services, owner, removed)
    await add(owner, email)
    const key = await emailedKey(email)
    const [agencyId = '', expiresAt = '', hash = ''] = key.split('.')
    const { APP_SECRET } = context.services.env
    const refused = [
      earlier,
      'none',
      `${key}x`,
      [other.owner.agencyId, expiresAt, hash, key.split('.').at(-1)].join('.'),
      signText(APP_SECRET, 'lead_forward', [agencyId, Date.now() - 1_000, hash].join('.')),
      signText(APP_SECRET, 'office_email', [agencyId, expiresAt, hash].join('.')),
    ]
    for (const one of refused) {
      expect(await stateOf(one), one).toBe('expired')
      await expect(confirm(one), one).rejects.toMatchObject({ status: 400, fields: { key: 'expired' } })
    }
    await confirm(key)
    expect(await listLeadForwards(db, owner)).toEqual([{ email, format: 'plain', isConfirmed: true }])
    expect(await listLeadForwards(db, other.owner)).toEqual([{ email, format: 'plain', isConfirmed: false }])
  })

  test('is changed by owners and managers alone, and the owners are told', async () => {
    const { db } = context.database
    const { owner, manager, agent } = await createAgency(db)
    const email = newCrm()
    for (const refused of [
      () => add(agent, email),
      () => listLeadForwards(db, agent),
      () => removeLeadForward(context.services, agent, email),
      () => changeLeadFormat(context.services, agent, { email, format: 'enquiry' }),
      () => resendLeadForwardLink(context.services, agent, email),
      () => sendTestLead(context.services, agent, email),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 403 })
    await add(manager, email)
    await removeLeadForward(context.services, manager, email)
    const told = (await context.emailsTo(owner.email)).filter(({ subject }) => subject.includes('sends its leads'))
    expect(told.map(({ text }) => / (added|removed) \S+\./.exec(text)?.[0])).toEqual([
      ` added ${email}.`,
      ` removed ${email}.`,
    ])
  })

  test('is at most five addresses, each once, also when they are added at the same time', async () => {
    const { db } = context.database
    const { owner } = await createAgency(db)
    const addresses = Array.from({ length: 7 }, newCrm)
    const added = await Promise.allSettled(addresses.map((email) => add(owner, email)))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const [first] = await listLeadForwards(db, owner)
    await expect(add(owner, first?.email ?? '')).rejects.toMatchObject({
      status: 400,
      fields: { email: 'This address is in the list already' },
    })
  })

  test('no longer has the address of someone who may not see all leads any more', async () => {
    const { db } = context.database
    const { owner, manager } = await createAgency(db)
    const kept = await addConfirmed(owner)
    await add(owner, manager.email)
    await changeMember(context.services, owner, { userId: manager.id, role: 'agent', agentIds: [] })
    const [stored] = await db.select().from(agency).where(eq(agency.id, owner.agencyId))
    expect(stored?.leadForwards.map(({ email }) => email)).toEqual([kept])
  })

  test('gets a limited number of links', async () => {
    const { owner } = await createAgency(context.database.db)
    const email = newCrm()
    await add(owner, email)
    for (let sent = 1; sent < 10; sent++) await resendLeadForwardLink(context.services, owner, email)
    await expect(resendLeadForwardLink(context.services, owner, email)).rejects.toMatchObject({ status: 429 })
    await confirm(await emailedKey(email))
    await expect(resendLeadForwardLink(context.services, owner, email)).rejects.toMatchObject({ status: 409 })
  })
})
