import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { textPdf } from '../../../../test/fixtures/content/pdf.ts'
import { housePhoto } from '../../../../test/fixtures/content/photos.ts'
import { winmail } from '../../../../test/fixtures/content/winmail.ts'
import { openEmailServices, pdfAttachment } from '../../../../test/support/services/emailServices.ts'
import { collectAll } from '../../../../test/support/uploader.ts'
import { file } from '../../../db/schema/files.ts'
import { inboundDocument, inboundEmail } from '../../../db/schema/inboundEmails.ts'
import { refusalMessages } from '../../../platform/media/inspectFile.media.ts'
import { STORAGE_QUOTA_BYTES } from '../../../platform/storage/storage.ts'
import { deleteOldEmailsJob } from './deleteOldEmails.server.ts'
import { makeEmailAddress } from './emailAddress.server.ts'
import { acceptEmailedDocuments, createEmailedDocumentUrl, refuseEmailedDocuments } from './emailedDocuments.server.ts'
import { HELD_SHARE } from './readEmail.server.ts'

let context: Awaited<ReturnType<typeof openEmailServices>>
beforeAll(async () => {
  context = await openEmailServices()
})
afterAll(() => context.close())

const notFound = { status: 404 }

/** A listing that has received an email with these documents from its agent. */
async function receive(names = ['LIM report.pdf']) {
  const made = await context.createAddressedListing()
  await context.sendEmail({ from: made.agent.email, to: made.address, attachments: names.map(pdfAttachment) })
  await context.settle()
  const { emails } = await context.emailedDocuments(made.agent, made.listing.id)
  const [email] = emails
  if (!email) throw new Error('The email has not arrived.')
  return { ...made, email, documents: email.documents }
}
const filesOf = (listingId: string) =>
  context.database.db.select().from(file).where(eq(file.listingId, listingId)).orderBy(file.name)

