import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/support/app.ts'
import { startScriptedSmtp } from '../../../test/support/scriptedSmtp.ts'
import {
  BUYER_EMAIL,
  CANARY,
  openTestMailer,
  type TestMailer,
  WAIT_OPTIONS,
} from '../../../test/support/testMailer.tsx'
import { createSeal } from '../config/secrets.server.ts'
import { listFailedJobs } from '../jobs/jobs.server.ts'
import { deliverEmail } from './mailer.server.ts'

vi.setConfig({ testTimeout: 40_000 })

let room: TestMailer
beforeAll(async () => {
  room = await openTestMailer()
}, 60_000)
afterAll(() => room?.close(), 60_000)

test('a mail arrives with a text and an HTML part, ours in From and the buyer in Reply-To', async () => {
  await room.post({ subject: 'New lead: Jane', replyTo: 'jane@example.com' })
  const { raw, mail } = await room.nextAccepted()

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

test('a mail is not readable in the database', async () => {
  await room.database.db.transaction(async (tx) => {
    await room.post({ subject: `Subject ${CANARY}` }, tx)
    const {
      rows: [job],
    } = await tx.execute<{ row: string }>("select job::text as row from pgboss.job where state = 'created'")
    expect(job?.row).toContain('sealed')
    for (const secret of [CANARY, BUYER_EMAIL, 'Somebody', Buffer.from(CANARY).toString('base64').slice(0, 10)])
      expect(job?.row).not.toContain(secret)
  })
  await room.nextAccepted()
})

test('a mail whose transaction rolls back is never sent', async () => {
  const before = room.smtp.attempts
  const undone = room.database.db.transaction(async (tx) => {
    await room.post({ subject: 'Never' }, tx)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await room.post({ subject: 'After it' })

  expect((await room.nextAccepted()).mail.subject).toBe('After it')
  expect(room.smtp.attempts).toBe(before + 1)
})

test.each([
  ['a line break in the subject', { subject: 'Hello\r\nBcc: evil@example.com' }, 'subject'],
  ['a line break in the recipient', { to: 'a@example.com\r\nBcc: evil@example.com' }, 'to'],
  ['two recipients', { to: 'a@example.com,b@example.com' }, 'to'],
  ['a display name with an address', { to: 'Evil <evil@example.com>' }, 'to'],
  ['a line break in Reply-To', { replyTo: 'a@example.com\nBcc: evil@example.com' }, 'replyTo'],
])('%s is refused as bad input before anything is queued', async (_what, envelope, field) => {
  const before = await room.countJobs()
  const refusal = await room.post(envelope).catch((error: unknown) => error)

  expect(refusal).toMatchObject({ name: 'InvalidInput', status: 400, fields: { [field]: expect.any(String) } })
  expect(await room.countJobs()).toEqual(before)
})

test('an address with an apostrophe is an address', async () => {
  await room.post({ to: "miriama.o'neill@example.com" })
  expect((await room.nextAccepted()).mail.to).toMatchObject([{ address: "miriama.o'neill@example.com" }])
})

test('threat 43, threat 44: a temporary refusal is tried again, as the same mail, until it is taken', async () => {
  const before = room.smtp.attempts
  room.smtp.script.push(
    { at: 'RCPT', code: 451, words: 'Greylisted' },
    { at: 'DATA', code: 451, words: 'Try later' },
    { at: 'MAIL', code: 421, words: 'Too busy' },
  )
  await room.post({ subject: 'Patience' })
  const { mail } = await room.nextAccepted()

  expect(room.smtp.attempts).toBe(before + 4)
  const [refusedAtTheEnd] = room.smtp.received.filter(({ accepted }) => !accepted)
  expect(refusedAtTheEnd?.mail.messageId).toBe(mail.messageId)
})

test('threat 43: a permanent refusal is parked at once, says why without naming anybody, and can be sent again', async () => {
  const before = room.smtp.attempts
  room.smtp.script.push({ at: 'RCPT', code: 550, words: `5.1.1 <${BUYER_EMAIL}> canary-person does not live here` })
  await room.post({ subject: 'Refused once' })

  const parked = await vi.waitFor(async () => {
    const [job] = await listFailedJobs(room.database.db)
    expect(job).toBeDefined()
    return job
  }, WAIT_OPTIONS)
  expect(parked).toMatchObject({ name: 'mail', tries: 1 })
  expect(parked?.reason).toBe('RCPT TO: 550 5.1.1 <[email]> [mailbox] does not live here')
  expect(room.smtp.attempts).toBe(before + 1)
  const [row] = await room.database.sql`select job::text as row from pgboss.job where id = ${parked?.id ?? ''}`
  expect(row?.row).not.toContain('canary-person')

  await room.jobs.boss.retry('mail', parked?.id ?? '')
  const { mail } = await room.nextAccepted()
  expect(mail.subject).toBe('Refused once')
  expect(mail.messageId).toContain(parked?.id)
  await vi.waitFor(async () => expect(await listFailedJobs(room.database.db)).toEqual([]), WAIT_OPTIONS)
})

test('a mail that cannot be read, after the secret changed, is parked and not tried again', async () => {
  const before = room.smtp.attempts
  const otherSecret = createSeal('another secret, as long as the first', 'mail')
  await room.jobs.enqueue(room.database.db, deliverEmail, { sealed: otherSecret.close({ to: BUYER_EMAIL }) })

  await vi.waitFor(async () => {
    const reason = 'The stored email can’t be decrypted. Was APP_SECRET changed?'
    expect(await listFailedJobs(room.database.db)).toMatchObject([{ tries: 1, reason }])
  }, WAIT_OPTIONS)
  expect(room.smtp.attempts).toBe(before)
  await room.database.sql`delete from pgboss.job where state = 'failed'`
})

test('threat 43: mail posted while the server is down goes out once it is back, each exactly once', async () => {
  const port = await freePort()
  const subjects = Array.from({ length: 6 }, (_, index) => `While down ${index}`)
  await room.sendingTo(`smtp://127.0.0.1:${port}`, async () => {
    for (const subject of subjects) await room.post({ subject })
    const waiting = () => room.countJobs("retry_count > 0 and state <> 'completed'")
    await vi.waitFor(async () => expect(await waiting()).toBe(subjects.length), WAIT_OPTIONS)

    const back = await startScriptedSmtp(port)
    const arrived = () => back.received.map(({ mail }) => mail.subject).toSorted()
    await vi.waitFor(() => expect(arrived()).toEqual(subjects), WAIT_OPTIONS)
    await vi.waitFor(async () => expect(await room.countJobs("state <> 'completed'")).toBe(0), WAIT_OPTIONS)
    expect(arrived()).toEqual(subjects)
    await back.stop()
  })
})

test('the log names nobody and quotes nothing', () => {
  const text = room.logged()
  expect(text).toContain('job failed')
  for (const secret of [CANARY, BUYER_EMAIL, 'canary-person', 'Refused once']) expect(text).not.toContain(secret)
})
