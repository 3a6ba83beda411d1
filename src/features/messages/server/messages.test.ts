import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { lead, noEmailFor } from '#db/schema/leads.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { buyerMessage, messageRecipient, silencedAddress } from '#db/schema/messages.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { openByPrivateLink } from '#features/leads/server/privateLink/privateLinkActions.server.ts'
import { DAY_MS, MINUTE_MS } from '#values/time.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { drawLogo } from '../../../../test/fixtures/content/logos.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { messageDraft, createMessage as storeMessage } from '../../../../test/fixtures/messages.ts'
import { findReferences } from '../../../../test/support/content/htmlReferences.ts'
import { type Campaign, useMessages } from '../../../../test/support/services/messages.ts'
import { type Audience, MessageTexts } from '../messages.schema.ts'
import { bounceAddress } from './bounceAddress.server.ts'
import { bounceReceiver } from './bounces.server.ts'
import { readMessageEmailChoice, saveMessageEmailChoice } from './messageEmailChoice.server.ts'
import {
  bringAuctionForward,
  cancelMessage,
  countAudience,
  createMessage,
  MAX_MESSAGES_PER_DAY,
  previewMessage,
  sendMessageToSelf,
  suggestMessage,
  undoCancelMessage,
} from './messages.server.ts'
import { listMessages } from './readMessages.server.ts'
import {
  AGENCY_MESSAGES_PER_DAY,
  AGENCY_MESSAGES_PER_MINUTE,
  MESSAGES_PER_MINUTE,
  sendMessage,
  sendOverdueMessagesJob,
} from './sendMessages.server.ts'

const { db, opened, services, smtp, createCampaign, create, handOver, deliver, send, ...messages } = useMessages()
const { acceptedBy, read, unsubscribeKey, unsubscribe } = messages

describe('the audience', () => {
  const count = async ({ agent, listing: { id } }: Campaign, audience: Audience) => {
    const { included, excluded } = await countAudience(db(), agent, { listingId: id, audience })
    return { included, excluded }
  }

  test('is everyone, or filtered by heat, status, who asked for updates and who came to an open home', async () => {
    const about = await createCampaign()
    const listingId = about.listing.id
    await createLead(db(), { listingId, heat: 70, isHeatDue: false, status: 'offer' })
    await createLead(db(), { listingId, heat: 40, isHeatDue: false, unsubscribedAt: new Date() })
    const visitor = await createLead(db(), { listingId, source: 'import', status: 'offer' })
    await createLead(db(), { listingId, archivedAt: new Date() })
    const times = { startsAt: new Date(), endsAt: new Date() }
    const [home] = await db()
      .insert(openHome)
      .values({ listingId, ...times })
      .returning()
    const visit = { listingId, openHomeId: home?.id ?? '', agencyId: about.listing.agencyId, arrivedAt: new Date() }
    await db()
      .insert(checkIn)
      .values({ ...visit, id: crypto.randomUUID(), leadId: visitor.id, source: 'door' })
    const included = async (audience: Audience) => (await count(about, audience)).included
    expect(await included({})).toBe(4)
    expect([await included({ heat: 'hot' }), await included({ heat: 'warm' })]).toEqual([1, 2])
    expect([await included({ statuses: ['offer'] }), await included({ statuses: [] })]).toEqual([2, 4])
    // Not the one who turned off emails about changes, nor the imported one without consent.
    expect(await included({ wantsUpdates: true })).toBe(2)
    expect(await included({ cameToOpenHome: true })).toBe(1)
  })

  test('is each person once, and says why the others get nothing; the sending agrees with the count', async () => {
    const about = await createCampaign()
    const listingId = about.listing.id
    const second = await createLead(db(), { listingId, personId: about.reader.personId })
    await db().update(lead).set({ personId: about.reader.personId }).where(eq(lead.id, second.id))
    await createLead(db(), { listingId, withdrawnAt: new Date() })
    const silent = await createLead(db(), { listingId })
    await db()
      .update(lead)
      .set({ email: noEmailFor(silent.id) })
      .where(eq(lead.id, silent.id))
    const { agencyId } = about.listing
    for (const reason of ['unsubscribedAt', 'bouncedAt'] as const) {
      const { email } = await createLead(db(), { listingId })
      await db()
        .insert(silencedAddress)
        .values({ agencyId, email, [reason]: new Date() })
    }
    const excluded = { same_person: 1, access_removed: 1, no_email: 1, unsubscribed: 1, bounced: 1 }
    expect(await count(about, {})).toEqual({ included: 1, excluded })
    const { id } = await create(about)
    expect((await read(about.agent, id)).counts).toMatchObject({ people: 1, waiting: 1, excluded })
    await send(id)
    expect(acceptedBy()).toHaveLength(1)
    const { counts, state, recipients } = await read(about.agent, id)
    expect({ counts, state }).toMatchObject({ state: 'sent', counts: { people: 1, sent: 1, waiting: 0, excluded } })
    expect(recipients.map(({ excludedFor }) => excludedFor ?? 'sent').toSorted()).toEqual(
      ['sent', ...Object.keys(excluded)].toSorted(),
    )
  })

  test('leaves out every address of a person who unsubscribed with one of them', async () => {
    const about = await createCampaign()
    const elsewhere = await createPublishedListing(db(), { agent: about.agent })
    const other = await createLead(db(), { listingId: elsewhere.id })
    await db().update(lead).set({ personId: about.reader.personId }).where(eq(lead.id, other.id))
    await db()
      .insert(silencedAddress)
      .values({ agencyId: other.agencyId, email: other.email, unsubscribedAt: new Date() })
    expect(await count(about, {})).toEqual({ included: 0, excluded: { unsubscribed: 1 } })
    await expect(create(about)).rejects.toMatchObject({ status: 409 })
  })
})

