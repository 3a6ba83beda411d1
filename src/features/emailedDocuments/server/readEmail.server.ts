import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, ne, sql, sum } from 'drizzle-orm'
import type { DNSResolver } from 'mailauth'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { EMAIL_TYPE, inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { listing } from '#db/schema/listings.ts'
import { cleanFileName } from '#features/files/files.schema.ts'
import { guessDocumentType } from '#features/files/naming/guessDocumentType.ts'
import { tidyName } from '#features/files/naming/tidyName.ts'
import { readStorageUse } from '#features/files/server/beginUpload.server.ts'
import { copyWholeFileToDisk } from '#features/files/server/copyToLocalDisk.server.ts'
import { removeContentJob } from '#features/files/server/removeContent.server.ts'
import { isReachableListing } from '#features/listings/server/listings.server.ts'
import { notifyOfArrivedDocuments } from '#features/notifications/notifications.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import type { SmtpEnvelope } from '#platform/mail/smtpReceiver.server.ts'
import { fileTypeInfo } from '#platform/media/fileTypes.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { documentsArrivedEmail, emailReceivedEmail } from '../emailedDocuments.emails.tsx'
import { readEmailTask } from '../media/emailTasks.ts'
import type { EmailContents } from '../media/readEmail.media.ts'
import { handleReply } from './acceptByReply.server.ts'
import { proveSender } from './proveSender.server.ts'
import { findAnsweredEmailId, replyAddress } from './replyAddress.server.ts'

/** How long we wait for the sender's DNS servers before the email is held. */
const MAX_PROOF_WAIT_MS = 15 * 60_000
const noticesPerListing: Limit = { name: 'inbound_notice', points: 6, seconds: 3600 }

/** Of an agency's storage, for documents whose sender is not proven. */
export const HELD_SHARE = 0.05
const HELD_FULL =
  'Too many documents from other senders are waiting. Accept or delete some, then ask the sender to try again.'

const ReadEmailData = z.strictObject({ emailId: z.string() })
type Listing = Pick<typeof listing.$inferSelect, 'id' | 'title' | 'userId' | 'agencyId'>

/** Checks who sent an email, takes the documents out and tells people. May be repeated: the row of the unread email is there until it is done. */
export const readEmailJob: Job<z.infer<typeof ReadEmailData>, Services> = {
  name: 'read_email',
  data: ReadEmailData,
  queue: { retryLimit: 20, retryDelay: 15, expireInSeconds: 600, heartbeatSeconds: 60 },
  work: (services, { emailId }) => readReceivedEmail(services, emailId),
}

export async function readReceivedEmail(services: Services, emailId: string, resolver?: DNSResolver) {
  const { database, storage, env } = services
  const found = await findUnread(database.db, emailId)
  if (!found) return
  await withTemporaryFolder(env.DATA_DIR, async (folder) => {
    const spooled = join(folder, 'spooled')
    await copyWholeFileToDisk(storage, found.raw.path, found.raw.size, spooled)
    const { envelope, path } = await separateEnvelope(spooled, join(folder, 'email'))
    const proof = await proveSender(await readFile(path), envelope, resolver)
    const isLate = Date.now() - found.email.receivedAt.getTime() > MAX_PROOF_WAIT_MS
    if (proof.outcome === 'unknown' && !isLate) throw new Error('The sender’s DNS servers do not answer.')
    const member = proof.outcome === 'proven' ? await findEditor(database.db, proof.from, found.listing) : undefined
    const reason = proof.outcome === 'unproven' ? proof.reason : member ? '' : reasons[proof.outcome]
    const opened = await openEmail(services, found.listing, path, folder)
    const answeredId = findAnsweredEmailId(env, envelope.recipient)
    if (answeredId) {
      const hasFiles = opened.documents.length + opened.refused.length > 0
      const { email, raw, listing: of } = found
      await handleReply(services, { id: email.id, raw, listing: of, answeredId, member, text: opened.text, hasFiles })
      return
    }
    const contents = member ? opened : await limitHeld(database.db, found.listing, opened)
    const documents = await storeDocuments(services, folder, contents)
    const sender = clean(proof.from, MAX_SENDER_LENGTH)
    await finish(services, found, { sender, reason: clean(reason), member, contents, documents })
  })
}

const reasons = {
  proven: 'The sender isn’t someone who edits this listing.',
  unknown: 'We couldn’t check who sent it.',
}

async function findUnread(db: Db, emailId: string) {
  const [found] = await db
    .select({
      email: inboundEmail,
      raw: inboundDocument,
      listing: { id: listing.id, title: listing.title, userId: listing.userId, agencyId: listing.agencyId },
    })
    .from(inboundEmail)
    .innerJoin(
      inboundDocument,
      and(eq(inboundDocument.emailId, inboundEmail.id), eq(inboundDocument.agencyId, inboundEmail.agencyId)),
    )
    .innerJoin(listing, and(eq(listing.id, inboundEmail.listingId), eq(listing.agencyId, inboundEmail.agencyId)))
    .where(and(eq(inboundEmail.id, emailId), eq(inboundDocument.contentType, EMAIL_TYPE)))
  return found
}

const Envelope: z.ZodType<SmtpEnvelope> = z.strictObject({
  sender: z.string(),
  recipient: z.string(),
  clientIp: z.string(),
  helo: z.string(),
})
const MAX_ENVELOPE_BYTES = 8192

/** The first line is what the sending server said; the rest is the email to the byte. */
async function separateEnvelope(spooled: string, path: string) {
  const file = await open(spooled)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_ENVELOPE_BYTES), 0, MAX_ENVELOPE_BYTES, 0)
    const end = buffer.subarray(0, bytesRead).indexOf('\n')
    await writeFile(path, file.createReadStream({ start: end + 1, autoClose: false }), { mode: 0o600 })
    return { envelope: Envelope.parse(JSON.parse(buffer.toString('utf8', 0, end))), path }
  } finally {
    await file.close()
  }
}

