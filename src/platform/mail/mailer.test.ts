import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/support/processes/app.ts'
import { startScriptedSmtp } from '../../../test/support/servers/scriptedSmtp.ts'
import {
  BUYER_EMAIL,
  CANARY,
  MAILER_SECRET,
  openTestMailer,
  type TestMailer,
  WAIT_OPTIONS,
} from '../../../test/support/services/testMailer.tsx'
import { listFailedJobs, PermanentJobError } from '../jobs/jobs.server.ts'
import { toKeyring } from '../secrets/keyring.server.ts'
import { createSeal } from '../secrets/seal.server.ts'
import { deliverEmailJob, toDeliveryError } from './mailer.server.ts'

vi.setConfig({ testTimeout: 40_000 })

let mailer: TestMailer
beforeAll(async () => {
  mailer = await openTestMailer()
})
afterAll(() => mailer?.close())

test('an email arrives with a text and an HTML part, our address in From and the buyer’s in Reply-To', async () => {
  await mailer.post({ subject: 'New lead: Jane', replyTo: 'jane@example.com' })
  const { raw, mail } = await mailer.nextAccepted()

  expect(mail).toMatchObject({
    subject: 'New lead: Jane',
    from: { name: 'Property Files', address: 'hello@example.nz' },
    to: [{ address: BUYER_EMAIL }],
    replyTo: [{ address: 'jane@example.com' }],
  })
  expect(mail.text).toBe(
    [
      'Somebody asked about your listing',
      `The note: ${CANARY}\nwith <img src=evil>`,
      'Open lead:\nhttp://localhost:3000/portal/leads?listing=1&lead=2',
      'You get this because your listing is published.\n',
    ].join('\n\n'),
  )
  expect(mail.html).toContain('&lt;img src=evil&gt;')
  expect(mail.html).toContain('href="http://localhost:3000/portal/leads?listing=1&amp;lead=2"')
  expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@files\.example\.nz>$/im)
})

test('an email for a program arrives as exactly its text, without HTML, and with its attachment', async () => {
  const text = `Message: ${'long '.repeat(300)}\nFrom: not a header ā\n.\nEnd: 1\n`
  const content = '{ "name": "Hēmi" }\n'
  const attachments = [{ filename: 'lead.json', contentType: 'application/json', content }]
  await mailer.mailer.post(mailer.database.db, { to: BUYER_EMAIL, subject: 'Lead', body: { text, attachments } })
  const { mail } = await mailer.nextAccepted()
  expect(mail.text).toBe(`${text}\n`)
  expect(mail.html).toBeUndefined()
  expect(mail.from?.address).toBe('hello@example.nz')
  expect(mail.attachments).toMatchObject([{ filename: 'lead.json', mimeType: 'application/json' }])
  const [attached] = mail.attachments
  expect(Buffer.from((attached?.content ?? '') as ArrayBuffer).toString()).toBe(content)
})

test('an email is not readable in the database', async () => {
  await mailer.database.db.transaction(async (tx) => {
    await mailer.post({ subject: `Subject ${CANARY}` }, tx)
    const {
      rows: [job],
    } = await tx.execute<{ row: string }>("select job::text as row from pgboss.job where state = 'created'")
    expect(job?.row).toContain('sealed')
    for (const secret of [CANARY, BUYER_EMAIL, 'Somebody', Buffer.from(CANARY).toString('base64').slice(0, 10)])
      expect(job?.row).not.toContain(secret)
  })
  await mailer.nextAccepted()
})

