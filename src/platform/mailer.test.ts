import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, type Db, openDatabase } from '#db/client.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { freePort } from '../../test/support/app.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../../test/support/smtp.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/postgres.server.ts'
import { type Jobs, listFailedJobs, openJobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'
import { MailButton } from './mail/MailButton.tsx'
import { MailLayout } from './mail/MailLayout.tsx'
import { MailText } from './mail/MailText.tsx'
import { createMailer, deliverMail, type Mailer } from './mailer.server.ts'
import { createSeal } from './seal.server.ts'

const CANARY = 'canary-7f3a'
const BUYER = 'canary-person@example.com'
const logged: string[] = []
const log = createLog({ level: 'debug', destination: { write: (line) => logged.push(line) } })
const quick = { ...deliverMail, queue: { ...deliverMail.queue, retryDelay: 1, retryDelayMax: 1 } }
const settled = { timeout: 20_000, interval: 50 }

vi.setConfig({ testTimeout: 40_000 })

let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
let jobs: Jobs
let smtp: ScriptedSmtp
let mailer: Mailer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'property-files-mailer-'))
  await chmod(dataDir, 0o755)
  postgres = await startEmbeddedPostgres(dataDir, () => {})
  await migrateDatabase(postgres.url, join(import.meta.dirname, '../../drizzle'))
  database = openDatabase(postgres.url)
  jobs = openJobs(database, log)
  await jobs.start([quick])
  smtp = await startScriptedSmtp()
  mailer = mailerTo(smtp.url)
  await jobs.work(quick, { log, mailer: { ...mailer, deliver: (...mail) => mailer.deliver(...mail) } })
}, 60_000)

