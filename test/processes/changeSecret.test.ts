import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { vendorLinkUrl } from '../../src/features/vendors/server/vendorKey.server.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { Keyring } from '../../src/platform/secrets/keyring.server.ts'
import { createDiskStorage } from '../../src/platform/storage/disk/diskStorage.server.ts'
import { announce } from '../../src/platform/webhooks/announce.server.ts'
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
  async function start(secrets: Secrets, entry: 'main' | 'worker' = 'main') {
    const app = await startBuiltApp({ ...settings(secrets), WORKER: 'off' }, entry)
    running.add(app)
    return app
  }
  return {
    ...{ database, smtp, receiver, APP_URL, settings, start, folder: join(DATA_DIR, 'files') },
    async stop(app: RunningApp) {
      running.delete(app)
      expect(await app.stop()).toBe(0)
    },
    /** Runs `npm run reseal` to its end. */
    async reseal(secrets: Secrets, ...args: string[]) {
      const program = join(projectRoot, 'dist/server/reseal.js')
      const env = { ...settings(secrets), PATH: process.env.PATH, NODE_ENV: 'production' }
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const [[code], output, errors] = await Promise.all([
        once(child, 'exit'),
        child.stdout.toArray(),
        child.stderr.toArray(),
      ])
      return { code, output: Buffer.concat([...output, ...errors]).toString() }
    },
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

describe('while APP_SECRET is being changed', () => {
  test('what a process with the old secret makes works in one with the new secret, and the other way round', async () => {
    const installation = await openInstallation()
    const [before, after]: [Secrets, Secrets] = [
      [OLD, NEW],
      [NEW, OLD],
    ]
    const [old, changed] = [await installation.start(before), await installation.start(after)]
    for (const [maker, secrets, taker, takers] of [
      [old, before, changed, after],
      [changed, after, old, before],
    ] as const) {
      const made = await makeWith(installation, maker, secrets)
      expect(await sessionStatus(taker, made)).toBe(200)
      expect(await vendorStatus(taker, made)).toBe(200)
      expect(await calendarStatus(taker, made)).toBe(200)
      await uploadThrough(taker, made)
      const [email, other] = [`one-${secrets[0]}@example.com`, `other-${secrets[0]}@example.com`]
      const cookie = await sendForm(maker, { ...made, turnstile: await solveBotCheck(taker.url, 'lead') }, email)
      expect(await opensDocuments(taker, made, cookie)).toBe(200)
      // The challenge of one is answered to the other.
      await sendForm(taker, made, other)
      const worker = await installation.start(takers, 'worker')
      expect(await privateLinkStatus(taker, await receiveLink(installation, email))).toBe(200)
      expect(await privateLinkStatus(maker, await receiveLink(installation, other))).toBe(200)
      await tellSystem(installation, made, maker === old ? 1 : 2)
      await installation.stop(worker)
    }
  })
})

describe('after npm run reseal', () => {
  test('everything from before works without the old secret, and waiting emails are sent', async () => {
    const installation = await openInstallation()
    const old = await installation.start([OLD])
    const made = await makeWith(installation, old, [OLD])
    const [email, waiting] = ['jane@example.com', 'waiting@example.com']
    const cookie = await sendForm(old, made, email)
    const worker = await installation.start([OLD], 'worker')
    const link = await receiveLink(installation, email)
    await installation.stop(worker)
    await sendForm(old, { ...made, turnstile: await solveBotCheck(old.url, 'lead') }, waiting)
    await installation.stop(old)

    const checked = await installation.reseal([NEW, OLD], '--check')
    expect(checked).toMatchObject({ code: 1 })
    expect(checked.output).toMatch(/Secrets of webhooks: 1 sealed with an earlier secret/)
    expect(checked.output).toMatch(/Keep APP_SECRET_PREVIOUS, and run npm run reseal\./)
    const resealed = await installation.reseal([NEW, OLD])
    expect(resealed.output).toMatch(/Emails and other jobs: \d+ sealed again/)
    expect(resealed.output).toContain('APP_SECRET_PREVIOUS can be removed.')
    expect(resealed).toMatchObject({ code: 0 })
    expect(await installation.reseal([NEW], '--check')).toMatchObject({ code: 0 })
    for (const { output } of [checked, resealed]) expect(output).not.toMatch(/the-(old|new)-secret/)

    const changed = await installation.start([NEW])
    expect((await fetch(`${changed.url}/readyz`)).status).toBe(200)
    const newWorker = await installation.start([NEW], 'worker')
    expect(await privateLinkStatus(changed, await receiveLink(installation, waiting))).toBe(200)
    expect(await privateLinkStatus(changed, link)).toBe(200)
    expect(await opensDocuments(changed, made, cookie)).toBe(200)
    expect(await sessionStatus(changed, made)).toBe(200)
    expect(await vendorStatus(changed, made)).toBe(200)
    expect(await calendarStatus(changed, made)).toBe(200)
    await tellSystem(installation, made, 3)
    // Addresses of uploads were brief.
    await expect(uploadThrough(changed, made)).rejects.toThrow('403')
    for (const app of [changed, newWorker]) await installation.stop(app)

    // The old secret has leaked: what was made with it ends.
    expect(await installation.reseal([NEW], '--end-old-links')).toMatchObject({ code: 0 })
    const ended = await installation.start([NEW])
    expect(await privateLinkStatus(ended, link)).toBe(404)
    expect(await opensDocuments(ended, made, cookie)).not.toBe(200)
    expect(await vendorStatus(ended, made)).toBe(404)
    expect(await calendarStatus(ended, made)).toBe(404)
    expect(await sessionStatus(ended, made)).toBe(200)
    const fresh = await makeWith(installation, ended, [NEW])
    expect(await vendorStatus(ended, fresh)).toBe(200)
  })
})

describe('a start without the secret of the installation', () => {
  test('stays up, says so, is not ready, and loses nothing that waits', async () => {
    const installation = await openInstallation()
    const old = await installation.start([OLD])
    const made = await makeWith(installation, old, [OLD])
    await sendForm(old, made, 'waiting@example.com')
    await installation.stop(old)

    const wrong = await installation.start([STRANGERS])
    const wrongWorker = await installation.start([STRANGERS], 'worker')
    for (const app of [wrong, wrongWorker]) await app.saying('APP_SECRET is not the secret of this installation.')
    expect((await fetch(`${wrong.url}/readyz`)).status).toBe(503)
    expect(await vendorStatus(wrong, made)).toBe(404)
    const { status } = await callsWithCookie(wrong.url, made.cookie).post('createCalendarLink')
    expect(status).toBe(200)
    const data = { ...leadForm(), listingId: made.listing.id, turnstile: await solveBotCheck(wrong.url, 'lead') }
    expect((await call(wrong.url, 'submitLead', { method: 'POST', data })).status).toBe(503)
    const waits = () => installation.database.sql`select from pgboss.job where name = 'mail' and state = 'retry'`
    await eventually(async () => (await waits()).length > 0, 60_000)
    expect(wrong.process.exitCode).toBeNull()
    expect(wrong.output() + wrongWorker.output()).not.toMatch(/secret-the|strangers-secret/)
    expect(await installation.reseal([STRANGERS])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Add the secret that is missing'),
    })
    for (const app of [wrong, wrongWorker]) await installation.stop(app)

    await installation.start([STRANGERS, OLD], 'worker')
    await receiveLink(installation, 'waiting@example.com')
  })

  test('with a secret that is too short, or with the same one twice, ends with a sentence', async () => {
    const { settings } = await openInstallation()
    for (const [previous, sentence] of [
      ['too-short', 'APP_SECRET_PREVIOUS is not valid, for example'],
      [NEW, 'APP_SECRET_PREVIOUS has a secret that is also APP_SECRET'],
    ] as const) {
      const started = spawnBuiltApp({ ...settings([NEW, previous]), PORT: String(await freePort()) })
      await started.saying(sentence)
      if (started.child.exitCode === null) await once(started.child, 'exit')
      expect(started.child.exitCode).toBe(1)
      expect(started.output()).not.toMatch(/the-new-secret|too-short/)
    }
  })
})
