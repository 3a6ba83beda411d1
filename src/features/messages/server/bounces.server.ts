import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { ago, now } from '#db/clock.server.ts'
import { lead } from '#db/schema/leads.ts'
import { messageRecipient, silencedAddress } from '#db/schema/messages.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import { type SmtpEnvelope, SmtpRefusal } from '#platform/mail/smtpReceiver.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import { redactText } from '#platform/telemetry/log.server.ts'
import { DAY_MS } from '#values/time.ts'
import { type DeliveryReport, readBounceTask } from '../media/bounceTasks.ts'
import { findReturnedEmail } from './bounceAddress.server.ts'

/** A report later than this says nothing about the email any more. */
const MAX_REPORT_DAYS = 14
/** Of a report, the text and what it says about the delivery. The email that it returns may be cut off. */
const MAX_REPORT_BYTES = 512 * 1024
const reportsPerServer: Limit = { name: 'bounce_server', points: 3_000, seconds: 3600 }
const reportsPerEmail: Limit = { name: 'bounce_email', points: 10, seconds: 24 * 3600 }

/** Reports of mail servers, which the SMTP server for documents by email takes too. */
export const bounceReceiver = (services: Services) => ({
  isFor: (address: string) => findReturnedEmail(services.env, address) !== undefined,

  async check({ recipient, clientIp }: SmtpEnvelope) {
    const { limits } = services
    const isWithin =
      (await limits.isWithin(reportsPerServer, rateLimitKey(clientIp))) &&
      (await limits.isWithin(reportsPerEmail, recipient.toLowerCase()))
    if (!isWithin) throw new SmtpRefusal(451, '4.7.1 Too many reports, try later')
  },

  /** Nothing is stored of it but what it means. If that fails, the sending server keeps the report and tries again. */
  async keep({ recipient }: SmtpEnvelope, content: AsyncIterable<Uint8Array>) {
    const about = findReturnedEmail(services.env, recipient)
    if (!about) throw new SmtpRefusal(550, '5.1.1 There is no such address')
    const report = await readReport(services, await readStart(content), about.leadId)
    if (report?.isFailure) await recordReport(services.database.db, about, report)
  },
})

async function readStart(content: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    if (size < MAX_REPORT_BYTES) chunks.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, MAX_REPORT_BYTES)
}

/** Parsed in the media process, as everything that strangers send. One that no parser can open reports nothing. */
const readReport = ({ env, media }: Services, content: Buffer, owner: string) =>
  withTemporaryFolder(env.DATA_DIR, async (folder) => {
    const path = join(folder, 'report')
    await writeFile(path, content, { mode: 0o600 })
    try {
      return await media.run(readBounceTask, { path }, owner)
    } catch (error) {
      if (!(error instanceof MediaError) || error.retryable) throw error
      return undefined
    }
  })

/** Only about an email that was handed over, and not long ago. */
async function recordReport(db: Db, about: Recipient, { status, diagnostic }: DeliveryReport) {
  const [sent] = await db
    .select({ email: lead.email })
    .from(messageRecipient)
    .innerJoin(lead, and(eq(lead.id, messageRecipient.leadId), eq(lead.agencyId, messageRecipient.agencyId)))
    .where(and(isRecipient(about), gt(messageRecipient.queuedAt, ago(MAX_REPORT_DAYS * DAY_MS))))
  if (!sent) return
  const reason = withoutAddresses([status, diagnostic].filter(Boolean).join(' '), sent.email)
  await markBounced(db, about, { reason, silences: isGoneFor(status) })
}

interface Recipient {
  messageId: string
  leadId: string
}

const isRecipient = ({ messageId, leadId }: Recipient) =>
  and(eq(messageRecipient.messageId, messageId), eq(messageRecipient.leadId, leadId))

/** The lead is locked like in the transaction that hands over emails: none goes to the address after this. */
export const markBounced = (db: Db, about: Recipient, { reason, silences }: { reason: string; silences: boolean }) =>
  db.transaction(async (tx) => {
    const [reader] = await tx.select().from(lead).where(eq(lead.id, about.leadId)).for('no key update')
    if (!reader) return
    const [marked] = await tx
      .update(messageRecipient)
      .set({ bouncedAt: now, bounce: reason.slice(0, MAX_REASON_LENGTH) })
      .where(and(isRecipient(about), isNotNull(messageRecipient.queuedAt), isNull(messageRecipient.bouncedAt)))
      .returning()
    // An address that was corrected since the email was sent has done nothing.
    const isSameAddress = marked?.queuedAt && (!reader.keysChangedAt || reader.keysChangedAt < marked.queuedAt)
    if (!isSameAddress || !silences) return
    await tx
      .insert(silencedAddress)
      .values({ agencyId: reader.agencyId, email: reader.email, bouncedAt: now })
      .onConflictDoUpdate({
        target: [silencedAddress.agencyId, silencedAddress.email],
        set: { bouncedAt: sql`coalesce(${silencedAddress.bouncedAt}, now())` },
      })
  })

const MAX_REASON_LENGTH = 300

/** Servers often repeat the address, or others. */
const withoutAddresses = (text: string, email: string) =>
  redactText(text.replaceAll(email, '[email]'))
    .replaceAll(/[^\s<>"';:]+@[^\s<>"';:]+/g, '[email]')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()

/** Enhanced status codes (RFC 3463): the mailbox or its domain does not exist, or takes no email. A full one may be emptied, and 5.7 is about us. */
const isGoneFor = (status: string) => /^5\.(?:1\.\d+|2\.1|4\.4)$/.test(status)

/** A refusal of the recipient in the dialogue, unless its code says that it is about something else. */
export function isAddressRefused(reason: string) {
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reason) ?? []
  return status ? isGoneFor(status) : reason.startsWith('RCPT TO: 55')
}