afterAll(async () => {
  await jobs?.stop()
  mailer?.close()
  await smtp?.stop()
  await database?.close()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

test('a mail arrives with a text and an HTML part, ours in From and the buyer in Reply-To', async () => {
  await post({ subject: 'New lead: Jane', replyTo: 'jane@example.com' })
  const { raw, mail } = await nextAccepted()

  expect(mail).toMatchObject({
    subject: 'New lead: Jane',
    from: { name: 'Property Files', address: 'hello@example.nz' },
    to: [{ address: BUYER }],
    replyTo: [{ address: 'jane@example.com' }],
  })
  expect(mail.text).toBe(
    [
      'Somebody asked about your listing',
      `The note: ${CANARY}\nwith <img src=evil>`,
      'Open the lead:\nhttp://localhost:3000/portal/leads?listing=1&lead=2',
      'You get this because your listing is published.\n',
    ].join('\n\n'),
  )
  expect(mail.html).toContain('&lt;img src=evil&gt;')
  expect(mail.html).toContain('href="http://localhost:3000/portal/leads?listing=1&amp;lead=2"')
  expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@files\.example\.nz>$/im)
})

test('a mail is not readable in the database', async () => {
  await database.db.transaction(async (tx) => {
    await post({ subject: `Subject ${CANARY}` }, tx)
    const [job] = await tx.execute<{ row: string }>("select job::text as row from pgboss.job where state = 'created'")
    expect(job?.row).toContain('sealed')
    for (const secret of [CANARY, BUYER, 'Somebody', Buffer.from(CANARY).toString('base64').slice(0, 10)])
      expect(job?.row).not.toContain(secret)
  })
  await nextAccepted()
})

test('a mail whose transaction rolls back is never sent', async () => {
  const before = smtp.attempts
  const undone = database.db.transaction(async (tx) => {
    await post({ subject: 'Never' }, tx)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await post({ subject: 'After it' })

  expect((await nextAccepted()).mail.subject).toBe('After it')
  expect(smtp.attempts).toBe(before + 1)
})

test.each([
  ['a line break in the subject', { subject: 'Hello\r\nBcc: evil@example.com' }, 'subject'],
  ['a line break in the recipient', { to: 'a@example.com\r\nBcc: evil@example.com' }, 'to'],
  ['two recipients', { to: 'a@example.com,b@example.com' }, 'to'],
  ['a display name with an address', { to: 'Evil <evil@example.com>' }, 'to'],
  ['a line break in Reply-To', { replyTo: 'a@example.com\nBcc: evil@example.com' }, 'replyTo'],
])('%s is refused as bad input before anything is queued', async (_what, envelope, field) => {
  const before = await queued()
  const refusal = await post(envelope).catch((error: unknown) => error)

  expect(refusal).toMatchObject({ name: 'InvalidInput', status: 400, fields: { [field]: expect.any(String) } })
  expect(await queued()).toEqual(before)
})

test('an address with an apostrophe is an address', async () => {
  await post({ to: "miriama.o'neill@example.com" })
  expect((await nextAccepted()).mail.to).toMatchObject([{ address: "miriama.o'neill@example.com" }])
})

test('a temporary refusal is tried again, as the same mail, until it is taken', async () => {
  const before = smtp.attempts
  smtp.script.push(
    { at: 'RCPT', code: 451, words: 'Greylisted' },
    { at: 'DATA', code: 451, words: 'Try later' },
    { at: 'MAIL', code: 421, words: 'Too busy' },
  )
  await post({ subject: 'Patience' })
  const { mail } = await nextAccepted()

  expect(smtp.attempts).toBe(before + 4)
  const [refusedAtTheEnd] = smtp.received.filter(({ accepted }) => !accepted)
  expect(refusedAtTheEnd?.mail.messageId).toBe(mail.messageId)
})

test('a permanent refusal is parked at once, says why without naming anybody, and can be sent again', async () => {
  const before = smtp.attempts
  smtp.script.push({ at: 'RCPT', code: 550, words: `5.1.1 <${BUYER}> canary-person does not live here` })
  await post({ subject: 'Refused once' })

  const parked = await vi.waitFor(async () => {
    const [job] = await listFailedJobs(database.db)
    expect(job).toBeDefined()
    return job
  }, settled)
  expect(parked).toMatchObject({ name: 'mail', tries: 1 })
  expect(parked?.reason).toBe('RCPT TO: 550 5.1.1 <[email]> [mailbox] does not live here')
  expect(smtp.attempts).toBe(before + 1)
  const [row] = await database.sql`select job::text as row from pgboss.job where id = ${parked?.id ?? ''}`
  expect(row?.row).not.toContain('canary-person')

  await jobs.boss.retry('mail', parked?.id ?? '')
  const { mail } = await nextAccepted()
  expect(mail.subject).toBe('Refused once')
  expect(mail.messageId).toContain(parked?.id)
  await vi.waitFor(async () => expect(await listFailedJobs(database.db)).toEqual([]), settled)
})

test('a mail that cannot be read, after the secret changed, is parked and not tried again', async () => {
  const before = smtp.attempts
  const otherSecret = createSeal('another secret, as long as the first', 'mail')
  await jobs.enqueue(database.db, deliverMail, { sealed: otherSecret.close({ to: BUYER }) })

  await vi.waitFor(async () => {
    const reason = 'The stored mail cannot be read. Was APP_SECRET changed?'
    expect(await listFailedJobs(database.db)).toMatchObject([{ tries: 1, reason }])
  }, settled)
  expect(smtp.attempts).toBe(before)
  await database.sql`delete from pgboss.job where state = 'failed'`
})

test('mail posted while the server is down goes out once it is back, each exactly once', async () => {
  const working = mailer
  const port = await freePort()
  mailer = mailerTo(`smtp://127.0.0.1:${port}`)
  const subjects = Array.from({ length: 6 }, (_, index) => `While down ${index}`).toSorted()
  for (const subject of subjects) await post({ subject })
  await vi.waitFor(async () => {
    const [tried] =
      await database.sql`select count(*)::int as n from pgboss.job where retry_count > 0 and state <> 'completed'`
    expect(tried?.n).toBe(subjects.length)
  }, settled)

  const back = await startScriptedSmtp(port)
  await vi.waitFor(() => expect(back.received.map(({ mail }) => mail.subject).toSorted()).toEqual(subjects), settled)
  expect(await listFailedJobs(database.db)).toEqual([])
  mailer.close()
  mailer = working
  await back.stop()
})

test('the log names nobody and quotes nothing', () => {
  const text = logged.join('')
  expect(text).toContain('job failed')
  for (const secret of [CANARY, BUYER, 'canary-person', 'Refused once']) expect(text).not.toContain(secret)
})

function mailerTo(url: string) {
  const seal = createSeal('a secret that is long enough for anybody', 'mail')
  return createMailer({
    url,
    from: 'Property Files <hello@example.nz>',
    appUrl: 'https://files.example.nz',
    seal,
    jobs,
  })
}

function post(envelope: { to?: string; subject?: string; replyTo?: string }, tx: Db = database.db) {
  const body = createElement(MailLayout, {
    preview: 'A lead',
    heading: 'Somebody asked about your listing',
    footer: 'You get this because your listing is published.',
    children: [
      createElement(MailText, { key: 'note', children: `The note: ${CANARY}\nwith <img src=evil>` }),
      createElement(MailButton, {
        key: 'open',
        href: 'http://localhost:3000/portal/leads?listing=1&lead=2',
        children: 'Open the lead',
      }),
    ],
  })
  return mailer.post(tx, { to: BUYER, subject: 'Hello', body, ...envelope })
}

/** The one mail that arrives after the earlier ones were looked at. */
let seen = 0
async function nextAccepted() {
  const accepted = () => smtp.received.filter((received) => received.accepted)
  const next = await vi.waitFor(() => {
    const found = accepted()[seen]
    if (!found) throw new Error('Nothing arrived yet.')
    return found
  }, settled)
  seen += 1
  await vi.waitFor(async () => {
    const [open] = await database.sql`select count(*)::int as n from pgboss.job where state in ('active', 'retry')`
    expect(open?.n).toBe(0)
  }, settled)
  expect(accepted()).toHaveLength(seen)
  return next
}

async function queued() {
  const [jobCount] = await database.sql`select count(*)::int as n from pgboss.job`
  return jobCount
}