describe('a message', () => {
  test('reaches a buyer with their name, the agent, a private link, a calendar file and the way to unsubscribe', async () => {
    const saleAt = new Date('2090-12-05T00:00:00Z')
    const about = await createCampaign({ saleMethod: 'auction', saleAt, saleSequence: 3, title: '12 Rata Street' })
    const { id } = await create(about, { calendarEntry: 'sale' })
    await send(id)
    const [{ raw, mail } = { raw: '', mail: undefined }] = smtp().received
    expect(mail).toMatchObject({
      subject: 'News about 12 Rata Street',
      messageId: `<${id}.${about.reader.id}@files.example.nz>`,
      replyTo: [{ address: about.agent.email }],
      from: { name: expect.stringMatching(/ via Property Files$/) },
    })
    expect(mail?.text).toContain('Hi Mere,')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(raw.replace(/\r\n\s+/g, ' ')).toMatch(
      /^List-Unsubscribe: <https:\/\/files\.example\.nz\/unsubscribe\/messages\//m,
    )
    const [file] = mail?.attachments ?? []
    expect(file?.mimeType).toBe('text/calendar')
    const ics = typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content)
    for (const line of ['METHOD:PUBLISH', `UID:sale-${about.listing.id}@files.example.nz`, 'SEQUENCE:3'])
      expect(ics.split(/\r?\n/)).toContain(line)
    // Opened when they click on the page of the link, and not before.
    expect((await read(about.agent, id)).counts).toMatchObject({ sent: 1, opened: 0 })
    const [, key = ''] = /open\?key=([^&\s]+)&message=/.exec(mail?.text ?? '') ?? []
    await openByPrivateLink(services(), decodeURIComponent(key), id)
    expect((await read(about.agent, id)).counts).toMatchObject({ sent: 1, opened: 1 })
  })

  test('loads nothing but the agency’s logo and the agent’s photo, from addresses that are the same for every buyer', async () => {
    const about = await createCampaign()
    const { agencyId, userId } = about.listing
    await createLead(db(), { listingId: about.listing.id })
    await db().insert(profile).values({ userId, photoVersion: 'v1' })
    await db()
      .update(agency)
      .set({ name: 'Harbour & Hill', colour: '#1e4a86', logo: await drawLogo(), logoVersion: 'v1' })
      .where(eq(agency.id, agencyId))
    await send((await create(about)).id)
    const origin = 'https://files.example.nz'
    const pictures = [`${origin}/agency-logo/${agencyId}?v=v1`, `${origin}/agent-photo/${userId}?v=v1`]
    expect(smtp().received).toHaveLength(2)
    for (const { mail } of smtp().received) {
      const html = mail.html ?? ''
      // Whatever an email program fetches by itself.
      const loaded = findReferences(html.replaceAll(/<a\b[^>]*>/g, ''), origin).map(({ url }) => url)
      expect(loaded.toSorted()).toEqual(pictures.toSorted())
      expect(html).not.toMatch(
        /url\(|@import|background="|<(?:link|script|iframe|object|embed|video|audio|svg|form)\b/i,
      )
    }
  })

  test('can be previewed and sent to oneself, without anyone’s private link', async () => {
    const about = await createCampaign()
    const draft = messageDraft(about.listing.id)
    const preview = await previewMessage(services(), about.agent, { draft, leadId: about.reader.id })
    expect(preview).toMatchObject({ subject: `News about ${about.listing.title}`, hasCalendarFile: false })
    expect(preview.text).toContain('Hi Mere,')
    expect(preview.html + preview.text).not.toContain('key=')
    await sendMessageToSelf(services(), about.agent, draft)
    const [test] = (await opened().writtenEmails()).filter(({ to }) => to === about.agent.email)
    expect(test?.subject).toBe(`Test: News about ${about.listing.title}`)
    expect(test?.text).not.toContain('key=')
  })

  test('can be cancelled while it waits, and after all be sent as long as its time has not come', async () => {
    const about = await createCampaign()
    const { id } = await create(about)
    await cancelMessage(db(), about.agent, id)
    expect(await read(about.agent, id)).toMatchObject({ state: 'cancelled', canUndoCancel: true })
    await undoCancelMessage(db(), about.agent, id)
    expect(await read(about.agent, id)).toMatchObject({ state: 'scheduled' })
    await cancelMessage(db(), about.agent, id)
    await send(id)
    expect(smtp().received).toEqual([])
    await expect(undoCancelMessage(db(), about.agent, id)).rejects.toMatchObject({ status: 409 })
  })

  test('brings the auction forward: the date, the entry in calendars and the message, or nothing of it', async () => {
    const saleAt = new Date('2090-12-05T00:00:00Z')
    const earlier = new Date('2090-11-28T00:00:00Z')
    const about = await createCampaign({ saleMethod: 'auction', saleAt, saleSequence: 3 })
    const { subject, body, audience, listingId } = messageDraft(about.listing.id)
    const input = { subject, body, audience, listingId, saleAt: earlier, creationKey: crypto.randomUUID() }
    const bring = (version: number, when = earlier) =>
      bringAuctionForward(services(), about.agent, { ...input, version, saleAt: when })
    await expect(bring(7)).rejects.toMatchObject({ name: 'ChangedElsewhere' })
    await expect(bring(1, new Date('2090-12-06T00:00:00Z'))).rejects.toMatchObject({ status: 400 })
    expect((await listMessages(db(), about.agent, { listingId, limit: 20 })).messages).toEqual([])
    const { id } = await bring(1)
    // The response got lost, and the browser asks again.
    expect(await bring(1)).toMatchObject({ id })
    const [moved] = await db().select().from(listing).where(eq(listing.id, listingId))
    expect(moved).toMatchObject({ saleAt: earlier, saleSequence: 4, version: 2 })
    expect((await listMessages(db(), about.agent, { listingId, limit: 20 })).messages).toMatchObject([
      { id, kind: 'auction_brought_forward', calendarEntry: 'sale', state: 'scheduled' },
    ])
  })

  test('that lost its job is found again when it is due, and no other', async () => {
    const [due, later] = [await create(await createCampaign()), await create(await createCampaign())]
    await db().execute("delete from pgboss.job where name = 'send_message'")
    await db()
      .update(buyerMessage)
      .set({ sendAt: new Date(Date.now() + 3600_000) })
      .where(
        inArray(
          buyerMessage.id,
          (await db().select().from(buyerMessage)).map(({ id }) => id).filter((id) => id !== due.id),
        ),
      )
    await db()
      .update(buyerMessage)
      .set({ sendAt: new Date(Date.now() - 1_000) })
      .where(eq(buyerMessage.id, due.id))
    for (let nth = 0; nth < 2; nth++) await sendOverdueMessagesJob.work(services(), {}, { id: 'job' })
    const { rows } = await db().execute<{ id: string }>(
      "select data->>'messageId' as id from pgboss.job where name = 'send_message'",
    )
    expect(rows.map(({ id }) => id)).toContain(due.id)
    expect(rows.map(({ id }) => id)).not.toContain(later.id)
  })

  test('goes to everyone once the mail server is back after a day, except for those who unsubscribed meanwhile', async () => {
    const about = await createCampaign()
    const leaving = await createLead(db(), { listingId: about.listing.id })
    const { id } = await create(about)
    await handOver(id)
    smtp().script.push(...Array(2).fill({ at: 'MAIL', code: 421, words: '4.3.2 Down' }))
    await expect(deliver(id)).rejects.toThrow('4.3.2')
    const aDayAgo = new Date(Date.now() - 24 * 3600_000)
    await db().update(messageRecipient).set({ queuedAt: aDayAgo }).where(eq(messageRecipient.messageId, id))
    await unsubscribe(id, leaving)
    smtp().script.length = 0
    await deliver(id)
    // Another attempt of a process that died before it could say that it was done.
    await deliver(id)
    expect(acceptedBy()).toEqual([about.reader.email])
    expect((await read(about.agent, id)).counts).toMatchObject({ sent: 1, excluded: { unsubscribed: 1 } })
  })
})

