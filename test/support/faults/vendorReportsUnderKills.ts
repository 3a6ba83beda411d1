import { rm } from 'node:fs/promises'
import { createAgent } from '../../fixtures/agents.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { createVendor } from '../../fixtures/vendors.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { startCrashingApp } from './crashingApp.ts'

const APP_SECRET = 'vendors-secret-vendors-secret-vendors-secret'
/** After a kill, the job of the dead process is noticed within half a minute, and what is due is looked for each minute. */
const TIMEOUT_MS = 300_000
const HOUR_MS = 3_600_000

interface Kills {
  listings: number
  vendorsPerListing: number
  kills: number
  /** Otherwise the application makes its data in a new folder. It is removed at the end. */
  dataDir?: string
}

/**
 * The weekly emails of all listings were due hours ago. Kills the application (kill -9) again and again while it sends them. An email that was
 * accepted but not marked when the process died is delivered again as the same message: `twice` counts people who got two messages.
 */
export async function sendVendorReportsUnderKills({ listings, vendorsPerListing, kills, dataDir }: Kills) {
  const DATA_DIR = dataDir ?? (await temporaryFolder())
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR, APP_SECRET, SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.nz' },
  })
  try {
    const emails = await createDueReports(DATA_DIR, listings, vendorsPerListing)
    const vendorEmails = () => smtp.received.filter(({ mail }) => emails.includes(mail.to?.[0]?.address ?? ''))
    for (let nth = 1; nth <= kills; nth++) {
      await eventually(() => vendorEmails().length >= (emails.length * nth) / (kills + 2), TIMEOUT_MS)
      await app.breakSomething('application')
    }
    const messages = () => Map.groupBy(vendorEmails(), ({ mail }) => mail.to?.[0]?.address ?? '')
    await eventually(() => messages().size === emails.length, TIMEOUT_MS).catch(() => undefined)
    // Anyone who would get a second email gets it now.
    await eventually(() => isQueueEmpty(DATA_DIR), TIMEOUT_MS)
    const counts = emails.map(
      (email) =>
        new Set(
          messages()
            .get(email)
            ?.map(({ mail }) => mail.messageId),
        ).size,
    )
    return {
      recipients: emails.length,
      missed: counts.filter((count) => count === 0).length,
      twice: counts.filter((count) => count > 1).length,
      kills: app.kills,
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Two hours late, at the minute and on the weekday that was planned. Returns the addresses. */
async function createDueReports(dataDir: string, listings: number, vendorsPerListing: number) {
  const { db, close } = await openAppDatabase(dataDir)
  const agent = await createAgent(db, { profile: { timeZone: 'UTC' } })
  const nextEmailAt = new Date(Math.floor((Date.now() - 2 * HOUR_MS) / 60_000) * 60_000)
  const report = {
    nextEmailAt,
    weekday: nextEmailAt.getUTCDay() || 7,
    minuteOfDay: nextEmailAt.getUTCHours() * 60 + nextEmailAt.getUTCMinutes(),
  }
  const emails: string[] = []
  for (let nth = 0; nth < listings; nth++) {
    const { id: listingId } = await createPublishedListing(db, { agent })
    for (let person = 0; person < vendorsPerListing; person++)
      emails.push((await createVendor(db, { listingId, report })).email)
  }
  await close()
  return emails
}

async function isQueueEmpty(dataDir: string) {
  const { sql, close } = await openAppDatabase(dataDir)
  const waiting = await sql`
    select id from pgboss.job where name in ('send_vendor_report', 'mail') and state in ('created', 'retry', 'active') limit 1`
  await close()
  return waiting.length === 0
}
