import { rm } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embeddedServices/postgres.server.ts'
import { agentValues } from '../../test/fixtures/agents.ts'
import { easyBotCheckAnswer, solveBotCheck } from '../../test/fixtures/botCheck.ts'
import { leadForm, submitUntilAcknowledged } from '../../test/fixtures/leads.ts'
import { listingValues } from '../../test/fixtures/listings.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type Fault, startCrashingApp } from '../../test/support/faults/crashingApp.ts'
import { freePort } from '../../test/support/processes/app.ts'
import { startScriptedSmtp } from '../../test/support/servers/scriptedSmtp.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

/** So few leads per listing that each has its own email instead of a place in a digest. */
const LEADS_PER_LISTING = 16
/** One in so many answers the bot check in full, as a phone does; the others get easy puzzles, signed with the same secret, because this counts leads and not proofs of work. */
const SOLVED_IN_FULL = 20
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
/** A backlog of emails may take as long as it needs. It is stuck when none has arrived for so long. */
const NO_EMAIL_FOR_MS = 120_000

interface DurabilityOptions {
  leads: number
  writers: number
  /** What breaks, in this order, spread evenly over the run. */
  faults: Fault[]
}

/**
 * Is any lead lost or doubled when the application is killed and its database is restarted again and again? Buyers send the form until
 * it is acknowledged.
 */
export async function measureLeadDurability({ leads, writers, faults }: DurabilityOptions) {
  const began = performance.now()
  const elapsed = () => Math.round((performance.now() - began) / 1000)
  const dataDir = await temporaryFolder()
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR: dataDir, APP_SECRET, SMTP_URL: smtp.url },
    ...{ MAIL_FROM: 'hello@example.nz', TRUSTED_PROXIES: '127.0.0.1' },
  })
  try {
    const listings = await createListings(dataDir, Math.ceil(leads / LEADS_PER_LISTING))
    const agentOf = new Map(listings.map(({ id, email }) => [id, email]))
    const buyers = Array.from({ length: leads }, (_, nth) => ({
      ...leadForm(),
      listingId: listings[nth % listings.length]?.id ?? '',
    }))
    const acknowledged: typeof buyers = []
    const untilSuccess: number[] = []
    let backSince: number | undefined
    const step = leads / (faults.length + 1)
    const waiting = [...faults]

    const write = async () => {
      for (let buyer = buyers.pop(); buyer; buyer = buyers.pop()) {
        const isInFull = buyers.length % SOLVED_IN_FULL === 0
        const findAnswer = () => (isInFull ? solveBotCheck(app.url, 'lead') : easyBotCheckAnswer(APP_SECRET, 'lead'))
        await submitUntilAcknowledged(app.url, buyer, findAnswer)
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

    const emailed = countEmails(smtp)
    const emailsAbout = ({ email, listingId }: (typeof buyers)[number]) =>
      emailed().get(`${agentOf.get(listingId)} ${email}`) ?? 0
    const missing = () => acknowledged.filter((buyer) => emailsAbout(buyer) === 0).length
    for (let [before, now] = [Infinity, missing()]; now > 0 && now < before; ) {
      before = now
      await eventually(() => acknowledged.every((buyer) => emailsAbout(buyer) > 0), NO_EMAIL_FOR_MS).catch(
        () => undefined,
      )
      now = missing()
    }
    const stored = await readStored(dataDir, [...agentOf.keys()])
    const keys = acknowledged.map(keyOf)
    return {
      acknowledged: acknowledged.length,
      stored: keys.filter((key) => stored.get(key) === 1).length,
      mailed: acknowledged.length - missing(),
      duplicates: [...stored.values()].reduce((sum, times) => sum + times, 0) - new Set(keys).size,
      kills: app.kills,
      restarts: app.restarts,
      mailedTwice: acknowledged.filter((buyer) => emailsAbout(buyer) > 1).length,
      longestSecondsToSuccess: Math.round(Math.max(0, ...untilSuccess)) / 1000,
      writers,
      botChecksSolvedInFull: leads / SOLVED_IN_FULL,
      acknowledgedAfterSeconds,
      seconds: elapsed(),
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** An agent for each listing, because emails are found by their recipient. No agent signs in. */
async function createListings(dataDir: string, count: number) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const agents = Array.from({ length: count }, () => agentValues())
  const listings = agents.map((agent) => listingValues({ agent, publishedAt: new Date() }))
  await db.insert(user).values(agents)
  await db.insert(listing).values(listings)
  await close()
  return listings.map(({ id }, nth) => ({ id, email: agents[nth]?.email ?? '' }))
}

const keyOf = ({ listingId, email }: { listingId: string; email: string }) => `${listingId} ${email}`

/** How often each lead is stored. */
async function readStored(dataDir: string, listingIds: string[]) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const rows = await db.select().from(lead).where(inArray(lead.listingId, listingIds))
  await close()
  const times = new Map<string, number>()
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1)
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
