import { and, eq } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { lead } from '#db/schema/leads.ts'
import { messageRecipient, silencedAddress } from '#db/schema/messages.ts'
import { auditText } from '#features/audit/auditText.ts'
import { startEmailReceiver } from '#features/emailedDocuments/server/receiveEmails.server.ts'
import { LeadTimelineInput } from '#features/leads/leads.schema.ts'
import { signLinkKey } from '#features/leads/server/documents/documentKey.server.ts'
import { requireLead } from '#features/leads/server/leads.server.ts'
import { listLeadTimeline } from '#features/leads/server/leadTimeline.server.ts'
import { updatePerson } from '#features/leads/server/people/updatePerson.server.ts'
import {
  eraseDetails,
  openByPrivateLink,
  readBuyerData,
} from '#features/leads/server/privateLink/privateLinkActions.server.ts'
import { tryLeadAddressAgain } from '#features/leads/server/silencedAddress.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { type Campaign, useMessages } from '../../../../test/support/services/messages.ts'
import { bounceAddress } from './bounceAddress.server.ts'
import { bounceReceiver } from './bounces.server.ts'

const { db, services, smtp, createCampaign, create, send, read, unsubscribe } = useMessages()

describe('an email that comes back', () => {
  const refuse = (words: string) => smtp().script.push({ at: 'RCPT', code: 550, words })

  test('is shown with the reason and without the address, which gets nothing more until it is corrected', async () => {
    const about = await createCampaign()
    const { id } = await create(about)
    refuse(`5.1.1 <${about.reader.email}> unknown`)
    await send(id)
    const { recipients, counts } = await read(about.agent, id)
    expect(counts).toMatchObject({ bounced: 1, sent: 0 })
    expect(recipients).toMatchObject([{ state: 'bounced', bounce: expect.stringContaining('5.1.1') }])
    expect(recipients[0]?.bounce).not.toContain(about.reader.email)
    await expect(create(about)).rejects.toMatchObject({ status: 409 })
    await db()
      .update(lead)
      .set({ email: `right-${about.reader.email}` })
      .where(eq(lead.id, about.reader.id))
    expect(await create(about)).toMatchObject({ people: 1 })
    expect(await db().$count(silencedAddress, eq(silencedAddress.email, about.reader.email))).toBe(0)
  })

  test('because the server refuses us says nothing about the address', async () => {
    const about = await createCampaign()
    const { id } = await create(about)
    refuse('5.7.1 Blocked by policy')
    await send(id)
    expect((await read(about.agent, id)).counts).toMatchObject({ bounced: 1 })
    expect(await create(about)).toMatchObject({ people: 1 })
  })

  test('is reported by the other mail server to the address of its envelope', async () => {
    const about = await createCampaign()
    const receiving = { ...services(), env: { ...services().env, INBOUND_PORT: 0 } }
    const receiver = await startEmailReceiver(receiving, bounceReceiver(receiving))
    if (!receiver) throw new Error('No emails are received.')
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true })
    const report = (to: string, action: string, status: string) =>
      transport.sendMail({
        envelope: { from: '', to },
        raw: deliveryReport(to, action, status, `smtp; 550 ${status} <${about.reader.email}> is gone`),
      })
    try {
      const { id } = await create(about)
      const address = bounceAddress(receiving.env, { messageId: id, leadId: about.reader.id }) ?? ''
      await report(address, 'failed', '5.1.1')
      expect((await read(about.agent, id)).counts).toMatchObject({ bounced: 0 })
      await send(id)
      await report(address, 'delayed', '4.4.1')
      expect((await read(about.agent, id)).counts).toMatchObject({ sent: 1, bounced: 0 })
      await report(address, 'failed', '5.1.1')
      const { recipients, counts } = await read(about.agent, id)
      expect(counts).toMatchObject({ bounced: 1 })
      expect(recipients).toMatchObject([{ state: 'bounced', bounce: '5.1.1 550 5.1.1 <[email]> is gone' }])
      await expect(create(about)).rejects.toMatchObject({ status: 409 })
      // Without a sender, only such an address takes anything.
      await expect(report(`someone@${receiving.env.INBOUND_DOMAIN}`, 'failed', '5.1.1')).rejects.toMatchObject({
        responseCode: 550,
      })
    } finally {
      transport.close()
      await receiver.stop()
    }
  })
})

