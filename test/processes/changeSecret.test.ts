import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { vendorLinkUrl } from '../../src/features/vendors/server/vendorKey.server.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { announce } from '../../src/platform/outbound/webhooks/announce.server.ts'
import { Keyring } from '../../src/platform/secrets/keyring.server.ts'
import { createDiskStorage } from '../../src/platform/storage/disk/diskStorage.server.ts'
import { callsWithCookie, createAgent, PASSWORD, signInAs } from '../fixtures/agents.ts'
import { solveBotCheck } from '../fixtures/botCheck.ts'
import { someBytes } from '../fixtures/content/bytes.ts'
import { createListingWithDocuments } from '../fixtures/files.ts'
import { leadForm } from '../fixtures/leads.ts'
import { createVendor } from '../fixtures/vendors.ts'
import { call } from '../support/call.ts'
import { freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freePort, type RunningApp, spawnBuiltApp, startBuiltApp } from '../support/processes/app.ts'
import { startScriptedSmtp } from '../support/servers/scriptedSmtp.ts'
import { startWebhookReceiver, verifyMessage } from '../support/servers/webhookReceiver.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { createUploader } from '../support/uploader.ts'

vi.setConfig({ testTimeout: 180_000 })

const OLD = 'the-old-secret-the-old-secret-the-old-secret'
const NEW = 'the-new-secret-the-new-secret-the-new-secret'
const STRANGERS = 'a-strangers-secret-a-strangers-secret-a-str'

type Secrets = [current: string, ...previous: string[]]
type Installation = Awaited<ReturnType<typeof openInstallation>>

