import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { inboundDocument, inboundEmail } from '../../src/db/schema/inboundEmails.ts'
import { createAgent } from '../fixtures/agents.ts'
import { textPdf } from '../fixtures/content/pdf.ts'
import { createListing } from '../fixtures/listings.ts'
import { eventually } from '../support/eventually.ts'
import { startCrashingApp } from '../support/faults/crashingApp.ts'
import { freePort, newDataFolder } from '../support/processes/app.ts'
import { appStorage, openAppDatabase } from '../support/processes/appData.ts'

const EMAILS = 20
const KILL_AFTER = 7

test('threat 185: after a kill every email that was acknowledged is stored once, with its content', async () => {
  const DATA_DIR = await newDataFolder()
  const INBOUND_PORT = await freePort()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR, WEB_PROCESSES: '1' },
    ...{ INBOUND_DOMAIN: 'in.example.nz', INBOUND_PORT: String(INBOUND_PORT) },
  })
  onTestFinished(async () => {
    await app.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  })
  const { db, close } = await openAppDatabase(DATA_DIR)
  const listing = await createListing(db, { agent: await createAgent(db), emailCode: 'k7f2m9xq' })
  await close()
  const transport = createTransport({ host: '127.0.0.1', port: INBOUND_PORT, ignoreTLS: true })
  const send = (raw: string) =>
    eventually(() =>
      transport
        .sendMail({ envelope: { from: 'mia@localhost', to: 'rata.k7f2m9xq@in.example.nz' }, raw })
        .then(() => true)
        // As a sending server does: it keeps the email and tries again.
        .catch(() => false),
    )

  for (let number = 0; number < EMAILS; number += 1) {
    if (number === KILL_AFTER) void app.breakSomething('application')
    await send(writeEmail(number))
  }
  await app.mended()
  expect(app.kills).toBe(1)

  const after = await openAppDatabase(DATA_DIR)
  onTestFinished(after.close)
  const storage = appStorage(DATA_DIR)
  const emails = await after.db.select().from(inboundEmail).where(eq(inboundEmail.listingId, listing.id))
  expect(emails).toHaveLength(EMAILS)
  for (const { id } of emails) {
    const documents = await after.db.select().from(inboundDocument).where(eq(inboundDocument.emailId, id))
    expect(documents).toHaveLength(1)
    for (const { path, size } of documents) expect(await storage.stat(path)).toMatchObject({ size })
  }
}, 300_000)

const writeEmail = (number: number) =>
  [
    ...['From: Mia <mia@localhost>', 'To: rata.k7f2m9xq@in.example.nz', `Message-ID: <${number}@sender.localhost>`],
    ...['Content-Type: application/pdf; name="LIM.pdf"', 'Content-Disposition: attachment; filename="LIM.pdf"'],
    ...['Content-Transfer-Encoding: base64', '', textPdf([`LIM ${number}`]).toString('base64'), ''],
  ].join('\r\n')
