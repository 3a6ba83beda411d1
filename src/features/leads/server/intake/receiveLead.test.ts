import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { event } from '#db/schema/events.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { archiveListing, restoreListing, unpublishListing } from '#features/listings/server/listings.server.ts'
import { easyBotCheckAnswer } from '../../../../../test/fixtures/botCheck.ts'
import { createChannel } from '../../../../../test/fixtures/channels.ts'
import { leadForm } from '../../../../../test/fixtures/leads.ts'
import { EMAILS, ROW_REFUSED, whileRefusingRows } from '../../../../../test/support/database.ts'
import { isLong } from '../../../../../test/support/longRun.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import type { DocumentKey } from '../documents/documentAccess.server.ts'
import { requireLead } from '../leads.server.ts'
import { listFurtherNotes } from './furtherNotes.server.ts'
import { receiveLead } from './receiveLead.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

const countLeads = (listingId: string) => context.database.db.$count(lead, eq(lead.listingId, listingId))

/** Everything that one lead brings about, as rows. */
async function traces(listingId: string) {
  const { db, sql } = context.database
  const [emails] = await sql`select count(*)::int as n from pgboss.job where name = 'mail'`
  return {
    leads: await countLeads(listingId),
    notifications: await db.$count(notification, eq(notification.listingId, listingId)),
    events: await db.$count(event, eq(event.listingId, listingId)),
    emails: emails?.n as number,
  }
}