describe('threat 204: someone who unsubscribed gets no message', () => {
  test('also if they did it after the recipients were fixed, or at the moment of the handing over', async () => {
    const about = await createCampaign()
    const early = await createLead(db(), { listingId: about.listing.id })
    const { id } = await create(about)
    await db()
      .update(buyerMessage)
      .set({ sendAt: new Date(Date.now() - 1_000), startedAt: new Date() })
      .where(eq(buyerMessage.id, id))
    const { agencyId } = about.listing
    await db()
      .insert(messageRecipient)
      .values([about.reader, early].map(({ id: leadId }) => ({ messageId: id, leadId, agencyId })))
    await unsubscribe(id, early)
    await Promise.all([sendMessage(services(), id), unsubscribe(id, about.reader)])
    await deliver(id)
    expect(smtp().received).toEqual([])
    expect((await read(about.agent, id)).counts).toMatchObject({ sent: 0, excluded: { unsubscribed: 2 } })
  })

  test('nor emails about changes, until they turn them on again; another agency is not concerned', async () => {
    const about = await createCampaign()
    const { id } = await create(about)
    const key = unsubscribeKey(id, about.reader)
    const elsewhere = await createCampaign()
    await db().update(lead).set({ email: about.reader.email }).where(eq(lead.id, elsewhere.reader.id))
    await unsubscribe(id, about.reader)
    expect(await readMessageEmailChoice(db(), services().env, key)).toMatchObject({ isOn: false })
    await expect(create(about)).rejects.toMatchObject({ status: 409 })
    expect(await create(elsewhere)).toMatchObject({ people: 1 })
    await saveMessageEmailChoice(db(), services().env, key, true)
    expect(await create(about)).toMatchObject({ people: 1 })
  })
})

