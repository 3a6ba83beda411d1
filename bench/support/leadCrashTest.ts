import { rm } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embedded/postgres.server.ts'
import { freePort } from '../../test/support/app.ts'
import { easyAnswer } from '../../test/support/easyAnswer.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type Fault, startFragileApp } from '../../test/support/fragileApp.ts'
import { humanAnswer } from '../../test/support/human.ts'
import { type Buyer, newBuyer, sendUntilAcknowledged } from '../../test/support/insistentBuyer.ts'
import { startScriptedSmtp } from '../../test/support/smtp.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

/** Few enough that each lead causes an email instead of an entry in a digest. */
const LEADS_PER_LISTING = 16
/** One in this many buyers solves a full bot check; the others get easy ones, because proof of work is not what is measured. */
const BUYERS_PER_FULL_CHECK = 20
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
const EMAIL_TIMEOUT_MS = 240_000

interface CrashTest {
  leads: number
  writers: number
  /** Spread evenly over the test, in this order. */
  faults: Fault[]
}

/**
 * Is any lead lost or stored twice when the application is killed and its database restarted repeatedly? Buyers send the form until
 * it is acknowledged.
 */
export async function runLeadCrashTest({ leads, writers, faults }: CrashTest) {
  const began = performance.now()
  const elapsed = () => Math.round((performance.now() - began) / 1000)
  const dataDir = await temporaryFolder()
  const smtp = await startScriptedSmtp()
  const app = await startFragileApp({
    ...{ PORT: String(await freePort()), DATA_DIR: dataDir, APP_SECRET, SMTP_URL: smtp.url },
    ...{ MAIL_FROM: 'hello@example.nz', TRUSTED_PROXIES: '127.0.0.1' },
  })
  try {
    const listings = await publishListings(dataDir, Math.ceil(leads / LEADS_PER_LISTING))
    const agentEmails = new Map(listings.map(({ id, email }) => [id, email]))
    const buyers = Array.from({ length: leads }, (_, nth) => newBuyer(nth, listings[nth % listings.length]?.id ?? ''))
    const acknowledged: Buyer[] = []
    const untilSuccess: number[] = []
    let backSince: number | undefined
    const step = leads / (faults.length + 1)
    const waiting = [...faults]

    const write = async () => {
      for (let buyer = buyers.pop(); buyer; buyer = buyers.pop()) {
        const isFullCheck = buyers.length % BUYERS_PER_FULL_CHECK === 0
        const findAnswer = () => (isFullCheck ? humanAnswer(app.url, 'lead') : easyAnswer(APP_SECRET, 'lead'))
        await sendUntilAcknowledged(app.url, buyer, findAnswer)
        acknowledged.push(buyer)
        if (backSince !== undefined) untilSuccess.push(performance.now() - backSince)
        backSince = undefined
        const due = acknowledged.length >= step * (faults.length - waiting.length + 1)
        const fault = due ? waiting.shift() : undefined
        if (!fault) continue
        void app.breakSomething(fault).then(() => {
          backSince = performance.now()
        })
        console.log(`${acknowledged.length} acknowledged, ${app.kills} kills, ${app.restarts} restarts, ${elapsed()} s`)
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    await app.mended()
    const acknowledgedAfterSeconds = elapsed()

    const mailed = countEmails(smtp)
    const emailsAbout = ({ email, listingId }: Buyer) => mailed().get(`${agentEmails.get(listingId)} ${email}`) ?? 0
    await eventually(() => acknowledged.every((buyer) => emailsAbout(buyer) > 0), EMAIL_TIMEOUT_MS).catch(
      () => undefined,
    )
    const stored = await readStored(dataDir, [...agentEmails.keys()])
    const keys = acknowledged.map(leadKey)
    return {
      acknowledged: acknowledged.length,
      stored: keys.filter((key) => stored.get(key) === 1).length,
      mailed: acknowledged.filter((buyer) => emailsAbout(buyer) > 0).length,
      duplicates: [...stored.values()].reduce((sum, times) => sum + times, 0) - new Set(keys).size,
      kills: app.kills,
      restarts: app.restarts,
      mailedTwice: acknowledged.filter((buyer) => emailsAbout(buyer) > 1).length,
      longestSecondsToSuccess: Math.round(Math.max(0, ...untilSuccess)) / 1000,
      writers,
      botChecksSolvedInFull: leads / BUYERS_PER_FULL_CHECK,
      acknowledgedAfterSeconds,
      seconds: elapsed(),
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** One agent for each listing, because emails are counted by recipient. */
async function publishListings(dataDir: string, count: number) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const agents = Array.from({ length: count }, () => ({ id: newId('user') }))
  const listings = agents.map(({ id: userId }, nth) => ({
    ...{ id: newId('listing'), userId, slug: `rata-street-${nth}`, publishedAt: new Date() },
    ...{ title: `${nth} Rata Street`, subtitle: '3 bed', description: { type: 'doc', content: [] } },
  }))
  const agentEmail = (id: string) => `${id}@example.nz`
  await db
    .insert(user)
    .values(agents.map(({ id }) => ({ id, email: agentEmail(id), password: 'none', subscriptionActive: true })))
  await db.insert(listing).values(listings)
  await close()
  return listings.map(({ id, userId }) => ({ id, email: agentEmail(userId) }))
}

const leadKey = ({ listingId, email }: Pick<Buyer, 'listingId' | 'email'>) => `${listingId} ${email}`

/** How often each lead is stored. */
async function readStored(dataDir: string, listings: string[]) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const rows = await db.select().from(lead).where(inArray(lead.listingId, listings))
  await close()
  const times = new Map<string, number>()
  for (const row of rows) times.set(leadKey(row), (times.get(leadKey(row)) ?? 0) + 1)
  return times
}

/** How many emails about each buyer have reached their agent so far. */
function countEmails(smtp: Awaited<ReturnType<typeof startScriptedSmtp>>) {
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
