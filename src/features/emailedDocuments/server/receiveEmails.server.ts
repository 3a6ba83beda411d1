import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { EMAIL_TYPE, inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { readStorageUse } from '#features/files/server/beginUpload.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import { type SmtpEnvelope, SmtpRefusal, startSmtpReceiver } from '#platform/mail/smtpReceiver.server.ts'
import type { Services } from '#platform/services.server.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { MAX_EMAIL_BYTES } from '../emailedDocuments.schema.ts'
import { findListingByAddress } from './emailAddress.server.ts'
import { clean, MAX_SENDER_LENGTH, readEmailJob } from './readEmail.server.ts'
import { findListingByReplyAddress } from './replyAddress.server.ts'

const emailsPerServer: Limit = { name: 'inbound_server', points: 300, seconds: 3600 }
const emailsPerListing: Limit = { name: 'inbound_listing', points: 60, seconds: 3600 }
/** Finding an address by guessing would take millions of years at this rate. */
const wrongAddresses: Limit = { name: 'inbound_unknown', points: 20, seconds: 3600 }

/** What else is sent to addresses of this domain. */
interface ReportReceiver {
  isFor(address: string): boolean
  check(envelope: SmtpEnvelope): Promise<void>
  keep(envelope: SmtpEnvelope, content: AsyncIterable<Uint8Array>): Promise<void>
}

/** The SMTP server for documents by email and for reports about emails that were not delivered, if there is a domain for it. */
export async function startEmailReceiver(services: Services, reports: ReportReceiver) {
  const { env, log } = services
  const { INBOUND_DOMAIN: domain, INBOUND_HOST: host, INBOUND_PORT: port } = env
  if (!domain) return undefined
  const { INBOUND_TLS_KEY_FILE: keyFile, INBOUND_TLS_CERT_FILE: certFile } = env
  try {
    const receiver = await startSmtpReceiver({
      ...{ host, port, domain, log, maxBytes: MAX_EMAIL_BYTES },
      tls: keyFile && certFile ? { keyFile, certFile } : undefined,
      takesReports: reports.isFor,
      checkRecipient: (envelope, bytes) =>
        reports.isFor(envelope.recipient) ? reports.check(envelope) : checkRecipient(services, domain, envelope, bytes),
      keep: (envelope, content) =>
        reports.isFor(envelope.recipient)
          ? reports.keep(envelope, content)
          : keepEmail(services, domain, envelope, content),
    })
    log.info(`Emails to listings are taken at smtp://${host}:${receiver.port}`)
    return receiver
  } catch (err) {
    if (env.isInboundConfigured) throw err
    log.warn({ err }, `Documents by email are off: port ${port} is in use. Choose another with INBOUND_PORT.`)
    return undefined
  }
}

/** In the dialogue, so that the sending server tells its user. A message of ours might go to someone who never wrote. */
export async function checkRecipient(
  services: Services,
  domain: string,
  { recipient, clientIp }: SmtpEnvelope,
  announcedBytes: number,
) {
  const { database, limits } = services
  if (!recipient.toLowerCase().endsWith(`@${domain}`)) throw new SmtpRefusal(550, '5.7.1 We do not relay')
  const client = rateLimitKey(clientIp)
  const listing = await findListing(services, domain, recipient)
  if (!listing) {
    if (await limits.isWithin(wrongAddresses, client)) throw unknownAddress()
    throw new SmtpRefusal(421, '4.7.0 Too many unknown addresses, try later')
  }
  const isWithin =
    (await limits.isWithin(emailsPerServer, client)) && (await limits.isWithin(emailsPerListing, listing.id))
  if (!isWithin) throw new SmtpRefusal(451, '4.7.1 Too many emails, try later')
  if (!(await hasRoom(database.db, listing, announcedBytes))) throw storageFull()
}

/** The listing that documents, or the reply to an email about them, are sent to. */
const findListing = async ({ database: { db }, env }: Services, domain: string, address: string) =>
  (await findListingByAddress(db, address, domain)) ?? (await findListingByReplyAddress(db, env, address))

async function hasRoom(db: Db, listing: { agencyId: string }, bytes: number) {
  const { used, quota } = await readStorageUse(db, listing)
  return used + bytes <= quota
}

const storageFull = () => new SmtpRefusal(452, '4.2.2 The storage of this agency is full')
const unknownAddress = () => new SmtpRefusal(550, '5.1.1 There is no listing with this address')

/**
 * Stores an email as it came, with one row and the job that reads it. Only then the sending server hears that we have it. What a crash leaves
 * before that is swept as an orphan, and the email is sent again.
 */
async function keepEmail(
  services: Services,
  domain: string,
  envelope: SmtpEnvelope,
  content: AsyncIterable<Uint8Array>,
) {
  const { database, storage, jobs, mailer } = services
  const found = await findListing(services, domain, envelope.recipient)
  if (!found) throw unknownAddress()
  const path = newStorageKey('emails')
  const email = observeEmail(envelope, content)
  try {
    await storage.write(path, email.chunks, EMAIL_TYPE)
  } catch (error) {
    await storage.remove(path)
    throw error
  }
  const { header, messageHash, size } = email.result()
  // If this throws, the rows may still be there: the answer to a commit can get lost. Content without a row is swept.
  const outcome = isAutomatic(header, mailer.messageIdHost) ? 'automatic' : await storeRows(found, messageHash, size)
  if (outcome !== 'kept') await storage.remove(path)
  if (outcome === 'full') throw storageFull()

  function storeRows({ id: listingId, agencyId }: typeof found & object, messageHash: string, size: number) {
    const sender = clean(envelope.sender, MAX_SENDER_LENGTH)
    return database.db.transaction(async (tx) => {
      // Serialises emails and uploads for the quota: what the sender announced may have been less, or nothing.
      await tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agencyId)).for('no key update')
      const [added] = await tx
        .insert(inboundEmail)
        .values({ listingId, agencyId, messageHash, sender, subject: '' })
        .onConflictDoNothing()
        .returning({ id: inboundEmail.id })
      if (!added) return 'repeated'
      if (!(await hasRoom(tx, { agencyId }, size))) {
        await tx.delete(inboundEmail).where(eq(inboundEmail.id, added.id))
        return 'full'
      }
      const name = 'email'
      await tx
        .insert(inboundDocument)
        .values({ emailId: added.id, path, originalName: name, name, contentType: EMAIL_TYPE, size })
      await jobs.enqueue(tx, readEmailJob, { emailId: added.id })
      return 'kept'
    })
  }
}