describe('threat 205: nothing that someone typed', () => {
  test('adds a header, a link, HTML or a place to a message', async () => {
    const about = await createCampaign({ title: 'Home\r\nBcc: all@example.nz <b>' })
    const names = ['Mere\r\nBcc: all@example.nz', '<img src=x onerror=alert(1)>', 'visit www.example.com', '{agent}']
    for (const firstName of names) await createLead(db(), { listingId: about.listing.id, firstName })
    const { id } = await create(about, {
      subject: 'For {first name}, {listing}',
      body: 'Dear {first name}, <i>hello</i>',
    })
    await send(id)
    expect(smtp().received).toHaveLength(names.length + 1)
    for (const { raw, mail } of smtp().received) {
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
      expect(mail.to).toHaveLength(1)
      expect(mail.html).not.toMatch(/<(?:img src=x|i>)/)
    }
    const dear = smtp()
      .received.map(({ mail }) => /Dear ([^,]*),/.exec(mail.text ?? '')?.[1])
      .toSorted()
    expect(dear).toEqual(['<img src=x onerror=alert(1)>', 'Mere', 'there', 'there', '{agent}'].toSorted())
  })

  test('is accepted with a line break in the subject, a link, or a place that we don’t know', () => {
    const fieldsOf = (texts: { subject: string; body: string }) =>
      MessageTexts.safeParse(texts).error?.issues.map(({ path }) => path.join('.'))
    expect(fieldsOf({ subject: 'Two\nlines', body: 'Hi' })).toEqual(['subject'])
    expect(fieldsOf({ subject: 'One line', body: 'Hi {surname}' })).toEqual(['body'])
    expect(fieldsOf({ subject: '{first name}', body: 'See https://evil.example' })).toEqual(['body'])
    expect(fieldsOf({ subject: 'For { First Name }', body: 'Sat 24/10 at 11.30am and/or Sunday' })).toBeUndefined()
  })
})