describe('a lead', () => {
  test('is stored with its notification, its event and an email to each side', async () => {
    const { agent, id } = await context.createListing()
    const before = await traces(id)
    const { leadId } = await context.submitLead(id, { firstName: '  Jane ', email: 'jane.first@example.com' })

    expect(await context.leadsOf(id)).toMatchObject([
      { id: leadId, email: 'jane.first@example.com', phone: '+64211234567', status: 'new', withdrawnAt: null },
    ])
    expect(await traces(id)).toEqual({ leads: 1, notifications: 1, events: 1, emails: before.emails + 2 })
    const [told] = await context.database.db.select().from(notification).where(eq(notification.leadId, leadId))
    expect(told).toMatchObject({ type: 'lead_created', listingId: id, archivedAt: null })
    expect(await context.emailsTo(agent.email)).toMatchObject([{ replyTo: 'jane.first@example.com' }])
    expect(await context.emailsTo('jane.first@example.com')).toMatchObject([{ replyTo: agent.email }])
  })

  test('has the link by which the buyer came, if it is one of the listing', async () => {
    const { db } = context.database
    const [{ id, agent }, { id: otherId }] = [await context.createListing(), await context.createListing()]
    const [flyer, other] = [await createChannel(db, { listingId: id }), await createChannel(db, { listingId: otherId })]
    const came = async (channel: string) => {
      const { leadId } = await context.submitLead(id, { source: { channel, campaign: 'spring' } })
      const [created] = await db.select().from(event).where(eq(event.leadId, leadId))
      const { channelKind, channelName } = await requireLead(db, agent, leadId)
      const [stored] = await db.select({ channelId: lead.channelId }).from(lead).where(eq(lead.id, leadId))
      return [stored?.channelId, created?.channelId, created?.utmCampaign, channelKind, channelName]
    }
    expect(await came(flyer.code)).toEqual([flyer.id, flyer.id, 'spring', 'own', 'Flyer'])
    for (const code of [other.code, 'made-up']) expect(await came(code)).toEqual([null, null, 'spring', null, null])
  })

  test('threat 81: the email to an unverified address carries no link from the title of the listing', async () => {
    const { id } = await context.createListing()
    await context.database.db
      .update(listing)
      .set({ title: 'You won! Claim at www.evil.example' })
      .where(eq(listing.id, id))
    await context.submitLead(id, { email: 'stranger.title@example.com' })
    const [email] = await context.emailsTo('stranger.title@example.com')
    expect(email?.subject).toBe('Your documents for a property')
    expect(`${email?.text} ${email?.html}`).not.toContain('evil.example')
  })

  test.each([
    ['the lead', { table: 'lead' }],
    ['the notification', { table: 'notification' }],
    ['the event', { table: 'event' }],
    ['any mail', EMAILS],
    // The agent's email has been enqueued by then.
    [
      'the second mail',
      {
        table: EMAILS.table,
        when: `${EMAILS.when} and exists (select from pgboss.job_common where name = 'mail' and created_on = now())`,
      },
    ],
  ])('of which PostgreSQL refuses %s leaves nothing at all, and works the next time', async (_what, rows) => {
    const { id } = await context.createListing()
    const before = await traces(id)
    const details = leadForm()
    await whileRefusingRows(context.database, rows, () =>
      expect(context.submitLead(id, details)).rejects.toMatchObject(ROW_REFUSED),
    )
    expect(await traces(id)).toEqual(before)

    await context.submitLead(id, details)
    expect(await traces(id)).toEqual({ leads: 1, notifications: 1, events: 1, emails: before.emails + 2 })
  })

  test('still reaches an agent whose subscription has lapsed', async () => {
    const { agent, id } = await context.createListing({ subscriptionActive: false })
    await context.submitLead(id)
    expect(await context.leadsOf(id)).toHaveLength(1)
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
  })

  test('is stored without an email to an agent who has switched those off; the buyer still gets the link', async () => {
    const { agent, id } = await context.createListing({ profile: { mutedEmails: ['new_lead'] } })
    await context.submitLead(id, { email: 'to-the-silent@example.com' })
    expect(await traces(id)).toMatchObject({ leads: 1, notifications: 1, events: 1 })
    expect(await context.emailsTo(agent.email)).toEqual([])
    expect(await context.emailsTo('to-the-silent@example.com')).toHaveLength(1)
  })

  test('threat 28: sent 20 times at once is one lead, one email to each side', async () => {
    const { agent, id } = await context.createListing()
    const details = { ...leadForm(), turnstile: await easyBotCheckAnswer(context.services.env.APP_SECRET, 'lead') }
    const answers = await Promise.all(Array.from({ length: 20 }, () => context.submitLead(id, details, '10.9.9.9')))

    expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1)
    expect(await traces(id)).toMatchObject({ leads: 1, notifications: 1, events: 1 })
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
    expect(await context.emailsTo(details.email)).toHaveLength(1)
  })

  test('threat 51: a passed bot check counts again for the same submission only, not for another buyer or listing', async () => {
    const [{ id }, { id: other }] = [await context.createListing(), await context.createListing()]
    const details = { ...leadForm(), turnstile: await easyBotCheckAnswer(context.services.env.APP_SECRET, 'lead') }
    await context.submitLead(id, details)
    await context.submitLead(id, details)

    await expect(context.submitLead(id, { ...details, email: 'another@example.com' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(context.submitLead(other, details)).rejects.toMatchObject({ status: 403 })
    expect(await context.leadsOf(id)).toHaveLength(1)
    expect(await context.leadsOf(other)).toEqual([])
  })

  test('threat 51: is stored while the bot check’s provider does not respond', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    onTestFinished(() => void vi.unstubAllGlobals())
    const { id } = await context.createListing()
    const { services } = context
    const env = { ...services.env, TURNSTILE_SECRET_KEY: 'secret' }
    const lost = { ...leadForm(), listingId: id, turnstile: 'an answer' }
    await receiveLead({ ...services, env }, lost, { clientIp: '10.8.8.8' })
    expect(await context.leadsOf(id)).toHaveLength(1)
  })
})

describe('a buyer who sends the form again', () => {
  const known = async () => {
    const { agent, id } = await context.createListing()
    const details = leadForm({ email: `known-${id}@example.com`, note: 'First words' })
    const { leadId } = await context.submitLead(id, details)
    const again = (change: Partial<typeof details> = {}, key?: DocumentKey) =>
      context.submitLead(id, { ...details, key: leadForm().key, ...change }, undefined, key)
    const subjects = async (email: string) => (await context.emailsTo(email)).map(({ subject }) => subject)
    const notes = () => listFurtherNotes(context.database.db, agent.agencyId, [leadId])
    return { agent, id, leadId, details, email: details.email, again, subjects, notes }
  }

  test('with the same details is the same lead, and no one is notified twice', async () => {
    const { agent, id, email, again, subjects } = await known()
    await again()
    await again({ note: '', phone: '+64 (0)21 123 4567' })
    expect(await traces(id)).toMatchObject({ leads: 1, notifications: 1, events: 1 })
    expect(await subjects(agent.email)).toHaveLength(1)
    expect(await subjects(email)).toHaveLength(1)
  })

  test('keeps the first details; another phone number and a new note become a separate entry, and the agent is notified once', async () => {
    const { agent, id, again, subjects, notes } = await known()
    const news = { firstName: 'Janet', phone: '027 765 4321', note: 'Is it still there?' }
    await again(news)
    await again(news)

    expect(await context.leadsOf(id)).toMatchObject([{ firstName: 'Jane', phone: '+64211234567', note: 'First words' }])
    expect(await notes()).toMatchObject([{ body: 'Is it still there?', phone: '+64277654321', fromOwnBrowser: false }])
    expect(await subjects(agent.email)).toEqual([
      'New lead: Jane Doe for 12 Rata Street',
      'Jane Doe wrote again about 12 Rata Street',
    ])
    const [, email] = await context.emailsTo(agent.email)
    expect(email?.text).toContain('Is it still there?')
    expect(email?.text).toContain('+64 27 765 4321')
    expect(email?.text).toContain('isn’t confirmed by email')
  })

  test('threat 82: replaces nothing: the first note stays, and 20 entries of full length are kept', async () => {
    const { id, leadId, again, notes } = await known()
    for (let turn = 0; turn < 22; turn++) await again({ note: String.fromCharCode(97 + turn).repeat(2_000) })
    expect(await context.leadsOf(id)).toMatchObject([{ note: 'First words' }])
    const bodies = (await notes()).map(({ body }) => body)
    expect(bodies).toEqual([...'abcdefghijklmnopqrst'].map((letter) => letter.repeat(2_000)))
    await again({ note: 'The buyer’s own words' }, { leadId, isGuest: false })
    expect((await notes()).at(-1)).toMatchObject({ body: 'The buyer’s own words', fromOwnBrowser: true })
  })

  test('threat 82: gets the lead’s own key for the same submission or in a browser that has it, and otherwise a guest’s', async () => {
    const { again, details, leadId, notes } = await known()
    expect(await again({ key: details.key })).toEqual({ leadId, isGuest: false })
    expect(await again()).toEqual({ leadId, isGuest: true })
    const own = { leadId, isGuest: false }
    expect(await again({ note: 'From the sofa' }, own)).toEqual(own)
    const guest = { leadId, isGuest: true }
    expect(await again({ note: 'From the office' }, guest)).toEqual(guest)
    expect(await again({}, { leadId: 'lead_another', isGuest: false })).toEqual(guest)
    expect(await notes()).toMatchObject([
      { body: 'From the sofa', fromOwnBrowser: true },
      { body: 'From the office', fromOwnBrowser: false },
    ])
  })

  test('after access was removed gets the same response, but nothing is stored and no one is notified', async () => {
    const { agent, id, email, leadId, again, subjects, notes } = await known()
    await context.makeLeadsOlder(id, 1)
    await context.database.db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.id, leadId))
    expect(await again({ note: 'Let me in' })).toEqual({ leadId, isGuest: true })
    expect(await notes()).toEqual([])
    expect(await subjects(agent.email)).toHaveLength(1)
    expect(await subjects(email)).toHaveLength(1)
  })

  test('gets the link again, but not shortly after the first', async () => {
    const { id, email, again, subjects } = await known()
    await again()
    expect(await subjects(email)).toHaveLength(1)
    await context.makeLeadsOlder(id, 1)
    await again()
    expect(await subjects(email)).toEqual(Array(2).fill('Your documents for 12 Rata Street'))
  })

  test('causes at most five emails an hour to the agent; every message is stored with the lead', async () => {
    const { agent, again, subjects, notes } = await known()
    const words = Array.from({ length: 8 }, (_, turn) => `Words ${turn}`)
    for (const note of words) await again({ note })
    expect(await subjects(agent.email)).toHaveLength(1 + 5)
    expect((await notes()).map(({ body }) => body)).toEqual(words)
  })
})