describe('an email to the address of a listing', () => {
  test('from its agent waits with its documents named and sorted, and the agent gets an answer', async () => {
    const { agent, email } = await receive(['scan_lim-report_2026.pdf', 'Title.pdf'])
    expect(email).toMatchObject({ sender: agent.email, subject: 'Documents', isProven: true, reason: '' })
    expect(email.documents.map(({ kind }) => kind).sort()).toEqual(['lim', 'title'])
    const answers = (await context.writtenEmails()).filter(({ to }) => to === agent.email)
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({
      subject: expect.stringContaining('2 documents received'),
      isAutomaticReply: true,
    })
  })

  test('becomes files when it is accepted, with the names that the agent gave, and only once', async () => {
    const { agent, listing, documents } = await receive(['Title.pdf', 'LIM report.pdf'])
    expect(await filesOf(listing.id)).toEqual([])
    const [first, second] = documents
    const input = {
      listingId: listing.id,
      documents: [{ id: first?.id ?? '', name: 'My own name' }, { id: second?.id ?? '' }],
    }
    expect(await acceptEmailedDocuments(context.services, agent, input)).toEqual({ accepted: 2 })
    expect(await acceptEmailedDocuments(context.services, agent, input)).toEqual({ accepted: 0 })
    await context.settle()
    const files = await filesOf(listing.id)
    expect(files).toMatchObject([
      { name: 'My own name', state: 'ready', pageCount: 1 },
      { name: second?.name, state: 'ready' },
    ])
    expect((await context.emailedDocuments(agent, listing.id)).emails).toEqual([])
  })

  test('leaves nothing in the storage when it is refused', async () => {
    const { agent, listing, documents } = await receive()
    const before = (await collectAll(context.services.storage.list())).length
    await refuseEmailedDocuments(context.services, agent, {
      listingId: listing.id,
      ids: documents.map(({ id }) => id),
    })
    await context.settle()
    expect((await context.emailedDocuments(agent, listing.id)).emails).toEqual([])
    expect((await collectAll(context.services.storage.list())).length).toBe(before - 1)
    expect(await filesOf(listing.id)).toEqual([])
  })

  test('is deleted with its documents after 60 days without a decision, and accepted documents stay', async () => {
    const { agent, listing, email, documents } = await receive(['Title.pdf', 'LIM report.pdf'])
    const [kept] = documents
    await acceptEmailedDocuments(context.services, agent, {
      listingId: listing.id,
      documents: [{ id: kept?.id ?? '' }],
    })
    const { db } = context.database
    const makeOld = (days: number) =>
      db
        .update(inboundEmail)
        .set({ receivedAt: new Date(Date.now() - days * 86_400_000) })
        .where(eq(inboundEmail.id, email.id))
    await makeOld(59)
    await deleteOldEmailsJob.work(context.services, {}, { id: '' })
    expect((await context.emailedDocuments(agent, listing.id)).emails).toHaveLength(1)
    await makeOld(61)
    await deleteOldEmailsJob.work(context.services, {}, { id: '' })
    await context.settle()
    expect(await db.$count(inboundEmail, eq(inboundEmail.id, email.id))).toBe(0)
    const [stored] = await filesOf(listing.id)
    expect(await context.services.storage.stat(stored?.path ?? '')).toBeDefined()
  })

  test('threat 181: from a stranger, or in the name of a member without proof, is held with the reason and not answered', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    await context.sendEmail({ from: 'valuer@stranger.example', to: address })
    await context.sendEmail({ from: agent.email, to: address, subject: 'Forged' }, { isSigned: false })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails).toMatchObject([
      { subject: 'Forged', isProven: false, reason: expect.stringContaining('agency.example') },
      {
        sender: 'valuer@stranger.example',
        isProven: false,
        reason: 'The sender isn’t someone who edits this listing.',
      },
    ])
    const written = await context.writtenEmails()
    expect(written.filter(({ to }) => to === 'valuer@stranger.example')).toEqual([])
    // The agent is told, with a warning, and is not sent an answer to what they never wrote.
    const told = written.filter(({ to }) => to === agent.email)
    expect(told).toHaveLength(2)
    for (const { subject, text } of told) {
      expect(subject).toContain('1 document arrived')
      expect(text).toContain('Check who sent this.')
    }
  })

  test('from a member of the agency who cannot edit the listing is held, and from a manager it is not', async () => {
    const { db } = context.database
    const { agent, listing, address } = await context.createAddressedListing()
    const manager = await addMember(db, agent, { role: 'manager', email: 'manager@agency.example' })
    const colleague = await addMember(db, agent, { role: 'agent', email: 'colleague@agency.example' })
    await context.sendEmail({ from: colleague.email, to: address })
    await context.sendEmail({ from: manager.email, to: address })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails.map(({ sender, isProven }) => [sender, isProven])).toEqual([
      [manager.email, true],
      [colleague.email, false],
    ])
  })

  test('of which no file can be taken stays with their names, and the lead agent is told, until someone deletes it', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const attachments = [{ filename: 'Reports.zip', content: Buffer.from('504b0304140000000000000000000000', 'hex') }]
    await context.sendEmail({ from: 'valuer@stranger.example', to: address, attachments })
    // Nothing is lost with this one.
    await context.sendEmail({ from: 'valuer@stranger.example', to: address, attachments: [] })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails).toMatchObject([
      { sender: 'valuer@stranger.example', documents: [], leftOut: [{ name: 'Reports.zip' }] },
    ])
    const told = (await context.writtenEmails()).filter(({ to }) => to === agent.email)
    expect(told).toMatchObject([{ subject: `We couldn’t take the files emailed for ${listing.title}` }])
    expect(told[0]?.text).toContain('• Reports (ZIP): We can’t accept zip files or other archives.')
    const ids = emails.flatMap(({ leftOut }) => leftOut.map(({ id }) => id))
    const documents = ids.map((id) => ({ id }))
    const given = { listingId: listing.id, documents }
    expect(await acceptEmailedDocuments(context.services, agent, given)).toEqual({ accepted: 0 })
    await refuseEmailedDocuments(context.services, agent, { listingId: listing.id, ids })
    expect((await context.emailedDocuments(agent, listing.id)).emails).toEqual([])
  })

  test('threat 183: from a stranger is left out while their documents fill their share of the storage, and from a member it is not', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const fromStranger = () => context.sendEmail({ from: 'valuer@stranger.example', to: address })
    await fromStranger()
    await context.settle()
    const [held] = (await context.emailedDocuments(agent, listing.id)).emails
    const { db } = context.database
    await db
      .update(inboundDocument)
      .set({ size: STORAGE_QUOTA_BYTES * HELD_SHARE })
      .where(eq(inboundDocument.emailId, held?.id ?? ''))
    await fromStranger()
    await context.settle()
    await context.sendEmail({ from: agent.email, to: address })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails.map(({ documents, leftOut }) => [documents.length, leftOut.length])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ])
  })

  test('threat 183: whose sender has invisible characters or a link in it is stored and told without them', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const from = 'mi\u0000a@www.stran\u202eger.example'
    const raw = `From: ${from}\r\nTo: ${address}\r\n${mime(pdfPart('Title.pdf'))}`
    const envelope = { from: 'bounces@stranger.example', to: address }
    await context.sendEmail({ envelope, raw }, { isSigned: false })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.sender).toBe('mia@www.stran ger.example')
    const told = (await context.writtenEmails()).filter(({ to }) => to === agent.email)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Someone has emailed a document')
    expect(told[0]?.text).not.toContain('www.')
  })

  test('that arrives twice is one', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const content = `From: ${agent.email}\r\nTo: ${address}\r\nMessage-ID: <twice@agency.example>\r\n${mime(pdfPart('Title.pdf'))}`
    for (let time = 0; time < 2; time += 1)
      await context.sendEmail({ envelope: { from: agent.email, to: address }, raw: content }, { isSigned: false })
    await context.settle()
    expect((await context.emailedDocuments(agent, listing.id)).emails).toHaveLength(1)
  })
})