test('threat 206: an attached calendar file has one entry and no property that someone typed', async () => {
  const title = 'Home\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTENDEE:mailto:all@example.nz'
  const about = await createCampaign({ title, saleMethod: 'auction', saleAt: new Date('2090-12-05T00:00:00Z') })
  await send((await create(about, { calendarEntry: 'sale' })).id)
  const content = smtp().received[0]?.mail.attachments[0]?.content ?? ''
  const lines = (typeof content === 'string' ? content : new TextDecoder().decode(content)).split(/\r\n|\r|\n/)
  expect(lines.filter((line) => /^(?:BEGIN:VEVENT|ATTENDEE)/.test(line))).toEqual(['BEGIN:VEVENT'])
})

describe('threat 207: a key that is forged, guessed or of something else', () => {
  test('unsubscribes nobody', async () => {
    const about = await createCampaign()
    const { id } = await create(about)
    const key = unsubscribeKey(id, about.reader)
    const other = await createLead(db(), { listingId: about.listing.id })
    const forged = [
      `${key}x`,
      key.replace(about.reader.id, other.id),
      '',
      'a.b.c',
      unsubscribeKey('mesg_1', other).slice(1),
    ]
    for (const one of forged)
      await expect(saveMessageEmailChoice(db(), services().env, one, false)).rejects.toMatchObject({ status: 404 })
    // From before the address was corrected.
    await db()
      .update(lead)
      .set({ email: 'new@example.nz', keysChangedAt: new Date() })
      .where(eq(lead.id, about.reader.id))
    await expect(saveMessageEmailChoice(db(), services().env, key, false)).rejects.toMatchObject({ status: 404 })
    expect(await db().$count(silencedAddress, eq(silencedAddress.agencyId, about.listing.agencyId))).toBe(0)
  })

  test('reports no email as undelivered', () => {
    const { env } = services()
    const address = bounceAddress(env, { messageId: `mesg_${'0'.repeat(16)}`, leadId: `lead_${'1'.repeat(16)}` }) ?? ''
    const { isFor } = bounceReceiver(services())
    expect(address.indexOf('@')).toBeLessThanOrEqual(64)
    expect([isFor(address), isFor(address.toUpperCase())]).toEqual([true, true])
    for (const forged of [address.replace('0.1', '0.2'), address.replace(/.@/, 'z@'), `x${address}`, `${address}.nz`])
      expect(isFor(forged), forged).toBe(false)
  })
})

test('threat 208: messages of another agency respond like missing ones', async () => {
  const about = await createCampaign()
  const stranger = await createAgent(db())
  const { id } = await create(about)
  const listingId = about.listing.id
  const draft = messageDraft(listingId)
  const attempts = [
    () => read(stranger, id),
    () => listMessages(db(), stranger, { listingId, limit: 20 }),
    () => countAudience(db(), stranger, { listingId, audience: {} }),
    () => suggestMessage(db(), stranger, { listingId, kind: 'sold' }),
    () => previewMessage(services(), stranger, { draft, leadId: about.reader.id }),
    () => sendMessageToSelf(services(), stranger, draft),
    () => createMessage(services(), stranger, { ...draft, creationKey: crypto.randomUUID() }),
    () => cancelMessage(db(), stranger, id),
    () => undoCancelMessage(db(), stranger, id),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 })
  // Their own listing does not give a name of another one.
  const own = await createCampaign()
  const ownDraft = messageDraft(own.listing.id)
  const asked = previewMessage(services(), own.agent, { draft: ownDraft, leadId: about.reader.id })
  await expect(asked).rejects.toMatchObject({ status: 404 })
  expect(await read(about.agent, id)).toMatchObject({ state: 'scheduled' })
})

