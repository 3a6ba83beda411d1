import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createSignedInAgent } from '../../fixtures/agents.ts'
import { createLead } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { messageDraft } from '../../fixtures/messages.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { startCrashingApp } from './crashingApp.ts'

const APP_SECRET = 'messages-secret-messages-secret-messages-secret'

interface Kills {
  recipients: number
  kills: number
  /** For each step. After a kill, the jobs of the dead process are noticed within half a minute. */
  timeoutMs?: number
  /** Otherwise the application makes its data in a new folder. It is removed at the end. */
  dataDir?: string
}

/**
 * Sends a message to all buyers of a listing, and kills the application (kill -9) again and again while it does so. An email that was
 * accepted but not marked when the process died is delivered again as the same message, which email programs show once: `twice` counts
 * people who got two messages, `repeatedDeliveries` the rest.
 */
export async function sendMessageUnderKills({ recipients, kills, dataDir, timeoutMs = 300_000 }: Kills) {
  const began = performance.now()
  const DATA_DIR = dataDir ?? (await temporaryFolder())
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR, APP_SECRET, SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.nz' },
  })
  try {
    const emails = await sendMessage(app.url, DATA_DIR, recipients)
    for (let nth = 1; nth <= kills; nth++) {
      await eventually(() => smtp.received.length >= (recipients * nth) / (kills + 2), timeoutMs)
      await app.breakSomething('application')
    }
    // Anyone who would get a second email gets it now.
    await eventually(() => isDone(DATA_DIR), timeoutMs)
    const received = Map.groupBy(smtp.received, ({ mail }) => mail.to?.[0]?.address ?? '')
    const messagesTo = (email: string) => new Set(received.get(email)?.map(({ mail }) => mail.messageId)).size
    return {
      recipients,
      missed: emails.filter((email) => messagesTo(email) === 0).length,
      twice: emails.filter((email) => messagesTo(email) > 1).length,
      repeatedDeliveries:
        smtp.received.length - [...received.keys()].reduce((sum, email) => sum + messagesTo(email), 0),
      kills: app.kills,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The agent sends it as in the portal, and its time comes at once. Returns the addresses. */
async function sendMessage(url: string, dataDir: string, recipients: number) {
  const { db, sql, close } = await openAppDatabase(dataDir)
  const { agent, post } = await createSignedInAgent({ url, db })
  const { id: listingId } = await createPublishedListing(db, { agent })
  const emails = []
  for (let nth = 0; nth < recipients; nth++) emails.push((await createLead(db, { listingId, source: 'import' })).email)
  const { status, text } = await post('createMessage', { ...messageDraft(listingId), creationKey: randomUUID() })
  if (status !== 200) throw new Error(`The message was answered with ${status}: ${text}`)
  await sql`update buyer_message set "sendAt" = now() - interval '1 second' where "listingId" = ${listingId}`
  await sql`update pgboss.job set start_after = now() where name = 'send_message' and state = 'created'`
  await close()
  return emails
}

async function isDone(dataDir: string) {
  const { sql, close } = await openAppDatabase(dataDir)
  const waiting = await sql`
    select id from pgboss.job where name in ('send_message', 'deliver_message') and state in ('created', 'retry', 'active') limit 1`
  const unfinished = await sql`select id from buyer_message where "finishedAt" is null and "sendAt" <= now()`
  await close()
  return waiting.length === 0 && unfinished.length === 0
}