const deliveryReport = (to: string, action: string, status: string, diagnostic: string) =>
  [
    ...['From: MAILER-DAEMON@mx.example', `To: ${to}`, 'Subject: Undelivered', 'MIME-Version: 1.0'],
    'Content-Type: multipart/report; report-type=delivery-status; boundary=part',
    ...['', '--part', 'Content-Type: text/plain', '', 'It could not be delivered.'],
    ...['--part', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
    ...['Final-Recipient: rfc822; someone@example.nz', `Action: ${action}`, `Status: ${status}`],
    ...[`Diagnostic-Code: ${diagnostic}`, '', '--part--', ''],
  ].join('\r\n')

describe('an address whose emails come back', () => {
  /** A campaign whose only buyer's email came back. */
  async function createBounced() {
    const about = await createCampaign()
    smtp().script.push({ at: 'RCPT', code: 550, words: '5.1.1 unknown' })
    await send((await create(about)).id)
    const { agent, reader } = about
    return { ...about, shown: () => requireLead(db(), agent, reader.id) }
  }

  test('is shown with the lead, and gets messages again when the agent says so, until the next one comes back', async () => {
    const about = await createBounced()
    const { agent, reader, shown } = about
    expect(await shown()).toMatchObject({ isEmailBounced: true, isUnsubscribedFromMessages: false })
    await tryLeadAddressAgain(db(), agent, reader.id)
    await tryLeadAddressAgain(db(), agent, reader.id)
    expect(await shown()).toMatchObject({ isEmailBounced: false })
    const { id } = await create(about)
    smtp().script.push({ at: 'RCPT', code: 550, words: '5.1.1 unknown' })
    await send(id)
    expect(await shown()).toMatchObject({ isEmailBounced: true })
    expect(await texts(about)).toContain('Tried the email address of this lead again')
  })

  test('threat 254: gets nothing again if its owner has unsubscribed as well', async () => {
    const about = await createBounced()
    const { agent, reader, listing, shown } = about
    await db()
      .update(silencedAddress)
      .set({ unsubscribedAt: new Date() })
      .where(eq(silencedAddress.agencyId, listing.agencyId))
    await tryLeadAddressAgain(db(), agent, reader.id)
    expect(await shown()).toMatchObject({ isEmailBounced: false, isUnsubscribedFromMessages: true })
    await expect(create(about)).rejects.toMatchObject({ status: 409 })
  })

  test('threat 254: stays as it is for another agency', async () => {
    const { reader, shown } = await createBounced()
    await expect(tryLeadAddressAgain(db(), await createAgent(db()), reader.id)).rejects.toMatchObject({ status: 404 })
    expect(await shown()).toMatchObject({ isEmailBounced: true })
  })

  test('no longer matters once the agent has corrected it', async () => {
    const about = await createBounced()
    const { agent, reader, shown } = about
    const { firstName, lastName, phone } = reader
    const email = `right-${reader.email}`
    await updatePerson(db(), agent, { id: reader.personId, firstName, lastName, phone, note: '', email })
    expect(await shown()).toMatchObject({ email, isEmailBounced: false })
    expect(await create(about)).toMatchObject({ people: 1 })
  })
})

const timeline = ({ agent, reader }: Campaign) =>
  listLeadTimeline(db(), agent, LeadTimelineInput.parse({ id: reader.id }))

/** The agent's own steps in words. */
const texts = async (about: Campaign) =>
  (await timeline(about)).steps.flatMap((step) => ('done' in step ? auditText(step.done) : []))

const keyOf = ({ reader }: Campaign) => signLinkKey(services().env.APP_SECRET, reader)

describe('a message in what is known about a lead', () => {
  test('is in the timeline, when it was sent, opened and unsubscribed from, page by page', async () => {
    const about = await createCampaign({ title: '12 Rata Street' })
    const { id } = await create(about)
    await send(id)
    await openByPrivateLink(services(), keyOf(about), id)
    await unsubscribe(id, about.reader)
    // Someone else's.
    await create(await createCampaign())
    const subject = 'News about 12 Rata Street'
    const steps: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listLeadTimeline(
        db(),
        about.agent,
        LeadTimelineInput.parse({ id: about.reader.id, limit: 1, cursor }),
      )
      steps.push(...page.steps)
      cursor = page.next
    }
    expect(steps).toMatchObject([
      { event: 'message_unsubscribed', subject },
      { event: 'message_opened', subject },
      { event: 'message_sent', subject },
      { event: 'lead_created' },
    ])
    expect(await timeline(about)).toMatchObject({ steps, next: null })
  })

  test('is in the timeline as an email that came back, and not at all if they were left out', async () => {
    const about = await createCampaign()
    await createLead(db(), { listingId: about.listing.id })
    smtp().script.push(
      { at: 'RCPT', code: 550, words: '5.1.1 unknown' },
      { at: 'RCPT', code: 550, words: '5.1.1 unknown' },
    )
    await send((await create(about)).id)
    await createLead(db(), { listingId: about.listing.id })
    await send((await create(about)).id)
    const { steps } = await timeline(about)
    expect(steps.map((step) => 'event' in step && step.event)).toEqual(['message_bounced', 'lead_created'])
  })

  test('is in the buyer’s own download as they read it, with whether messages are on', async () => {
    const about = await createCampaign({ title: '12 Rata Street' })
    const { id } = await create(about)
    await create(about)
    await send(id)
    expect(await readBuyerData(services(), keyOf(about))).toMatchObject({ unsubscribedAt: null })
    await unsubscribe(id, about.reader)
    const data = await readBuyerData(services(), keyOf(about))
    expect(data.messages).toEqual([
      {
        subject: 'News about 12 Rata Street',
        text: expect.stringMatching(/^Hi Mere,\n\nSee you there\.\n\n/),
        ...{ sentAt: expect.any(Date), openedAt: null, cameBackAt: null, unsubscribedAt: expect.any(Date) },
      },
    ])
    expect(data).toMatchObject({ unsubscribedAt: expect.any(Date), emailsComeBackSince: null })
  })

  test('goes with the lead: no recipient is left, and no silenced address that nobody has any more', async () => {
    const about = await createCampaign()
    const { id } = await create(about)
    const waiting = await create(about)
    await send(id)
    await unsubscribe(id, about.reader)
    const isTheirs = eq(messageRecipient.leadId, about.reader.id)
    const isAddress = and(
      eq(silencedAddress.email, about.reader.email),
      eq(silencedAddress.agencyId, about.listing.agencyId),
    )
    const count = async () => [
      await db().$count(messageRecipient, isTheirs),
      await db().$count(silencedAddress, isAddress),
    ]
    expect(await count()).toEqual([1, 1])
    await eraseDetails(services(), keyOf(about))
    expect(await count()).toEqual([0, 0])
    expect((await read(about.agent, id)).recipients).toEqual([])
    smtp().received.length = 0
    await send(waiting.id)
    expect(smtp().received).toEqual([])
  })
})
