import { rm } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { openDatabase } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { attachEmbeddedPostgres } from '#platform/embedded/postgres.server.ts'
import { createAgent } from '../test/support/agents.ts'
import { freePort } from '../test/support/app.ts'
import { easyAnswer } from '../test/support/easyAnswer.ts'
import { eventually } from '../test/support/eventually.ts'
import { startFragileApp } from '../test/support/fragileApp.ts'
import { humanAnswer } from '../test/support/human.ts'
import { type Buyer, newBuyer, sendUntilAcknowledged } from '../test/support/insistentBuyer.ts'
import { startScriptedSmtp } from '../test/support/smtp.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { report } from './support/report.ts'

/**
 * Is any lead lost or doubled when the application is killed and its database is restarted again and again? Twenty buyers at a time
 * send the form until it is acknowledged. Homes are so many that each lead has a mail of its own.
 */
const WRITERS = 20
const LEADS = 2_000
const HOMES = 125
/** Something breaks whenever so many more leads have been acknowledged. */
const [SOONEST, LATEST] = [100, 180]
/** One in so many answers the bot check in full, as a phone does; the others get easy puzzles, signed with the same secret, because this counts leads and not proofs of work. */
const IN_FULL = 20
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
const MAIL_PATIENCE = 240_000

const began = performance.now()
const dataDir = await temporaryFolder()
const smtp = await startScriptedSmtp()
const app = await startFragileApp({
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  APP_SECRET,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'hello@example.nz',
  TRUSTED_PROXIES: '127.0.0.1',
})
try {
  const homes = await publishHomes()
  const agentOf = new Map(homes.map(({ id, email }) => [id, email]))
  const acknowledged: Buyer[] = []
  const buyers = Array.from({ length: LEADS }, (_, nth) => newBuyer(nth, homes[nth % HOMES]?.id ?? ''))
  let nextFault = SOONEST
  const write = async () => {
    for (let buyer = buyers.pop(); buyer; buyer = buyers.pop()) {
      const isInFull = buyers.length % IN_FULL === 0
      const findAnswer = () => (isInFull ? humanAnswer(app.url, 'lead') : easyAnswer(APP_SECRET, 'lead'))
      await sendUntilAcknowledged(app.url, buyer, findAnswer)
      acknowledged.push(buyer)
      if (acknowledged.length < nextFault) continue
      nextFault += SOONEST + Math.floor(Math.random() * (LATEST - SOONEST))
      void app.breakSomething()
      console.log(`${acknowledged.length} acknowledged, ${app.kills} kills, ${app.restarts} restarts, ${elapsed()} s`)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await app.mended()
  const acknowledgedAfter = elapsed()

  const mailed = countMails()
  const mailsAbout = ({ email, listingId }: Buyer) => mailed().get(`${agentOf.get(listingId)} ${email}`) ?? 0
  await eventually(() => acknowledged.every((buyer) => mailsAbout(buyer) > 0), MAIL_PATIENCE).catch(() => undefined)
  const stored = await readStored(homes.map(({ id }) => id))
  const keys = acknowledged.map(keyOf)
  report('lead', {
    acknowledged: acknowledged.length,
    stored: keys.filter((key) => stored.get(key) === 1).length,
    mailed: acknowledged.filter((buyer) => mailsAbout(buyer) > 0).length,
    duplicates: [...stored.values()].reduce((sum, times) => sum + times, 0) - new Set(keys).size,
    kills: app.kills,
    restarts: app.restarts,
    mailedTwice: acknowledged.filter((buyer) => mailsAbout(buyer) > 1).length,
    writers: WRITERS,
    botChecksSolvedInFull: LEADS / IN_FULL,
    acknowledgedAfterSeconds: acknowledgedAfter,
    seconds: elapsed(),
    budgets: { acknowledged: LEADS, stored: LEADS, mailed: LEADS, duplicates: 0, seconds: 600 },
  })
} finally {
  await app.stop()
  await smtp.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}

/** An agent for each, because mails are found by whom they were sent to. */
async function publishHomes() {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const homes: { id: string; email: string }[] = []
  for (let nth = 0; nth < HOMES; nth++) {
    const { id: userId, email } = await createAgent(db)
    const words = { title: `${nth} Rata Street`, subtitle: '3 bed', description: { type: 'doc', content: [] } }
    const [home] = await db
      .insert(listing)
      .values({ ...words, userId, slug: `rata-street-${nth}`, publishedAt: new Date() })
      .returning()
    if (home) homes.push({ id: home.id, email })
  }
  await close()
  return homes
}

function keyOf({ listingId, email }: Pick<Buyer, 'listingId' | 'email'>) {
  return `${listingId} ${email}`
}

/** How often each person is stored. */
async function readStored(homes: string[]) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const rows = await db.select().from(lead).where(inArray(lead.listingId, homes))
  await close()
  const times = new Map<string, number>()
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1)
  return times
}

/** How many mails about each buyer have reached their agent so far. */
function countMails() {
  const times = new Map<string, number>()
  let counted = 0
  return () => {
    for (const { mail } of smtp.received.slice(counted)) {
      const who = `${mail.to?.[0]?.address} ${mail.replyTo?.[0]?.address}`
      times.set(who, (times.get(who) ?? 0) + 1)
      counted += 1
    }
    return times
  }
}

function elapsed() {
  return Math.round((performance.now() - began) / 1000)
}