test('threat 209: the same request sent twice at once is one message, and one handing over by several processes one email', async () => {
  const about = await createCampaign()
  const input = { ...messageDraft(about.listing.id), creationKey: crypto.randomUUID() }
  const both = await Promise.all([0, 1].map(() => createMessage(services(), about.agent, input)))
  expect(new Set(both.map(({ id }) => id)).size).toBe(1)
  const [{ id } = { id: '' }] = both
  await Promise.all([0, 1, 2].map(() => handOver(id)))
  const { rows } = await db().execute(
    `select 1 from pgboss.job where name = 'deliver_message' and data->>'messageId' = '${id}'`,
  )
  expect(rows).toHaveLength(1)
})

describe('threat 210: nobody’s inbox is filled', () => {
  test('by many messages about one listing in a day', async () => {
    const about = await createCampaign()
    for (let nth = 0; nth < MAX_MESSAGES_PER_DAY; nth++) await create(about)
    await expect(create(about)).rejects.toMatchObject({ status: 409 })
    const [first] = await db().select().from(buyerMessage).where(eq(buyerMessage.listingId, about.listing.id))
    await cancelMessage(db(), about.agent, first?.id ?? '')
    await create(about)
  })

  /** So many emails of messages of this agency were handed over some time ago. */
  async function handOverOthers({ listing: { id: listingId, agencyId } }: Campaign, count: number, ago: number) {
    const LEADS = 100
    for (let nth = 0; nth < LEADS; nth++) await createLead(db(), { listingId, source: 'import' })
    for (let nth = 0; nth < count / LEADS; nth++)
      await storeMessage(db(), { listingId, startedAt: new Date(), finishedAt: new Date() })
    const at = new Date(Date.now() - ago).toISOString()
    await db().execute(sql`
      insert into message_recipient ("messageId", "leadId", "agencyId", "queuedAt", "acceptedAt")
      select message.id, lead.id, ${agencyId}, ${at}, ${at} from buyer_message message
      join lead on lead."listingId" = message."listingId" where message."listingId" = ${listingId} limit ${count}`)
  }

  test.each([
    ['an agency in a minute', AGENCY_MESSAGES_PER_MINUTE, MINUTE_MS, true],
    ['an agency in a day', AGENCY_MESSAGES_PER_DAY, DAY_MS, true],
    ['all agencies in a minute', MESSAGES_PER_MINUTE, MINUTE_MS, false],
  ])('or the mail server: what is beyond the rate of %s waits', async (_name, limit, period, isOwn) => {
    const handedOver = (ago: number) =>
      db()
        .update(messageRecipient)
        .set({ queuedAt: new Date(Date.now() - ago) })
        .where(isNotNull(messageRecipient.queuedAt))
    await handedOver(2 * DAY_MS)
    const about = await createCampaign()
    await createLead(db(), { listingId: about.listing.id })
    const { id } = await create(about)
    const counts = async () => (await read(about.agent, id)).counts
    // One short of the rate, a moment ago.
    await handOverOthers(
      isOwn
        ? { ...about, listing: await createPublishedListing(db(), { agent: about.agent }) }
        : await createCampaign(),
      limit - 1,
      0.5 * period,
    )
    await handOver(id)
    expect(await counts()).toMatchObject({ waiting: 1, sending: 1 })
    await handOver(id)
    expect(await counts()).toMatchObject({ waiting: 1, sending: 1 })
    await handedOver(1.1 * period)
    await handOver(id)
    expect(await counts()).toMatchObject({ waiting: 0, sending: 2 })
  })
})