describe('the documents of an email', () => {
  test('are found in forwarded emails and in winmail.dat, and logos of signatures are left out', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const forwarded = `From: lawyer@law.example\r\nSubject: Title\r\n${mime(pdfPart('Title search.pdf'))}`
    await context.sendEmail({
      from: agent.email,
      to: address,
      html: '<p>See attached</p><img src="cid:logo">',
      attachments: [
        {
          filename: 'logo.png',
          content: await housePhoto(1).then((photo) => photo.subarray(0, 4000)),
          cid: 'logo',
          contentType: 'image/png',
        },
        { filename: 'Forwarded.eml', content: forwarded, contentType: 'message/rfc822' },
        {
          filename: 'winmail.dat',
          content: winmail([{ name: 'Building report – Rata Street.pdf', content: textPdf(['Report']) }]),
          contentType: 'application/ms-tnef',
        },
      ],
    })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails[0]?.documents.map(({ originalName }) => originalName).sort()).toEqual([
      'Building report – Rata Street.pdf',
      'Title search.pdf',
    ])
    expect(emails[0]?.leftOut).toEqual([])
  })

  test('are found beside a forwarded email that cannot be opened', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const broken = `X-Long: ${'x'.repeat(600_000)}\r\n${mime(pdfPart('Lost.pdf'))}`
    await context.sendEmail({
      from: agent.email,
      to: address,
      attachments: [
        { filename: 'Broken.eml', content: broken, contentType: 'message/rfc822' },
        pdfAttachment('Title.pdf'),
      ],
    })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails[0]?.documents.map(({ originalName }) => originalName)).toEqual(['Title.pdf'])
    expect(emails[0]?.leftOut).toMatchObject([{ name: 'Broken.eml', why: 'We couldn’t open this email.' }])
  })

  test('threat 183: are never programs, scripts, macros or archives, whatever they are called, and the answer names each', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    await context.sendEmail({
      from: agent.email,
      to: address,
      attachments: [
        pdfAttachment('Rates.pdf'),
        { filename: 'Report.pdf', content: 'MZ\u0090\u0000 This program cannot be run in DOS mode' },
        { filename: 'setup.exe', content: Buffer.from('4d5a90000300000004000000ffff0000', 'hex') },
        { filename: 'photos.zip', content: Buffer.from('504b0304140000000000000000000000', 'hex') },
        { filename: 'open.html', content: '<html><script>alert(1)</script></html>' },
        { filename: 'run.js', content: 'alert(1)' },
      ],
    })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails[0]?.documents.map(({ originalName }) => originalName)).toEqual(['Rates.pdf'])
    const refused = ['Report.pdf', 'open.html', 'photos.zip', 'run.js', 'setup.exe']
    expect(emails[0]?.leftOut.map(({ name }) => name).sort()).toEqual(refused)
    const whys = new Map(emails[0]?.leftOut.map(({ name, why }) => [name, why]))
    expect(whys.get('setup.exe')).toBe(refusalMessages.program)
    expect(whys.get('photos.zip')).toBe(refusalMessages.archive)
    expect(whys.get('open.html')).toBe(refusalMessages.webPage)
    const answer = (await context.writtenEmails()).find(({ to }) => to === agent.email)
    for (const name of ['Report (PDF)', 'open (HTML)', 'photos (ZIP)', 'run (JS)', 'setup (EXE)'])
      expect(answer?.html).toContain(name)
  })

  test('are not looked for in emails that contain each other too often, and there are at most 40', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    let nested = `Subject: Innermost\r\n${mime(pdfPart('Too deep.pdf'))}`
    for (let depth = 0; depth < 6; depth += 1) nested = `Subject: ${depth}\r\n${mime(emailPart(nested))}`
    await context.sendEmail({
      from: agent.email,
      to: address,
      attachments: [
        { filename: 'Deep.eml', content: nested, contentType: 'message/rfc822' },
        ...Array.from({ length: 45 }, (_, index) => pdfAttachment(`Rates ${index}.pdf`)),
      ],
    })
    await context.settle()
    const { emails } = await context.emailedDocuments(agent, listing.id)
    expect(emails[0]?.documents).toHaveLength(40)
    expect(emails[0]?.leftOut).toHaveLength(6)
    const whys = new Set(emails[0]?.leftOut.map(({ why }) => why))
    expect([...whys].sort()).toEqual([
      'It was forwarded inside too many other emails.',
      'We take up to 40 documents from one email. Send the rest in another.',
    ])
  })
})

