import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { emailCode, lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { sweepExpiredJob } from '#platform/jobs/sweepExpired.server.ts'
import { newIpAddress } from '../../../../../test/fixtures/events.ts'
import { createLead, leadForm } from '../../../../../test/fixtures/leads.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { type DocumentKey, readDocumentAccess, requireLeadByKey } from '../documents/documentAccess.server.ts'
import { withdrawAccess } from '../leads.server.ts'
import { confirmLeadEmail, sendEmailCode } from './emailCodes.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

/** A published listing whose documents open for confirmed addresses only. */
async function createVerifyingListing() {
  const created = await context.createListing()
  const { db } = context.database
  await db.update(listing).set({ requiresVerification: true }).where(eq(listing.id, created.id))
  return created
}

/** The codes that were emailed to an address, the latest last. */
async function codesFor(email: string) {
  const subjects = (await context.emailsTo(email)).map(({ subject }) => subject)
  return subjects.flatMap((subject) => /^(\d{6}) is your code/.exec(subject)?.[1] ?? [])
}

const wrong = (code = '') => (code === '000000' ? '111111' : '000000')

const confirm = (listingId: string, code: string, key: DocumentKey | undefined, ip = newIpAddress()) =>
  confirmLeadEmail(context.services, { listingId, code }, key, ip)

const mayRead = (listingId: string, key: DocumentKey) =>
  requireLeadByKey(context.database.db, listingId, key).then(
    () => 'open',
    (error: Error) => error.name,
  )

describe('a listing that asks for a confirmed address', () => {
  test('stores the lead and tells the agent at once, but the documents wait for the code', async () => {
    const { agent, id } = await createVerifyingListing()
    const email = 'careful@example.com'
    const key = await context.submitLead(id, { email })
    expect(key).toEqual({ leadId: expect.any(String), isGuest: false, isCodeSent: true })
    expect(await context.leadsOf(id)).toMatchObject([{ email, provenAt: null }])
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
    expect(await mayRead(id, key)).toBe('CodeNeeded')
    expect(await readDocumentAccess(context.database.db, id, key)).toEqual({ isWithdrawn: false, needsCode: true })

    const [code = ''] = await codesFor(email)
    const confirmed = await confirm(id, code, key)
    expect(confirmed).toEqual({ key: { leadId: key.leadId, isGuest: false }, isWithdrawn: false })
    expect(await mayRead(id, confirmed.key)).toBe('open')
    expect(await context.leadsOf(id)).toMatchObject([{ provenAt: expect.any(Date) }])
    // It works once.
    await expect(confirm(id, code, key)).rejects.toMatchObject({ name: 'CodeExpired' })
  })

  test('answers the same for a known address, and its code makes the browser the lead’s own', async () => {
    const { agent, id } = await createVerifyingListing()
    const email = 'known.code@example.com'
    const first = await context.submitLead(id, { email })
    const [code = ''] = await codesFor(email)
    const owner = (await confirm(id, code, first)).key
    await withdrawAccess(context.database.db, agent, owner.leadId)

    const guest = await context.submitLead(id, { email })
    expect(Object.keys(guest).toSorted()).toEqual(Object.keys(first).toSorted())
    // Whether the access was removed is for the owner of the address only.
    expect(await readDocumentAccess(context.database.db, id, guest)).toEqual({ isWithdrawn: false, needsCode: true })
    const second = (await codesFor(email)).at(-1) ?? ''
    expect(await confirm(id, second, guest)).toMatchObject({ key: { isGuest: false }, isWithdrawn: true })
  })

  test('asks a browser that has read without a code for one once the agent switches it on', async () => {
    const { id } = await context.createListing()
    const key = await context.submitLead(id)
    expect(await mayRead(id, key)).toBe('open')
    await context.database.db.update(listing).set({ requiresVerification: true }).where(eq(listing.id, id))
    expect(await mayRead(id, key)).toBe('CodeNeeded')
  })

  test('asks nobody for a code whom the agent has added, but anyone who only typed their address', async () => {
    const { id } = await createVerifyingListing()
    const { id: leadId } = await createLead(context.database.db, { listingId: id, source: 'agent' })
    expect(await mayRead(id, { leadId, isGuest: false })).toBe('open')
    expect(await mayRead(id, { leadId, isGuest: true })).toBe('CodeNeeded')
  })

  test('corrects the address of the same form instead of making a second lead', async () => {
    const { agent, id } = await createVerifyingListing()
    const form = leadForm({ email: 'typo@exmaple.com' })
    const key = await context.submitLead(id, form)
    const [lost = ''] = await codesFor('typo@exmaple.com')
    const corrected = await context.submitLead(id, { ...form, email: 'typo@example.com' }, newIpAddress(), key)
    expect(corrected).toMatchObject({ leadId: key.leadId, isGuest: false })
    expect(await context.leadsOf(id)).toMatchObject([{ email: 'typo@example.com' }])
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
    // Someone who reads the wrong address can do nothing with its code.
    const [code = ''] = await codesFor('typo@example.com')
    if (lost !== code) await expect(confirm(id, lost, corrected)).rejects.toMatchObject({ status: 400 })
    expect(await confirm(id, code, corrected)).toMatchObject({ key: { leadId: key.leadId } })
  })

  test('never moves a confirmed lead, or one of another form, to a typed address', async () => {
    const { id } = await createVerifyingListing()
    const form = leadForm()
    const key = await context.submitLead(id, form)
    await context.submitLead(id, leadForm({ email: 'other.form@example.com' }), newIpAddress(), key)
    const [code = ''] = await codesFor(form.email)
    const owner = (await confirm(id, code, key)).key
    await context.submitLead(id, { ...form, email: 'after.proof@example.com' }, newIpAddress(), owner)
    const emails = (await context.leadsOf(id)).map(({ email }) => email).toSorted()
    expect(emails).toEqual([form.email, 'other.form@example.com', 'after.proof@example.com'].toSorted())
  })

  test('stores the code as a keyed hash only, and sweeps it when it has expired', async () => {
    const { id } = await createVerifyingListing()
    const { leadId } = await context.submitLead(id, { email: 'hashed@example.com' })
    const { db } = context.database
    const [code = ''] = await codesFor('hashed@example.com')
    const [stored] = await db.select().from(emailCode).where(eq(emailCode.leadId, leadId))
    expect(stored?.codeHash).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(code)
    await db
      .update(emailCode)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(emailCode.leadId, leadId))
    await sweepExpiredJob.work(context.services, {}, { id: '' })
    expect(await db.$count(emailCode, eq(emailCode.leadId, leadId))).toBe(0)
  })
})

