import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { lead } from '../../src/db/schema/leads.ts'
import { createAgent } from '../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../fixtures/botCheck.ts'
import { leadForm, submitUntilAcknowledged } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { eventually } from '../support/eventually.ts'
import { startCrashingApp } from '../support/faults/crashingApp.ts'
import { freePort, newDataFolder } from '../support/processes/app.ts'
import { openAppDatabase, secretIn } from '../support/processes/appData.ts'
import { startScriptedSmtp } from '../support/servers/scriptedSmtp.ts'

const WRITERS = 4
const LEADS = 20

// The same at length, with 2,000 leads and some twenty faults, is `npm run bench -- lead`.
test('threat 63: after a kill and a database restart every acknowledged lead is stored once and emailed', async () => {
  const DATA_DIR = await newDataFolder()
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR, SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.nz' },
    TRUSTED_PROXIES: '127.0.0.1',
  })
  onTestFinished(async () => {
    await app.stop()
    await smtp.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  })
  const { db, close } = await openAppDatabase(DATA_DIR)
  const agent = await createAgent(db)
  const listing = await createPublishedListing(db, { agent })
  await close()

  const acknowledged: string[] = []
  const waiting = Array.from({ length: LEADS }, () => leadForm({ listingId: listing.id }))
  const write = async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
      await submitUntilAcknowledged(app.url, buyer, () => easyBotCheckAnswer(secretIn(DATA_DIR), 'lead'))
      acknowledged.push(buyer.email)
      if (acknowledged.length === 5) void app.breakSomething('application')
      if (acknowledged.length === 12) void app.breakSomething('database')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await app.mended()
  expect({ kills: app.kills, restarts: app.restarts }).toEqual({ kills: 1, restarts: 1 })

  const after = await openAppDatabase(DATA_DIR)
  onTestFinished(after.close)
  const stored = (await after.db.select().from(lead)).filter(({ listingId }) => listingId === listing.id)
  expect(stored.map(({ email }) => email).toSorted()).toEqual(acknowledged.toSorted())
  const isMailed = (email: string) =>
    smtp.received.some(({ mail }) => mail.to?.[0]?.address === agent.email && mail.replyTo?.[0]?.address === email)
  await eventually(() => acknowledged.every(isMailed), 240_000)
}, 300_000)
