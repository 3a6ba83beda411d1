import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { leadDigest } from '#db/schema/leads.ts'
import { createAgency, shareListing } from '../../../../../test/fixtures/agencies.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { isLong } from '../../../../../test/support/longRun.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { signDocumentKey } from '../documents/documentKey.server.ts'
import { eraseDetails } from '../privateLink/privateLinkActions.server.ts'
import { MAX_EMAILS_PER_LISTING_PER_HOUR, sendDigestJob } from './notifyAgent.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

async function flood(listingId: string, leads: number, from = 0) {
  for (let n = from; n < from + leads; n += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, from + leads - n) }, (_, place) =>
        context.submitLead(listingId, { lastName: `No-${n + place}`, phone: `021 ${String(1_000_000 + n + place)}` }),
      ),
    )
}

/** As many leads as are emailed separately in an hour. */
async function fillTheHour(listingId: string) {
  for (let n = 0; n < MAX_EMAILS_PER_LISTING_PER_HOUR; n++) await createLead(context.database.db, { listingId })
}

/** The hour is over: whatever digest waits is sent now. */
const letTheHourPass = async () => {
  await context.database.sql`update pgboss.job set start_after = now() where name = 'send_lead_digest'`
  await context.settle()
}
const digestsTo = async (email: string) =>
  (await context.emailsTo(email)).filter(({ subject }) => /^\d+ more lead/.test(subject))

test('threat 45: a flood of leads is all stored, but sends no more than 20 emails and one digest that names the rest', async () => {
  // More than the emails and the 50 that a digest names.
  const LEADS = isLong ? 10_000 : 75
  const { agent, id } = await context.createListing()
  await flood(id, LEADS)
  expect(await context.leadsOf(id)).toHaveLength(LEADS)
  expect(await context.emailsTo(agent.email)).toHaveLength(MAX_EMAILS_PER_LISTING_PER_HOUR)

  await letTheHourPass()
  const emails = await context.emailsTo(agent.email)
  expect(emails).toHaveLength(MAX_EMAILS_PER_LISTING_PER_HOUR + 1)
  const digest = emails.at(-1)
  expect(digest?.subject).toMatch(/^\d+ more leads for 12 Rata Street$/)
  expect(Number.parseInt(digest?.subject ?? '', 10)).toBeGreaterThanOrEqual(LEADS - MAX_EMAILS_PER_LISTING_PER_HOUR)
  expect(digest?.text.match(/^Jane No-\d+: \+64 21 \d{3} \d{4}$/gm)).toHaveLength(50)
  expect(digest?.text).toMatch(/And \d+ more\./)
}, 600_000)

describe('a digest', () => {
  test('names every lead without a separate email, in any order of simultaneous leads', async () => {
    const { agent, id } = await context.createListing()
    await context.database.sql`update listing set country = 'NZ' where id = ${id}`
    await flood(id, 30)
    await letTheHourPass()
    const text = (await context.emailsTo(agent.email)).map(({ subject, text }) => `${subject} ${text}`).join()
    for (let n = 0; n < 30; n++) expect(text).toMatch(new RegExp(`Jane No-${n}\\b`))
    expect(text).toMatch(/^Jane No-\d+: 021 \d{3} \d{4}$/m)
  })

  test('is followed by another for later leads', async () => {
    const { agent, id } = await context.createListing()
    await fillTheHour(id)
    await flood(id, 2)
    await letTheHourPass()
    await flood(id, 3, 22)
    await letTheHourPass()
    const [first, second] = await digestsTo(agent.email)
    expect(first?.subject).toMatch(/^2 more leads/)
    expect(second?.subject).toMatch(/^3 more leads/)
    expect(second?.text).toContain('Jane No-24')
  })

  test('covers an hour: after that, each lead is emailed separately again', async () => {
    const { agent, id } = await context.createListing()
    await fillTheHour(id)
    await context.submitLead(id)
    await context.makeLeadsOlder(id, 2)
    await context.submitLead(id, { lastName: 'Later' })
    expect((await context.emailsTo(agent.email)).at(-1)?.subject).toBe('New lead: Jane Later for 12 Rata Street')
  })

  test('whose job runs twice after a crash is sent once', async () => {
    const { agent, id } = await context.createListing()
    await fillTheHour(id)
    await context.submitLead(id)
    const work = () => sendDigestJob.work(context.services, { listingId: id }, { id: '' })
    await Promise.all([work(), work()])
    await work()
    expect(await digestsTo(agent.email)).toHaveLength(1)
  })

  test('is not sent to an agent who has switched those emails off since', async () => {
    const { agent, id } = await context.createListing()
    await fillTheHour(id)
    await context.submitLead(id)
    await context.database.db.insert(profile).values({ userId: agent.id, mutedEmails: ['new_lead'] })
    await letTheHourPass()
    expect(await digestsTo(agent.email)).toEqual([])
    expect(await context.database.db.$count(leadDigest, eq(leadDigest.listingId, id))).toBe(0)
  })

  test('goes to the co-agents and, as a copy, to the office', async () => {
    const { db } = context.database
    const { agent, colleague } = await createAgency(db)
    const { id } = await createPublishedListing(db, { agent })
    await shareListing(db, id, colleague)
    const officeEmail = `office-${agent.id}@example.nz`
    await db
      .update(agency)
      .set({ officeEmail, officeEmailConfirmedAt: new Date() })
      .where(eq(agency.id, agent.agencyId))
    await fillTheHour(id)
    await context.submitLead(id)
    await letTheHourPass()
    for (const { email } of [agent, colleague]) expect(await digestsTo(email)).toHaveLength(1)
    const copies = (await context.emailsTo(officeEmail)).map(({ subject }) => subject)
    expect(copies).toEqual([expect.stringMatching(/^Copy: 1 more lead for/)])
  })

  test('leaves out a buyer who has erased their details', async () => {
    const { agent, id } = await context.createListing()
    await fillTheHour(id)
    const { leadId } = await context.submitLead(id, { lastName: 'Gone' })
    await context.submitLead(id, { lastName: 'Here' })
    await eraseDetails(context.services, signDocumentKey(context.services.env.APP_SECRET, 'link', leadId))
    await letTheHourPass()
    const [digest] = await digestsTo(agent.email)
    expect(digest?.subject).toMatch(/^1 more lead for/)
    expect(digest?.text).toContain('Jane Here')
    expect(digest?.text).not.toContain('Gone')
  })
})