describe('threat 114: guessing a code', () => {
  test('ends after five attempts, even with the right code', async () => {
    const { id } = await createVerifyingListing()
    const key = await context.submitLead(id, { email: 'guessed@example.com' })
    const [code = ''] = await codesFor('guessed@example.com')
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await expect(confirm(id, wrong(code), key)).rejects.toMatchObject({
        status: 400,
        fields: { code: expect.any(String) },
      })
    await expect(confirm(id, code, key)).rejects.toMatchObject({ name: 'CodeExpired' })
    expect(await mayRead(id, key)).toBe('CodeNeeded')
  })

  test('counts attempts that come at the same time', async () => {
    const { id } = await createVerifyingListing()
    const key = await context.submitLead(id, { email: 'at.once@example.com' })
    const [code] = await codesFor('at.once@example.com')
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => confirm(id, wrong(code), key)))
    const compared = results.filter((one) => one.status === 'rejected' && one.reason.status === 400)
    expect(compared).toHaveLength(5)
  })

  test('is limited over all codes of a lead', async () => {
    const { id } = await createVerifyingListing()
    const email = 'resent@example.com'
    const key = await context.submitLead(id, { email })
    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const code = (await codesFor(email)).at(-1)
      for (let attempt = 0; attempt < 5; attempt += 1)
        statuses.push(
          await confirm(id, wrong(code), key).then(
            () => 200,
            ({ status }) => status,
          ),
        )
      if (round < 4) await sendEmailCode(context.services, id, key, newIpAddress())
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
  })

  test('is limited for one network address over many leads', async () => {
    const { id } = await createVerifyingListing()
    const ip = newIpAddress()
    const statuses: number[] = []
    for (let buyer = 0; buyer < 9; buyer += 1) {
      const key = await context.submitLead(id)
      for (let attempt = 0; attempt < 5; attempt += 1)
        statuses.push(
          await confirm(id, '000000', key, ip).then(
            () => 200,
            ({ status }) => status,
          ),
        )
    }
    expect(statuses.slice(40)).toEqual([429, 429, 429, 429, 429])
  })
})

