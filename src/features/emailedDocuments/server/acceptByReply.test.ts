import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { openEmailServices, pdfAttachment } from '../../../../test/support/services/emailServices.ts'
import { user } from '../../../db/schema/accounts.ts'
import { file } from '../../../db/schema/files.ts'
import { inboundEmail } from '../../../db/schema/inboundEmails.ts'
import { listing } from '../../../db/schema/listings.ts'
import type { Agent } from '../../../platform/auth/sessions.server.ts'
import { isAcceptance } from './acceptByReply.server.ts'
import { deleteOldEmailsJob } from './deleteOldEmails.server.ts'
import { refuseEmailedDocuments } from './emailedDocuments.server.ts'

let context: Awaited<ReturnType<typeof openEmailServices>>
beforeAll(async () => {
  context = await openEmailServices()
})
afterAll(() => context.close())

const emailsTo = async ({ email }: { email: string }) =>
  (await context.writtenEmails()).filter(({ to }) => to === email)
const filesOf = (listingId: string) =>
  context.database.db.select().from(file).where(eq(file.listingId, listingId)).orderBy(file.name)
const countEmails = (listingId: string) =>
  context.database.db.$count(inboundEmail, eq(inboundEmail.listingId, listingId))

/** A listing whose agent has emailed documents, and where they can accept them by reply. */
async function receive(names = ['Title.pdf', 'LIM report.pdf']) {
  const made = await context.createAddressedListing()
  await context.sendEmail({ from: made.agent.email, to: made.address, attachments: names.map(pdfAttachment) })
  await context.settle()
  const replyTo = (await emailsTo(made.agent)).at(-1)?.replyTo
  if (!replyTo) throw new Error('The answer names no address for a reply.')
  return { ...made, replyTo }
}

const QUOTED =
  '\n\nOn Wed, 18 Nov 2026 at 11:40, Property Files <hello@example.nz> wrote:\n> To add them, reply with OK.\n> OK\n'

/** As an email program does: the answer above what it answers. */
async function reply(from: string, to: string, text: string, more: object = {}, isSigned = true) {
  const fields = { from, to, subject: 'Re: Documents', text: text + QUOTED, attachments: [], ...more }
  const sent = await context.sendEmail(fields, { isSigned })
  await context.settle()
  return sent
}

describe('a reply to the email about documents', () => {
  test('that says OK adds the documents of that email, and the agent is told', async () => {
    const { agent, listing: own, address, replyTo } = await receive()
    await context.sendEmail({ from: agent.email, to: address, attachments: [pdfAttachment('Rates.pdf')] })
    await context.settle()
    const told = await emailsTo(agent)
    expect(told[0]?.text).toContain('reply to this email with OK')
    await reply(agent.email, replyTo, 'OK, thanks\nMia Walker')
    expect((await filesOf(own.id)).map(({ originalName }) => originalName).sort()).toEqual([
      'LIM report.pdf',
      'Title.pdf',
    ])
    const { emails } = await context.emailedDocuments(agent, own.id)
    expect(emails.map(({ documents }) => documents.map(({ originalName }) => originalName))).toEqual([['Rates.pdf']])
    const last = (await emailsTo(agent)).at(-1)
    expect(last).toMatchObject({ subject: `2 documents added to ${own.title}`, isAutomaticReply: true })
    expect(last?.replyTo).toBeUndefined()
  })

  test('by the lead agent accepts what a colleague has emailed, and HTML alone is enough', async () => {
    const { agent, listing: own, address } = await context.createAddressedListing()
    const manager = await addMember(context.database.db, agent, { role: 'manager', email: `m${own.id}@agency.example` })
    await context.sendEmail({ from: manager.email, to: address })
    await context.settle()
    const told = (await emailsTo(agent)).at(-1)
    expect(told?.subject).toBe(`1 document arrived for ${own.title}`)
    const html =
      '<html><head><style>p { margin: 0 }</style></head><body><div>Yes&nbsp;please</div><blockquote>Add?</blockquote></body></html>'
    const replyWith = (html: string) => reply(agent.email, told?.replyTo ?? '', '', { text: undefined, html })
    await replyWith('<div><br></div><blockquote><div>Yes please</div></blockquote>')
    expect(await filesOf(own.id)).toEqual([])
    await replyWith(html)
    expect(await filesOf(own.id)).toHaveLength(1)
  })

  test('that says something else adds nothing, asks again, and can be answered', async () => {
    const { agent, listing: own, replyTo } = await receive()
    await reply(agent.email, replyTo, 'Yes, but not the LIM')
    expect(await filesOf(own.id)).toEqual([])
    const asked = (await emailsTo(agent)).at(-1)
    expect(asked).toMatchObject({ subject: `Nothing was added to ${own.title} yet`, replyTo })
    await reply(agent.email, asked?.replyTo ?? '', 'ok')
    expect(await filesOf(own.id)).toHaveLength(2)
  })

  test('names the files that were attached to it as not taken', async () => {
    const { agent, replyTo } = await receive()
    await reply(agent.email, replyTo, 'Yes', { attachments: [pdfAttachment('Rates.pdf')] })
    expect((await emailsTo(agent)).at(-1)?.text).toContain('We didn’t take the files attached to your reply.')
  })

  test('adds nothing while the agency has no subscription, and says where to go on', async () => {
    const { agent, listing: own, replyTo } = await receive()
    await context.database.db.update(user).set({ subscriptionActive: false }).where(eq(user.id, agent.id))
    await reply(agent.email, replyTo, 'Yes')
    expect(await filesOf(own.id)).toEqual([])
    expect((await emailsTo(agent)).at(-1)?.subject).toBe(`We couldn’t add the documents to ${own.title}`)
  })
})