test('threat 45: an unverified address gets at most ten emails a day, over all listings', async () => {
  const listings = await Promise.all(Array.from({ length: 12 }, () => context.createListing()))
  for (const { id } of listings) await context.submitLead(id, { email: 'victim@example.com' })
  expect(await context.emailsTo('victim@example.com')).toHaveLength(10)
  for (const { agent, id } of listings) {
    expect(await context.leadsOf(id)).toHaveLength(1)
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
  }
})

describe('threat 19, threat 22: a listing that is not public', () => {
  test.each([
    ['a draft', { publishedAt: null }],
    ['archived', { archivedAt: new Date() }],
  ])('because it is %s takes no lead', async (_what, state) => {
    const { id } = await context.createListing()
    await context.database.db.update(listing).set(state).where(eq(listing.id, id))
    await expect(context.submitLead(id)).rejects.toMatchObject({ status: 404 })
    expect(await traces(id)).toMatchObject({ leads: 0, notifications: 0, events: 0 })
  })

  test('or does not exist accepts no lead', async () => {
    await expect(context.submitLead('list_nowhere')).rejects.toMatchObject({ status: 404 })
  })

  const RACES = isLong ? 1_000 : 50
  /** Each of the 25 pauses with each way to close. */
  const CHUNK = 50
  test.each(Array.from({ length: RACES / CHUNK }, (_, chunk) => chunk + 1))(
    'accepts no lead once the archive is committed, however the two race (chunk %i)',
    async () => {
      const { agent, id } = await context.createListing({ profile: { mutedEmails: ['new_lead'] } })
      const { db, sql } = context.database
      let stored = 0
      for (let race = 0; race < CHUNK; race++) {
        const turnstile = await easyBotCheckAnswer(context.services.env.APP_SECRET, 'lead')
        const close = race % 2 ? archiveListing : unpublishListing
        const closing = async () => {
          // Sometimes early, sometimes late, and mostly in the middle.
          for (let wait = race % 25; wait > 0; wait--) await sql`select 1`
          return db.transaction(async (tx) => {
            await close(tx, agent, id)
            return countLeads(id)
          })
        }
        const [asked, seen] = await Promise.allSettled([context.submitLead(id, { turnstile }), closing()])
        if (asked.status === 'fulfilled') stored += 1
        // The archiving transaction saw every lead that is stored.
        expect(seen).toEqual({ status: 'fulfilled', value: stored })
        expect(await countLeads(id)).toBe(stored)
        await restoreListing(db, agent, id)
        await db.update(listing).set({ publishedAt: new Date() }).where(eq(listing.id, id))
      }
    },
  )
})
