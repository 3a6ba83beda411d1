import { rm } from 'node:fs/promises'
import { createSignedInAgent } from '../../fixtures/agents.ts'
import { createFile } from '../../fixtures/files.ts'
import { createLead } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { startCrashingApp } from './crashingApp.ts'

const APP_SECRET = 'changes-secret-changes-secret-changes-secret'
/** After a kill, the job of the dead process is noticed within half a minute. */
const TIMEOUT_MS = 300_000

interface Kills {
  recipients: number
  kills: number
  /** Otherwise the application makes its data in a new folder. It is removed at the end. */
  dataDir?: string
}

/**
 * Tells all buyers of a listing about a new document, and kills the application (kill -9) again and again while it does so. An
 * email that was accepted but not marked when the process died is delivered again as the same message, which email programs show once:
 * `twice` counts people who got two messages, `repeatedDeliveries` the rest.
 */
export async function tellBuyersUnderKills({ recipients, kills, dataDir }: Kills) {
  const began = performance.now()
  const DATA_DIR = dataDir ?? (await temporaryFolder())
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR, APP_SECRET, SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.nz' },
  })
  try {
    const emails = await tellBuyers(app.url, DATA_DIR, recipients)
    for (let nth = 1; nth <= kills; nth++) {
      await eventually(() => smtp.received.length >= (recipients * nth) / (kills + 2), TIMEOUT_MS)
      await app.breakSomething('application')
    }
    const received = () => Map.groupBy(smtp.received, ({ mail }) => mail.to?.[0]?.address ?? '')
    const isEveryoneTold = () => {
      const told = received()
      return emails.every((email) => told.has(email))
    }
    await eventually(isEveryoneTold, TIMEOUT_MS).catch(() => undefined)
    // Anyone who would get a second email gets it now.
    await eventually(() => isQueueEmpty(DATA_DIR), TIMEOUT_MS)
    const told = received()
    const messagesTo = (email: string) => new Set(told.get(email)?.map(({ mail }) => mail.messageId)).size
    return {
      recipients,
      missed: emails.filter((email) => messagesTo(email) === 0).length,
      twice: emails.filter((email) => messagesTo(email) > 1).length,
      repeatedDeliveries: smtp.received.length - [...told.keys()].reduce((sum, email) => sum + messagesTo(email), 0),
      kills: app.kills,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The agent chooses as in the portal, and the ten minutes are over at once. Returns the addresses. */
async function tellBuyers(url: string, dataDir: string, recipients: number) {
  const { db, sql, close } = await openAppDatabase(dataDir)
  const { agent, post } = await createSignedInAgent({ url, db })
  const { id: listingId } = await createPublishedListing(db, { agent })
  const emails = []
  for (let nth = 0; nth < recipients; nth++) emails.push((await createLead(db, { listingId })).email)
  await createFile(db, { agent, listingId })
  const changes = await sql<{ id: string }>`select id from document_change where "listingId" = ${listingId}`
  const changeIds = changes.map(({ id }) => id)
  const { status, text } = await post('tellBuyers', { listingId, changeIds, audience: 'everyone' })
  if (status !== 200) throw new Error(`The choice was answered with ${status}: ${text}`)
  await sql`update document_change set "sendAt" = now() - interval '1 second' where "listingId" = ${listingId}`
  await sql`update pgboss.job set start_after = now() where name = 'send_change_emails' and state = 'created'`
  await close()
  return emails
}

async function isQueueEmpty(dataDir: string) {
  const { sql, close } = await openAppDatabase(dataDir)
  const waiting = await sql`
    select id from pgboss.job where name in ('send_change_emails', 'mail') and state in ('created', 'retry', 'active') limit 1`
  await close()
  return waiting.length === 0
}