describe('the address of a listing', () => {
  test('stays the same until a new one is made, which ends the old one', async () => {
    const { agent, listing, address } = await context.createAddressedListing()
    const make = (replaces?: string) => makeEmailAddress(context.services, agent, { listingId: listing.id, replaces })
    expect(address).toMatch(/^12-rata-street-[0-9a-z]+\.[0-9a-hjkmnp-tv-z]{8}@in\.property-files\.localhost$/)
    expect((await make()).address).toBe(address)
    const { address: fresh } = await make(address)
    expect(fresh).not.toBe(address)
    // A second click of the same button.
    expect((await make(address)).address).toBe(fresh)
    await expect(context.sendEmail({ from: agent.email, to: address })).rejects.toMatchObject({ responseCode: 550 })
    await context.sendEmail({ from: agent.email, to: fresh.toUpperCase() })
  })
})

test('threat 17: another agent sees, opens, accepts and refuses none of them', async () => {
  const { agent, listing, documents } = await receive()
  const other = await createAgent(context.database.db)
  const [id = ''] = documents.map((one) => one.id)
  const listingId = listing.id
  const attempts = (at: string) => [
    () => acceptEmailedDocuments(context.services, other, { listingId: at, documents: [{ id }] }),
    () => refuseEmailedDocuments(context.services, other, { listingId: at, ids: [id] }),
    () => createEmailedDocumentUrl(context.services, other, { listingId: at, id }),
  ]
  for (const attempt of attempts(listingId)) await expect(attempt()).rejects.toMatchObject(notFound)
  // Under a listing of their own, it is not there.
  const [accept, refuse, open] = attempts((await context.createAddressedListing(other)).listing.id)
  expect([await accept?.(), await refuse?.()]).toEqual([{ accepted: 0 }, { refused: 0 }])
  await expect(open?.()).rejects.toMatchObject({ status: 409 })
  expect((await context.emailedDocuments(agent, listingId)).emails[0]?.documents).toHaveLength(1)
  await expect(context.emailedDocuments(other, listingId)).rejects.toMatchObject(notFound)
  await expect(makeEmailAddress(context.services, other, { listingId })).rejects.toMatchObject(notFound)
})

const BOUNDARY = 'part-of-a-test'
let boundaries = 0
const mime = (part: string) => {
  boundaries += 1
  const boundary = `${BOUNDARY}-${boundaries}`
  return `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${part}\r\n--${boundary}--\r\n`
}
const pdfPart = (name: string) =>
  `Content-Type: application/pdf; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${textPdf([name]).toString('base64')}`
const emailPart = (email: string) => `Content-Type: message/rfc822\r\n\r\n${email}`
