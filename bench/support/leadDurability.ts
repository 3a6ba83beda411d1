import { rm } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embedded/postgres.server.ts'
import { easyBotCheckAnswer, solveBotCheck } from '../../test/fixtures/botCheck.ts'
import { type LeadForm, newLeadForm, submitUntilAcknowledged } from '../../test/fixtures/leads.ts'
import { freePort } from '../../test/support/app.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type Fault, startCrashingApp } from '../../test/support/faults/crashingApp.ts'
import { startScriptedSmtp } from '../../test/support/scriptedSmtp.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

/** So few leads per home that each has a mail of its own instead of a place in a digest. */
const PER_HOME = 16
/** One in so many answers the bot check in full, as a phone does; the others get easy puzzles, signed with the same secret, because this counts leads and not proofs of work. */
const IN_FULL = 20
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
const EMAIL_TIMEOUT_MS = 240_000

interface Campaign {
  leads: number
  writers: number
  /** What breaks, in this order, spread evenly over the campaign. */
  faults: Fault[]
}

/**
 * Is any lead lost or doubled when the application is killed and its database is restarted again and again? Buyers send the form until
 * it is acknowledged.
 */
export async function measureLeadDurability({ leads, writers, faults }: Campaign) {
  const began = performance.now()
  const elapsed = () => Math.round((performance.now() - began) / 1000)
  const dataDir = await temporaryFolder()
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR: dataDir, APP_SECRET, SMTP_URL: smtp.url },
    ...{ MAIL_FROM: 'hello@example.nz', TRUSTED_PROXIES: '127.0.0.1' },
  })
  try {
    const homes = await publishHomes(dataDir, Math.ceil(leads / PER_HOME))
    const agentOf = new Map(homes.map(({ id, email }) => [id, email]))
    const buyers = Array.from({ length: leads }, (_, nth) => newLeadForm(nth, homes[nth % homes.length]?.id ?? ''))
    const acknowledged: LeadForm[] = []
    const untilSuccess: number[] = []
    let backSince: number | undefined
    const step = leads / (faults.length + 1)
    const waiting = [...faults]

    const write = async () => {
      for (let buyer = buyers.pop(); buyer; buyer = buyers.pop()) {
        const isInFull = buyers.length % IN_FULL === 0
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

    const mailed = countMails(smtp)
    const emailsAbout = ({ email, listingId }: LeadForm) => mailed().get(`${agentOf.get(listingId)} ${email}`) ?? 0
    await eventually(() => acknowledged.every((buyer) => emailsAbout(buyer) > 0), EMAIL_TIMEOUT_MS).catch(
      () => undefined,
    )
    const stored = await readStored(dataDir, [...agentOf.keys()])
    const keys = acknowledged.map(keyOf)
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
      botChecksSolvedInFull: leads / IN_FULL,
      acknowledgedAfterSeconds,
      seconds: elapsed(),
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** An agent for each, because emails are found by whom they were sent to. Nobody signs in. */
async function publishHomes(dataDir: string, count: number) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const agents = Array.from({ length: count }, () => ({ id: newId('user') }))
  const homes = agents.map(({ id: userId }, nth) => ({
    ...{ id: newId('listing'), userId, slug: `rata-street-${nth}`, publishedAt: new Date() },
    ...{ title: `${nth} Rata Street`, subtitle: '3 bed', description: { type: 'doc', content: [] } },
  }))
  const emailOf = (id: string) => `${id}@example.nz`
  await db
    .insert(user)
    .values(agents.map(({ id }) => ({ id, email: emailOf(id), password: 'none', subscriptionActive: true })))
  await db.insert(listing).values(homes)
  await close()
  return homes.map(({ id, userId }) => ({ id, email: emailOf(userId) }))
}

const keyOf = ({ listingId, email }: Pick<LeadForm, 'listingId' | 'email'>) => `${listingId} ${email}`

/** How often each person is stored. */
async function readStored(dataDir: string, homes: string[]) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const rows = await db.select().from(lead).where(inArray(lead.listingId, homes))
  await close()
  const times = new Map<string, number>()
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1)
  return times
}

/** How many emails about each buyer have reached their agent so far. */
function countMails(smtp: Awaited<ReturnType<typeof startScriptedSmtp>>) {
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