describe('threat 115: the code of someone else', () => {
  test('opens nothing: it belongs to one lead of one listing', async () => {
    const [one, other] = [await createVerifyingListing(), await createVerifyingListing()]
    const mine = await context.submitLead(one.id, { email: 'mine@example.com' })
    const theirs = await context.submitLead(one.id, { email: 'theirs@example.com' })
    const elsewhere = await context.submitLead(other.id, { email: 'mine@example.com' })
    const [code = ''] = await codesFor('mine@example.com')
    const [theirCode] = await codesFor('theirs@example.com')
    if (code !== theirCode) await expect(confirm(one.id, code, theirs)).rejects.toMatchObject({ status: 400 })
    // The key of another listing, and none.
    await expect(confirm(one.id, code, elsewhere)).rejects.toMatchObject({ name: 'DetailsNeeded' })
    await expect(confirm(one.id, code, undefined)).rejects.toMatchObject({ name: 'DetailsNeeded' })
    expect(await confirm(one.id, code, mine)).toMatchObject({ key: { leadId: mine.leadId } })
  })

  test('is void after ten minutes and once there is a newer one', async () => {
    const { id } = await createVerifyingListing()
    const email = 'late@example.com'
    const key = await context.submitLead(id, { email })
    const [first = ''] = await codesFor(email)
    await sendEmailCode(context.services, id, key, newIpAddress())
    const codes = await codesFor(email)
    const second = codes.find((code) => code !== first) ?? first
    if (second !== first) await expect(confirm(id, first, key)).rejects.toMatchObject({ status: 400 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1_000 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await expect(confirm(id, second, key)).rejects.toMatchObject({ name: 'CodeExpired' })
  })
})

describe('threat 116: flooding someone with codes', () => {
  test('is limited for a lead, for an address over all listings, and for a network address', async () => {
    const { id } = await createVerifyingListing()
    const key = await context.submitLead(id, { email: 'flooded@example.com' })
    for (let sent = 0; sent < 5; sent += 1) await sendEmailCode(context.services, id, key, newIpAddress())
    await expect(sendEmailCode(context.services, id, key, newIpAddress())).rejects.toMatchObject({ status: 429 })
    for (let n = 0; n < 6; n += 1) {
      const other = await createVerifyingListing()
      const next = await context.submitLead(other.id, { email: 'flooded@example.com' })
      if (n === 5) expect(next).toMatchObject({ isCodeSent: false })
    }
    expect(await codesFor('flooded@example.com')).toHaveLength(10)
    // The enquiry is stored even when no code can be sent.
    expect(await context.database.db.$count(lead, eq(lead.email, 'flooded@example.com'))).toBe(7)
  })

  test('needs a key, so it cannot be asked for by an address alone', async () => {
    const { id } = await createVerifyingListing()
    await expect(sendEmailCode(context.services, id, undefined, newIpAddress())).rejects.toMatchObject({ status: 403 })
  })
})