test('an email whose transaction rolls back is never sent', async () => {
  const before = mailer.smtp.attempts
  const undone = mailer.database.db.transaction(async (tx) => {
    await mailer.post({ subject: 'Never' }, tx)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await mailer.post({ subject: 'After it' })

  expect((await mailer.nextAccepted()).mail.subject).toBe('After it')
  expect(mailer.smtp.attempts).toBe(before + 1)
})

test.each([
  ['a line break in the subject', { subject: 'Hello\r\nBcc: evil@example.com' }, 'subject'],
  ['a line break in the recipient', { to: 'a@example.com\r\nBcc: evil@example.com' }, 'to'],
  ['two recipients', { to: 'a@example.com,b@example.com' }, 'to'],
  ['a display name with an address', { to: 'Evil <evil@example.com>' }, 'to'],
  ['a line break in Reply-To', { replyTo: 'a@example.com\nBcc: evil@example.com' }, 'replyTo'],
])('%s is refused as bad input before anything is queued', async (_what, envelope, field) => {
  const before = await mailer.countJobs()
  const refusal = await mailer.post(envelope).catch((error: unknown) => error)

  expect(refusal).toMatchObject({ name: 'InvalidInput', status: 400, fields: { [field]: expect.any(String) } })
  expect(await mailer.countJobs()).toEqual(before)
})

test('an address with an apostrophe is accepted', async () => {
  await mailer.post({ to: "miriama.o'neill@example.com" })
  expect((await mailer.nextAccepted()).mail.to).toMatchObject([{ address: "miriama.o'neill@example.com" }])
})

test('threat 43, threat 44: a temporary refusal is tried again, as the same email, until it is accepted', async () => {
  const before = mailer.smtp.attempts
  mailer.smtp.script.push(
    { at: 'RCPT', code: 451, words: 'Greylisted' },
    { at: 'DATA', code: 451, words: 'Try later' },
    { at: 'MAIL', code: 421, words: 'Too busy' },
  )
  await mailer.post({ subject: 'Retried' })
  const { mail } = await mailer.nextAccepted()

  expect(mailer.smtp.attempts).toBe(before + 4)
  const [refusedAtTheEnd] = mailer.smtp.received.filter(({ accepted }) => !accepted)
  expect(refusedAtTheEnd?.mail.messageId).toBe(mail.messageId)
})

test('threat 43: a permanently refused email is parked at once, with a reason without personal data, and can be sent again', async () => {
  const before = mailer.smtp.attempts
  mailer.smtp.script.push({ at: 'RCPT', code: 550, words: `5.1.1 <${BUYER_EMAIL}> canary-person does not live here` })
  await mailer.post({ subject: 'Refused once' })

  const parked = await vi.waitFor(async () => {
    const [job] = await listFailedJobs(mailer.database.db)
    expect(job).toBeDefined()
    return job
  }, WAIT_OPTIONS)
  expect(parked).toMatchObject({ name: 'mail', tries: 1 })
  expect(parked?.reason).toBe('RCPT TO: 550 5.1.1 <[email]> [mailbox] does not live here')
  expect(mailer.smtp.attempts).toBe(before + 1)
  const [row] = await mailer.database.sql`select job::text as row from pgboss.job where id = ${parked?.id ?? ''}`
  expect(row?.row).not.toContain('canary-person')

  await mailer.jobs.boss.retry('mail', parked?.id ?? '')
  const { mail } = await mailer.nextAccepted()
  expect(mail.subject).toBe('Refused once')
  expect(mail.messageId).toContain(parked?.id)
  await vi.waitFor(async () => expect(await listFailedJobs(mailer.database.db)).toEqual([]), WAIT_OPTIONS)
})

test.each([
  ['today', (sealed: string) => sealed],
  ['before values named their secret', (sealed: string) => sealed.split('.')[0] ?? ''],
])('an email that was sealed %s with a secret which is not listed waits until it is', async (_when, asThen) => {
  const before = mailer.smtp.attempts
  const sealed = asThen(createSeal('another secret, as long as the first', 'mail').close({ to: BUYER_EMAIL }))
  await mailer.jobs.enqueue(mailer.database.db, deliverEmailJob, { sealed })

  const isWaiting = "retry_count > 0 and state = 'retry'"
  await vi.waitFor(async () => expect(await mailer.countJobs(isWaiting)).toBe(1), WAIT_OPTIONS)
  const [row] = await mailer.database.sql`select output::text from pgboss.job where state = 'retry'`
  expect(row?.output).toContain('Add the earlier secret to APP_SECRET_PREVIOUS.')
  expect(mailer.smtp.attempts).toBe(before)
  await mailer.database.sql`delete from pgboss.job where state = 'retry'`
})

test('an email that cannot be decrypted is parked and not tried again', async () => {
  const before = mailer.smtp.attempts
  const [body] = createSeal('another secret, as long as the first', 'mail').close({ to: BUYER_EMAIL }).split('.')
  const sealed = `${body}.${toKeyring(MAILER_SECRET).id}`
  await mailer.jobs.enqueue(mailer.database.db, deliverEmailJob, { sealed })

  await vi.waitFor(async () => {
    const reason = 'The stored email can’t be decrypted. Was APP_SECRET changed?'
    expect(await listFailedJobs(mailer.database.db)).toMatchObject([{ tries: 1, reason }])
  }, WAIT_OPTIONS)
  expect(mailer.smtp.attempts).toBe(before)
  await mailer.database.sql`delete from pgboss.job where state = 'failed'`
})

test('threat 43: emails queued while the server is down are sent once it is back, each exactly once', async () => {
  const port = await freePort()
  const subjects = Array.from({ length: 6 }, (_, index) => `While down ${index}`)
  await mailer.sendingTo(`smtp://127.0.0.1:${port}`, async () => {
    for (const subject of subjects) await mailer.post({ subject })
    const waiting = () => mailer.countJobs("retry_count > 0 and state <> 'completed'")
    await vi.waitFor(async () => expect(await waiting()).toBe(subjects.length), WAIT_OPTIONS)

    const back = await startScriptedSmtp(port)
    const arrived = () => back.received.map(({ mail }) => mail.subject).toSorted()
    await vi.waitFor(() => expect(arrived()).toEqual(subjects), WAIT_OPTIONS)
    await vi.waitFor(async () => expect(await mailer.countJobs("state <> 'completed'")).toBe(0), WAIT_OPTIONS)
    expect(arrived()).toEqual(subjects)
    await back.stop()
  })
})

test('the log contains no personal data and no content', () => {
  const text = mailer.logged()
  expect(text).toContain('job failed')
  for (const secret of [CANARY, BUYER_EMAIL, 'canary-person', 'Refused once']) expect(text).not.toContain(secret)
})

const isForGood = (details: object) =>
  toDeliveryError(Object.assign(new Error('trouble'), details), 'jane@example.com') instanceof PermanentJobError

test.each([
  ['an unknown mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no' }],
  ['a text that is taken for spam', { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 no' }],
  ['a mail larger than the server takes', { code: 'EMESSAGE', command: 'MAIL FROM' }],
])('%s is permanent, so the email is given up', (_what, details) => expect(isForGood(details)).toBe(true))

test.each([
  ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452, response: '452 full' }],
  ['our password that expired', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 no' }],
  ['a server that turns everybody away', { code: 'ECONNECTION', responseCode: 554, response: '554 busy' }],
  ['a server that is not there', { code: 'ECONNREFUSED', command: 'CONN' }],
  ['a server that says nothing', { code: 'ETIMEDOUT', command: 'CONN' }],
])('%s is temporary, so the email is tried again', (_what, details) => expect(isForGood(details)).toBe(false))