/** The member of the listing's agency with this address, if the listing is within their reach. */
async function findEditor(db: Db, email: string, { id, agencyId }: Listing) {
  const [account] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(sql`lower(${user.email}) = ${email.toLowerCase()}`, isNull(user.archivedAt)))
  const member = account && (await findMember(db, account.id, agencyId))
  if (!member) return undefined
  const [reachable] = await db.select({ id: listing.id }).from(listing).where(isReachableListing(member, id))
  return reachable && member
}

/** An email that no parser can open has no documents. */
async function openEmail({ media }: Services, { agencyId }: Listing, path: string, folder: string) {
  try {
    return await media.run(readEmailTask, { path, folder }, agencyId)
  } catch (error) {
    if (!(error instanceof MediaError) || error.retryable) throw error
    return { subject: '', text: '', documents: [], refused: [{ name: 'The email', why: error.message }] }
  }
}

/** What strangers send must not fill the storage: it stays within a small share of it. */
async function limitHeld(db: Db, { agencyId }: Listing, contents: EmailContents): Promise<EmailContents> {
  const { quota } = await readStorageUse(db, { agencyId })
  const [held] = await db
    .select({ bytes: sum(inboundDocument.size).mapWith(Number) })
    .from(inboundDocument)
    .innerJoin(
      inboundEmail,
      and(eq(inboundEmail.id, inboundDocument.emailId), eq(inboundEmail.agencyId, inboundDocument.agencyId)),
    )
    .where(and(eq(inboundEmail.agencyId, agencyId), ne(inboundEmail.reason, ''), isNull(inboundDocument.fileId)))
  const bytes = contents.documents.reduce((total, { size }) => total + size, held?.bytes ?? 0)
  if (bytes <= quota * HELD_SHARE) return contents
  const refused = contents.documents.map(({ name }) => ({ name, why: HELD_FULL }))
  return { ...contents, documents: [], refused: [...refused, ...contents.refused] }
}

type StoredDocument = Omit<typeof inboundDocument.$inferInsert, 'emailId'>

/** Named and sorted as uploads are. */
async function storeDocuments({ storage }: Services, folder: string, { documents }: EmailContents) {
  const stored: StoredDocument[] = []
  for (const { file, name, type, size } of documents) {
    const isImage = fileTypeInfo(type).family === 'image'
    const originalName = cleanFileName(name) ?? (isImage ? 'Photo' : 'Document')
    const kind = isImage ? null : guessDocumentType(originalName)
    const path = newStorageKey(isImage ? 'photos' : 'documents')
    await storage.write(path, await readFile(join(folder, file)), type)
    stored.push({
      ...{ path, originalName, kind, contentType: type, size },
      name: kind ? tidyName(originalName, kind) : originalName,
    })
  }
  return stored
}