/** A database, a folder, a mail server and an agency's system, for processes with different secrets. */
async function openInstallation() {
  const database = await freshDatabase()
  const [DATA_DIR, smtp, receiver] = [await temporaryFolder(), await startScriptedSmtp(), await startWebhookReceiver()]
  const running = new Set<RunningApp>()
  onTestFinished(async () => {
    await Promise.all([...running].map((app) => app.stop()))
    await Promise.all([smtp.stop(), receiver.stop()])
  })
  const APP_URL = `http://localhost:${await freePort()}`
  const settings = ([current, ...previous]: Secrets) => ({
    ...{ DATABASE_URL: database.url, DATA_DIR, APP_URL, APP_SECRET: current, APP_SECRET_PREVIOUS: previous.join(',') },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.nz', INTERNAL_TEST_ORIGINS: receiver.origin },
  })
  /** A process that answers requests, one that does jobs, or one that does both. */
  async function start(secrets: Secrets, kind: 'web' | 'worker' | 'both') {
    const entry = kind === 'worker' ? 'worker' : 'main'
    const app = await startBuiltApp({ ...settings(secrets), ...(kind === 'web' && { WORKER: 'off' }) }, entry)
    running.add(app)
    return app
  }
  /** Runs `npm run reseal` to its end, and types something if it asks. */
  async function run(typed: string, secrets: Secrets, ...args: string[]) {
    const program = join(projectRoot, 'dist/server/reseal.js')
    const env = { ...settings(secrets), PATH: process.env.PATH, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.end(`${typed}\n`)
    const [[code], output, errors] = await Promise.all([
      once(child, 'exit'),
      child.stdout.toArray(),
      child.stderr.toArray(),
    ])
    return { code, output: Buffer.concat([...output, ...errors]).toString() }
  }
  const reseal = (secrets: Secrets, ...args: string[]) => run('', secrets, ...args)
  return {
    ...{ database, smtp, receiver, APP_URL, settings, start, folder: join(DATA_DIR, 'files') },
    async stop(app: RunningApp) {
      running.delete(app)
      expect(await app.stop(), app.output().slice(-2_000)).toBe(0)
    },
    ...{ reseal, resealTyping: run },
  }
}

/** Everything that one process makes and another has to accept. */
async function makeWith({ database, APP_URL, folder, receiver }: Installation, app: RunningApp, secrets: Secrets) {
  const { db } = database
  const [current, ...previous] = secrets
  const keyring = new Keyring(current, previous)
  const storage = createDiskStorage({ folder, secret: keyring })
  const agent = await createAgent(db, { emailVerified: true })
  const listing = await createListingWithDocuments({ db, storage }, undefined, { agent })
  const cookie = await signInAs(app.url, agent.email, PASSWORD)
  const { post } = callsWithCookie(app.url, cookie)
  const hook = await post('createWebhook', { url: receiver.url, name: '', types: ['lead.updated'] })
  const calendar = await post('createCalendarLink')
  const vendor = await createVendor(db, { listingId: listing.id })
  return {
    ...{ agent, listing, cookie, keyring, storage },
    ...{ webhookSecret: (hook.result as { secret: string }).secret, turnstile: await solveBotCheck(app.url, 'lead') },
    calendarPath: new URL((calendar.result as { url: string }).url).pathname,
    vendorKey: new URL(vendorLinkUrl({ APP_URL, APP_SECRET: keyring }, vendor.id)).searchParams.get('key') ?? '',
  }
}
type Made = Awaited<ReturnType<typeof makeWith>>

/** A buyer sends the form. Returns their cookie. */
async function sendForm(app: RunningApp, { listing, turnstile }: Pick<Made, 'listing' | 'turnstile'>, email: string) {
  const data = { ...leadForm({ email }), listingId: listing.id, turnstile }
  const { status, headers, text } = await call(app.url, 'submitLead', { method: 'POST', data })
  if (status !== 200) throw new Error(`The form was answered with ${status}: ${text}`)
  return headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

/** The key of the private link in the email to a buyer, once it has arrived. */
async function receiveLink({ smtp }: Installation, email: string) {
  const find = () =>
    smtp.received.find(({ mail }) => mail.to?.[0]?.address === email && /open\?key=/.test(mail.text ?? ''))
  await eventually(() => find() !== undefined, 60_000)
  return /open\?key=([\w.-]+)/.exec(find()?.mail.text ?? '')?.[1] ?? ''
}

const opensDocuments = async (app: RunningApp, { listing }: Made, cookie: string) => {
  const data = { listingId: listing.id, fileId: listing.files[0]?.id }
  return (await call(app.url, 'openDocument', { method: 'POST', data, headers: { cookie } })).status
}
const privateLinkStatus = async (app: RunningApp, key: string) =>
  (await call(app.url, 'fetchPrivateLink', { data: { key } })).status
const vendorStatus = async (app: RunningApp, { vendorKey: key }: Made) =>
  (await call(app.url, 'fetchVendorPage', { method: 'POST', data: { key } })).status
const calendarStatus = async (app: RunningApp, { calendarPath }: Made) => (await fetch(app.url + calendarPath)).status
const sessionStatus = async (app: RunningApp, { cookie }: Made) =>
  (await callsWithCookie(app.url, cookie).get('fetchWebhooks')).status

/** Announces a change of a lead, and waits until the agency's system has been told with its signature. */
async function tellSystem({ database, receiver }: Installation, { agent, webhookSecret }: Made, number: number) {
  await announce(database.db, {
    ...{ agencyId: agent.agencyId, type: 'lead.updated', data: { number } },
    objectId: 'lead_0000000000000001',
  })
  await eventually(() => receiver.received.some(({ body }) => body.data.number === number), 60_000)
  const message = receiver.received.find(({ body }) => body.data.number === number)
  if (message) verifyMessage(webhookSecret, message)
}

/** A part of a file whose address one process has signed, sent to another. */
async function uploadThrough(app: RunningApp, { storage }: Made) {
  const uploader = createUploader({ storage, at: (url) => app.url + url })
  const file = someBytes(50_000)
  const upload = await uploader.begin(file.length)
  await uploader.sendAll(upload, file)
  await storage.finishUpload(upload)
}

test('what processes make with two secrets outlives both: the change, a start without the secret, a leak and a loss', async () => {
  const installation = await openInstallation()
  const { database, reseal, resealTyping, start, stop } = installation
  const [before, after]: [Secrets, Secrets] = [
    [OLD, NEW],
    [NEW, OLD],
  ]

  // While it is being changed: each process takes what the other has made.
  const [old, changed] = await Promise.all([start(before, 'web'), start(after, 'web')])
  const [made, madeAfter] = await Promise.all([
    makeWith(installation, old, before),
    makeWith(installation, changed, after),
  ])
  const email = { old: 'old@example.com', new: 'new@example.com', waiting: 'waiting@example.com' }
  const oldCookie = await sendForm(old, { ...made, turnstile: madeAfter.turnstile }, email.old)
  for (const [taker, thing] of [
    [changed, made],
    [old, madeAfter],
  ] as const) {
    expect(await sessionStatus(taker, thing)).toBe(200)
    expect(await vendorStatus(taker, thing)).toBe(200)
    expect(await calendarStatus(taker, thing)).toBe(200)
    await uploadThrough(taker, thing)
  }
  expect(await opensDocuments(changed, made, oldCookie)).toBe(200)
  const worker = await start(after, 'worker')
  const oldLink = await receiveLink(installation, email.old)
  expect(await privateLinkStatus(changed, oldLink)).toBe(200)
  await tellSystem(installation, made, 1)
  await stop(worker)
  // The challenge of one is answered to the other.
  const newCookie = await sendForm(changed, { ...madeAfter, turnstile: made.turnstile }, email.new)
  expect(await opensDocuments(old, madeAfter, newCookie)).toBe(200)
  const oldWorker = await start(before, 'worker')
  expect(await privateLinkStatus(old, await receiveLink(installation, email.new))).toBe(200)
  await tellSystem(installation, madeAfter, 2)
  await stop(oldWorker)
  await sendForm(old, { ...made, turnstile: await solveBotCheck(old.url, 'lead') }, email.waiting)
  for (const app of [old, changed]) await stop(app)

  // Without the secret a process stays up, says so, is not ready, and loses nothing that waits.
  const wrong = await start([STRANGERS], 'both')
  await wrong.saying('APP_SECRET is not the secret of this installation.')
  expect((await fetch(`${wrong.url}/readyz`)).status).toBe(503)
  expect(await vendorStatus(wrong, made)).toBe(404)
  expect((await callsWithCookie(wrong.url, madeAfter.cookie).post('createCalendarLink')).status).toBe(200)
  const form = { ...leadForm(), listingId: made.listing.id, turnstile: await solveBotCheck(wrong.url, 'lead') }
  expect((await call(wrong.url, 'submitLead', { method: 'POST', data: form })).status).toBe(503)
  const waits = () => database.sql`select from pgboss.job where name = 'mail' and state = 'retry'`
  await eventually(async () => (await waits()).length > 0, 60_000)
  expect(wrong.process.exitCode).toBeNull()
  expect(wrong.output()).not.toMatch(/secret-the|strangers-secret/)
  await stop(wrong)
  const [refused, unsure, checked] = await Promise.all([
    reseal([STRANGERS]),
    resealTyping('yes', [STRANGERS], '--give-up-lost-secret'),
    reseal([NEW, OLD], '--check'),
  ])
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Add the secret that is missing') })
  expect(unsure).toMatchObject({ code: 1, output: expect.stringContaining('Nothing has changed.') })
  expect(checked).toMatchObject({ code: 1 })
  expect(checked.output).toMatch(/Secrets of webhooks: 1 sealed with an earlier secret/)
  expect(checked.output).toMatch(/Keep APP_SECRET_PREVIOUS, and run npm run reseal\./)

  // After npm run reseal everything works without the old secret, and waiting emails are sent.
  const resealed = await reseal([NEW, OLD])
  expect(resealed.output).toMatch(/Emails and other jobs: \d+ sealed again/)
  expect(resealed.output).toContain('APP_SECRET_PREVIOUS can be removed.')
  expect(resealed).toMatchObject({ code: 0 })
  for (const { output } of [checked, resealed, unsure]) expect(output).not.toMatch(/the-(old|new)-secret/)
  const [clean, renewed] = await Promise.all([reseal([NEW], '--check'), start([NEW], 'both')])
  expect(clean).toMatchObject({ code: 0 })
  expect((await fetch(`${renewed.url}/readyz`)).status).toBe(200)
  await database.sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`
  expect(await privateLinkStatus(renewed, await receiveLink(installation, email.waiting))).toBe(200)
  expect(await privateLinkStatus(renewed, oldLink)).toBe(200)
  expect(await opensDocuments(renewed, made, oldCookie)).toBe(200)
  expect(await sessionStatus(renewed, made)).toBe(200)
  expect(await vendorStatus(renewed, made)).toBe(200)
  expect(await calendarStatus(renewed, made)).toBe(200)
  await tellSystem(installation, made, 3)
  // Addresses of uploads were brief.
  await expect(uploadThrough(renewed, made)).rejects.toThrow('403')
  await stop(renewed)

  // The old secret has leaked: what was made with it ends, and what is made now works.
  expect(await reseal([NEW], '--end-old-links')).toMatchObject({ code: 0 })
  const ended = await start([NEW], 'web')
  expect(await privateLinkStatus(ended, oldLink)).toBe(404)
  expect(await opensDocuments(ended, made, oldCookie)).not.toBe(200)
  expect(await vendorStatus(ended, made)).toBe(404)
  expect(await calendarStatus(ended, made)).toBe(404)
  expect(await sessionStatus(ended, made)).toBe(200)
  expect(await vendorStatus(ended, madeAfter)).toBe(200)
  await stop(ended)

  // The secret is gone for good: it is given up, and a start with another is ready.
  const gone = await resealTyping('give up the lost secret', [STRANGERS], '--give-up-lost-secret')
  expect(gone.output).toContain('Secrets of webhooks: 2 ')
  expect(gone).toMatchObject({ code: 0 })
  const again = await start([STRANGERS], 'web')
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
  expect(await sessionStatus(again, made)).toBe(200)
  expect(await vendorStatus(again, madeAfter)).toBe(404)
  await sendForm(again, { ...made, turnstile: await solveBotCheck(again.url, 'lead') }, 'new-buyer@example.com')
})

test('a start with a secret that is too short, or with the same one twice, ends with a sentence', async () => {
  const { settings } = await openInstallation()
  await Promise.all(
    (
      [
        ['too-short', 'APP_SECRET_PREVIOUS is not valid, for example'],
        [NEW, 'APP_SECRET_PREVIOUS has a secret that is also APP_SECRET'],
      ] as const
    ).map(async ([previous, sentence]) => {
      const started = spawnBuiltApp({ ...settings([NEW, previous]), PORT: String(await freePort()) })
      await started.saying(sentence)
      if (started.child.exitCode === null) await once(started.child, 'exit')
      expect(started.child.exitCode).toBe(1)
      expect(started.output()).not.toMatch(/the-new-secret|too-short/)
    }),
  )
})