const MAX_HEADER_BYTES = 128 * 1024

/** Passes an email through, after a line with its envelope, and notes its header and a hash that an email that is sent again has too. */
function observeEmail(envelope: SmtpEnvelope, content: AsyncIterable<Uint8Array>) {
  const body = createHash('sha256')
  let header: string | undefined
  let size = 0
  return { chunks: passThrough(), result }

  async function* passThrough() {
    const line = Buffer.from(`${JSON.stringify(envelope)}\n`)
    size += line.length
    yield line
    let start = Buffer.alloc(0)
    for await (const chunk of content) {
      size += chunk.length
      if (header !== undefined) body.update(chunk)
      else {
        start = Buffer.concat([start, chunk])
        const end = /\r?\n\r?\n/.exec(start.toString('latin1'))
        if ((end?.index ?? start.length) > MAX_HEADER_BYTES) throw new SmtpRefusal(552, '5.3.4 The header is too large')
        if (end) {
          header = start.toString('latin1', 0, end.index)
          body.update(start.subarray(end.index))
        }
      }
      yield chunk
    }
    header ??= start.toString('latin1')
  }

  /** The body counts too: no one can keep an email away by sending another with its Message-ID first. */
  function result() {
    const messageId = readHeader(header ?? '', 'message-id') ?? ''
    const messageHash = createHash('sha256')
      .update(`${messageId}\n${body.digest('hex')}`)
      .digest('hex')
    return { header: header ?? '', messageHash, size }
  }
}

function readHeader(header: string, name: string) {
  const unfolded = header.replace(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}

/** Answers of machines, mailing lists and our own emails (RFC 3834). Nobody sends documents like that, and answers to them would go on forever. */
function isAutomatic(header: string, ownHost: string) {
  const submitted = readHeader(header, 'auto-submitted')?.toLowerCase() ?? 'no'
  const precedence = readHeader(header, 'precedence')?.toLowerCase() ?? ''
  const messageId = readHeader(header, 'message-id')?.toLowerCase() ?? ''
  return (
    !submitted.startsWith('no') ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(precedence) ||
    readHeader(header, 'x-autoreply') !== undefined ||
    readHeader(header, 'list-id') !== undefined ||
    messageId.endsWith(`@${ownHost}>`)
  )
}