interface ReadEmail {
  sender: string
  reason: string
  member: Agent | undefined
  contents: EmailContents
  documents: StoredDocument[]
}

/** What an email of ours is about. A reply to `acceptAddress` accepts the documents. */
interface Told extends Pick<ReadEmail, 'contents' | 'documents'> {
  acceptAddress: string | undefined
}

async function finish(
  services: Services,
  { email, raw, listing: of }: NonNullable<Awaited<ReturnType<typeof findUnread>>>,
  { sender, reason, member, contents, documents }: ReadEmail,
) {
  const { database, jobs, limits, env } = services
  const { subject, refused } = contents
  const isEmpty = documents.length === 0 && refused.length === 0
  // Strangers must not be able to fill an agent's inbox.
  const isNoticeSent = !isEmpty && (await limits.isWithin(noticesPerListing, of.id))
  await database.db.transaction(async (tx) => {
    const [unread] = await tx.delete(inboundDocument).where(eq(inboundDocument.id, raw.id)).returning()
    // Another attempt was faster. What this one has stored is swept as orphans.
    if (!unread) return
    await jobs.enqueue(tx, removeContentJob, { path: raw.path })
    const acceptAddress = documents.length > 0 ? replyAddress(env, email.id) : undefined
    if (member) await replyToMember(services, tx, member, of, { contents, documents, acceptAddress })
    if (isEmpty) {
      await tx.delete(inboundEmail).where(eq(inboundEmail.id, email.id))
      return
    }
    await tx
      .update(inboundEmail)
      .set({ sender, reason, subject: clean(subject), memberId: member?.id ?? null })
      .where(eq(inboundEmail.id, email.id))
    const left = refused.map(({ name, why }) => ({
      ...{ path: '', originalName: clean(name), name: clean(why), contentType: '', size: 0, refusedAt: new Date() },
    }))
    await tx.insert(inboundDocument).values([...documents, ...left].map((one) => ({ ...one, emailId: email.id })))
    if (member?.id === of.userId || !isNoticeSent) return
    await notifyOfArrivedDocuments(tx, of.id, of.userId)
    // What an unproven sender sent has to be looked at first.
    await tellLeadAgent(services, tx, of, {
      ...{ sender, reason, contents, documents },
      acceptAddress: member && acceptAddress,
    })
  })
}

/** Only to someone who has proven to be a member: an answer to anyone else may reach a person who never wrote to us. */
async function replyToMember(
  { mailer, env }: Services,
  tx: Db,
  { email }: Agent,
  { id, title }: Listing,
  { contents: { subject, refused }, documents, acceptAddress }: Told,
) {
  await mailer.post(tx, {
    to: email,
    isAutomaticReply: true,
    replyTo: acceptAddress,
    ...emailReceivedEmail({
      ...{ title, subject: clean(subject), refused: cleanNames(refused) },
      isAcceptedByReply: acceptAddress !== undefined,
      names: documents.map(({ name }) => name),
      link: `${env.APP_URL}/portal/listings/${id}#from-email`,
    }),
  })
}

async function tellLeadAgent(
  { mailer, env }: Services,
  tx: Db,
  { id, title, userId }: Listing,
  { sender, reason, contents, documents, acceptAddress }: Told & Pick<ReadEmail, 'sender' | 'reason'>,
) {
  const [agent] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId))
  if (!agent) return
  const names = documents.map(({ name }) => name)
  const refused = cleanNames(contents.refused)
  const link = `${env.APP_URL}/portal/listings/${id}#from-email`
  const facts = { title, sender, reason, names, refused, link, isAcceptedByReply: acceptAddress !== undefined }
  await mailer.post(tx, { to: agent.email, replyTo: acceptAddress, ...documentsArrivedEmail(facts) })
}

const cleanNames = (refused: EmailContents['refused']) => refused.map(({ name, why }) => ({ name: clean(name), why }))

const MAX_LINE_LENGTH = 200
export const MAX_SENDER_LENGTH = 254
/** One line without invisible characters, which could change the direction of the text around it. */
export const clean = (text: string, max = MAX_LINE_LENGTH) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
