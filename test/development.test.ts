import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/db/client.server.ts'
import { emailFolder, startEmailServer } from '../src/platform/embeddedServices/mailbox.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { openJobs } from '../src/platform/jobs/jobs.server.ts'
import { createMailer } from '../src/platform/mail/mailer.server.ts'
import { createSeal } from '../src/platform/secrets/seal.server.ts'
import { createLog } from '../src/platform/telemetry/log.server.ts'
import { type RunningApp, startBuiltApp } from './support/processes/app.ts'
import { rawRequest } from './support/rawRequest.ts'

let app: RunningApp
let port: number

beforeAll(async () => {
  app = await startBuiltApp()
  port = Number(new URL(app.url).port)
})
afterAll(() => app?.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  rawRequest({ port, path, headers: { host: `localhost:${port}`, accept: 'text/html', ...headers } })

test('after a new start the email page is empty and says how to get an email', async () => {
  const { status, body } = await get('/dev/mail')
  expect(status).toBe(200)
  expect(body).toContain('No emails yet')
  expect(body).toContain('href="/reset-password"')
})

test('a stored email is listed, shown in a frame that runs no scripts, and can be downloaded unchanged', async () => {
  await keepMail({
    subject: '<script>alert(1)</script> lead',
    text: 'The text & <b>more</b>',
    html: '<p onclick="alert(2)">The "HTML"</p><script>alert(3)</script>',
  })
  const [name = ''] = await readdir(emailFolder(app.dataDir))
  const id = name.replace('.eml', '')

  const list = await get('/dev/mail')
  expect(list.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; lead')
  expect(list.body).toContain(`href="/dev/mail/${id}"`)

  const one = await get(`/dev/mail/${id}`)
  expect(one.status).toBe(200)
  expect(one.body).toContain('The text &amp; &lt;b&gt;more&lt;/b&gt;')
  expect(one.body).toContain('srcdoc="&lt;p onclick=&quot;alert(2)&quot;&gt;The &quot;HTML&quot;&lt;/p&gt;')
  expect(one.body).not.toContain('<script')
  expect(one.body).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(one.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-[^']+';/)
  expect(one.headers['content-security-policy']).not.toContain('script-src')

  const raw = await get(`/dev/mail/${id}/raw`)
  expect(raw.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': `attachment; filename="${id}.eml"`,
  })
  expect(raw.body).toContain('Message-ID:')
})

test('an email that the application sends appears on the email page', async () => {
  const database = openDatabase(await attachEmbeddedPostgres(app.dataDir))
  const jobs = openJobs(database, createLog({ level: 'silent' }))
  const seal = createSeal(await readFile(join(app.dataDir, 'secret'), 'utf8'), 'mail')
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: 'x@example.nz', appUrl: app.url, seal, jobs })
  try {
    await jobs.start([])
    await mailer.post(database.db, {
      to: 'mia@example.com',
      subject: 'Posted',
      body: createElement('p', {}, 'Kia ora'),
    })
    await vi.waitFor(async () => expect((await get('/dev/mail')).body).toContain('Posted'), { timeout: 60_000 })
  } finally {
    await jobs.stop()
    await database.close()
  }
})

test.each(['..%2fsecret', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'secret', '2025-01-01T00-00-00.000Z-00000000'])(
  'an email called %s does not exist',
  async (id) => {
    expect((await get(`/dev/mail/${id}`)).status).toBe(404)
    expect((await get(`/dev/mail/${id}/raw`)).status).toBe(404)
  },
)

test.each([
  ['under a host name that points to this computer', { host: 'evil.example' }],
  ['under a name that begins like this computer', { host: '127.0.0.1.evil.example' }],
  ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
])('asked %s, the pages do not exist', async (_how, headers) => {
  const unknown = await get('/dev/nothing', headers)
  expect(unknown.status).toBe(404)
  for (const path of ['/dev/mail', '/dev/jobs']) {
    const closed = await get(path, headers)
    expect(closed.status).toBe(404)
    expect(visible(closed.body)).toBe(visible(unknown.body))
    expect(Object.keys(closed.headers)).toEqual(Object.keys(unknown.headers))
  }
})

test('with an external mail server and database the pages do not exist', async () => {
  const url = await attachEmbeddedPostgres(app.dataDir)
  const deployed = await startBuiltApp({
    DATABASE_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.nz',
    APP_URL: 'http://localhost:3999',
    APP_SECRET: 'x'.repeat(32),
    WORKER: 'off',
  })
  try {
    for (const path of ['/dev/mail', '/dev/jobs']) expect((await fetch(deployed.url + path)).status).toBe(404)
  } finally {
    await deployed.stop()
  }
})

test('a failed job is shown without its data, and can be retried from this page only', async () => {
  const { sql, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir))
  try {
    const [job] = await sql`insert into pgboss.job (name, data, state, retry_limit, output, completed_on)
      values ('sweep', '{"who":"canary-person"}', 'failed', 0, '{"message":"<b>Because</b>"}', now()) returning id`
    const { body } = await get('/dev/jobs')
    expect(body).toContain('&lt;b&gt;Because&lt;/b&gt;')
    expect(body).toContain('1 attempt')
    expect(body).not.toContain('canary-person')

    const press = (headers: Record<string, string>, id = job?.id) =>
      fetch(`${app.url}/dev/jobs`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: `id=${id}`,
      })
    const state = async () => (await sql`select state from pgboss.job where id = ${job?.id}`)[0]?.state

    expect((await press({})).status).toBe(403)
    expect((await press({ origin: 'http://evil.example' })).status).toBe(403)
    expect((await press({ 'sec-fetch-site': 'same-site', origin: app.url })).status).toBe(403)
    expect(await state()).toBe('failed')
    expect((await press({ origin: app.url }, 'nonsense')).status).toBe(400)

    const pressed = await press({ origin: app.url })
    expect(pressed.status).toBe(303)
    expect(pressed.headers.get('location')).toBe('/dev/jobs')
    expect(await state()).not.toBe('failed')
    expect((await get('/dev/jobs')).body).toContain('No failed jobs')
  } finally {
    await close()
  }
})

/** What a person sees of a page: its text without the machinery around it. */
const visible = (body: string) =>
  body
    .replace(/<script[\s\S]*?<\/script>|<!--.*?-->/g, '')
    .replaceAll(/nonce="[^"]*"|content="[^"]*"/g, '')
    .trim()

async function keepMail(mail: { subject: string; text: string; html: string }) {
  const catcher = await startEmailServer(app.dataDir)
  const transport = createTransport({ url: catcher.url })
  await transport.sendMail({ from: 'Property Files <hello@example.nz>', to: 'mia@example.com', ...mail })
  transport.close()
  await catcher.stop()
}