describe('threat 194: accepting by reply', () => {
  const expectNothing = async (agent: Agent, listingId: string, told: number) => {
    expect(await filesOf(listingId)).toEqual([])
    expect(await emailsTo(agent)).toHaveLength(told)
  }

  test('is not offered for documents of an unproven sender', async () => {
    const { agent, address } = await context.createAddressedListing()
    await context.sendEmail({ from: 'valuer@stranger.example', to: address })
    await context.settle()
    const [told] = await emailsTo(agent)
    expect(told?.replyTo).toBeUndefined()
    expect(told?.text).not.toContain('reply')
  })

  test('changes nothing and answers nobody for a stranger, a member without proof or one who cannot edit the listing', async () => {
    const { agent, listing: own, replyTo } = await receive()
    const other = await context.createAddressedListing()
    const colleague = await addMember(context.database.db, agent, { role: 'agent', email: `c${own.id}@agency.example` })
    const before = await countEmails(own.id)
    for (const from of ['valuer@stranger.example', other.agent.email, colleague.email]) await reply(from, replyTo, 'ok')
    await reply(agent.email, replyTo, 'ok', {}, false)
    await expectNothing(agent, own.id, 1)
    expect(await emailsTo({ email: 'valuer@stranger.example' })).toEqual([])
    expect([await emailsTo(other.agent), await emailsTo(colleague)]).toEqual([[], []])
    expect(await countEmails(own.id)).toBe(before)
  })

  test('ignores out-of-office replies, and refuses bounces in the dialogue', async () => {
    const { agent, listing: own, replyTo } = await receive()
    const automatic = { headers: { 'Auto-Submitted': 'auto-replied' } }
    expect((await reply(agent.email, replyTo, 'ok', automatic)).response).toMatch(/^250/)
    const bounce = reply(agent.email, replyTo, 'ok', { envelope: { from: '', to: replyTo } })
    await expect(bounce).rejects.toMatchObject({ responseCode: 550 })
    await expectNothing(agent, own.id, 1)
  })

  test('needs the address that we made, which another email’s signature does not make', async () => {
    const first = await receive()
    const second = await receive()
    const [, id] = first.replyTo.split(/[.@]/)
    const [, , signature] = second.replyTo.split(/[.@]/)
    const domain = first.replyTo.split('@')[1]
    for (const to of [`accept.${id}.${signature}@${domain}`, `accept.${id}.${'0'.repeat(32)}@${domain}`])
      await expect(reply(first.agent.email, to, 'ok')).rejects.toMatchObject({ responseCode: 550 })
    await reply(first.agent.email, first.replyTo.toUpperCase(), 'ok')
    expect(await filesOf(first.listing.id)).toHaveLength(2)
    expect(await filesOf(second.listing.id)).toEqual([])
  })

  test('works once: afterwards, or when the documents were deleted, it says that nothing is left', async () => {
    const { agent, listing: own, replyTo } = await receive()
    for (let time = 0; time < 2; time += 1) await reply(agent.email, replyTo, 'ok')
    expect(await filesOf(own.id)).toHaveLength(2)
    const subjects = (await emailsTo(agent)).map(({ subject }) => subject)
    expect(subjects.slice(1)).toEqual([`2 documents added to ${own.title}`, `Nothing left to add to ${own.title}`])

    const deleted = await receive()
    const listingId = deleted.listing.id
    const { emails } = await context.emailedDocuments(deleted.agent, listingId)
    const ids = emails.flatMap(({ documents }) => documents.map(({ id }) => id))
    await refuseEmailedDocuments(context.services, deleted.agent, { listingId, ids })
    await reply(deleted.agent.email, deleted.replyTo, 'ok')
    expect(await filesOf(listingId)).toEqual([])
  })

  test('is answered once for a reply that arrives twice', async () => {
    const { agent, replyTo } = await receive()
    const more = { messageId: '<twice@agency.example>', date: new Date(0) }
    for (let time = 0; time < 2; time += 1) await reply(agent.email, replyTo, 'ok', more)
    expect(await emailsTo(agent)).toHaveLength(2)
  })

  test('ends with the documents, and when the listing is archived', async () => {
    const { agent, listing: own, replyTo } = await receive()
    const { db } = context.database
    const archive = (archivedAt: Date | null) => db.update(listing).set({ archivedAt }).where(eq(listing.id, own.id))
    await archive(new Date())
    await expect(reply(agent.email, replyTo, 'ok')).rejects.toMatchObject({ responseCode: 550 })
    await archive(null)
    const receivedAt = new Date(Date.now() - 61 * 86_400_000)
    await db.update(inboundEmail).set({ receivedAt }).where(eq(inboundEmail.listingId, own.id))
    await deleteOldEmailsJob.work(context.services, {}, { id: '' })
    await expect(reply(agent.email, replyTo, 'ok')).rejects.toMatchObject({ responseCode: 550 })
  })

  test('answers a machine that never says yes five times', async () => {
    const { agent, replyTo } = await receive()
    for (let time = 0; time < 7; time += 1) await reply(agent.email, replyTo, `Ticket ${time} was opened`)
    expect(await emailsTo(agent)).toHaveLength(1 + 5)
  })
})

describe('the first line', () => {
  test.each([
    'ok',
    'OK',
    'Okay.',
    'Yes!',
    'Yes please',
    'Accept all, thanks',
    'Add them please',
    '\ufeffyes\u00a0thanks',
    '\r\n\r\nok\r\n\r\nMia\r\n> Accept?',
    'Ok\nMia Walker\nLevel 2, Lambton Quay',
    'Yes\nOn Wed, 18 Nov 2026, Property Files wrote:\n> Buyers can’t see them, but only you',
    'yes\n\nThis email is not for anyone else.',
  ])('%j accepts', (text) => {
    expect(isAcceptance(text)).toBe(true)
  })

  test.each([
    '',
    'No',
    'ok?',
    'Yes, but not the LIM',
    'ok\nbut leave out the LIM',
    'Not ok',
    'Okanagan',
    '> ok',
    '> To add them, reply with OK.\n\nok',
    'On Wed, 18 Nov 2026 at 11:40, Property Files wrote:\nok',
    '-----Original Message-----\nok',
    'From: Property Files\nok',
    'Who sent these?\nok',
    'I am out of the office\n\nyes',
  ])('%j does not', (text) => {
    expect(isAcceptance(text)).toBe(false)
  })
})
