import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { EMAIL_TYPE, inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { listing } from '#db/schema/listings.ts'
import { cleanFileName, DOWNLOAD_URL_MINUTES } from '#features/files/files.schema.ts'
import { lockListing, requireOwnListing } from '#features/files/server/files.server.ts'
import { addFile } from '#features/files/server/finishUpload.server.ts'
import { prepareFileJob } from '#features/files/server/prepareFile.server.ts'
import { removeContentJob } from '#features/files/server/removeContent.server.ts'
import { isReachableListing } from '#features/listings/server/listings.server.ts'
import { requireStillMember } from '#platform/auth/lockMembers.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { downloadName, isFileType } from '#platform/media/fileTypes.ts'
import type { Services } from '#platform/services.server.ts'
import {
  type AcceptEmailedInput,
  type EmailedDocumentInput,
  listingEmailAddress,
  type RefuseEmailedInput,
} from '../emailedDocuments.schema.ts'

const MAX_EMAILS = 100

export const isWaiting = and(
  isNull(inboundDocument.fileId),
  isNull(inboundDocument.refusedAt),
  ne(inboundDocument.contentType, EMAIL_TYPE),
)

/** An attachment that can't be a document. It has no content. */
const isLeftOut = eq(inboundDocument.path, '')

/** A listing's address, if it has one yet, and the emails that someone has to decide about, newest first. */
export async function listEmailedDocuments({ database: { db }, env }: Services, agent: Agent, listingId: string) {
  const [found] = await db
    .select({ slug: listing.slug, code: listing.emailCode })
    .from(listing)
    .where(isReachableListing(agent, listingId))
  if (!found) throw notFound()
  const emails = await db
    .select({
      id: inboundEmail.id,
      sender: inboundEmail.sender,
      subject: inboundEmail.subject,
      receivedAt: inboundEmail.receivedAt,
      reason: inboundEmail.reason,
      member: { firstName: user.firstName, lastName: user.lastName },
    })
    .from(inboundEmail)
    .leftJoin(user, eq(user.id, inboundEmail.memberId))
    .where(
      and(eq(inboundEmail.agencyId, agent.agencyId), eq(inboundEmail.listingId, listingId), isUndecided(db, agent)),
    )
    .orderBy(desc(inboundEmail.receivedAt), desc(inboundEmail.id))
    .limit(MAX_EMAILS)
  const documents = await db
    .select({
      id: inboundDocument.id,
      emailId: inboundDocument.emailId,
      name: inboundDocument.name,
      originalName: inboundDocument.originalName,
      kind: inboundDocument.kind,
      contentType: inboundDocument.contentType,
      size: inboundDocument.size,
    })
    .from(inboundDocument)
    .where(and(eq(inboundDocument.agencyId, agent.agencyId), inArray(inboundDocument.emailId, ids(emails)), isWaiting))
    .orderBy(asc(inboundDocument.name), asc(inboundDocument.id))
  const leftOut = await db
    .select({
      id: inboundDocument.id,
      emailId: inboundDocument.emailId,
      name: inboundDocument.originalName,
      why: inboundDocument.name,
    })
    .from(inboundDocument)
    .where(and(eq(inboundDocument.agencyId, agent.agencyId), inArray(inboundDocument.emailId, ids(emails)), isLeftOut))
    .orderBy(asc(inboundDocument.originalName), asc(inboundDocument.id))
  const { INBOUND_DOMAIN: domain } = env
  return {
    isAvailable: domain !== undefined,
    address: domain && found.code ? listingEmailAddress(found.slug, found.code, domain) : null,
    emails: emails.map((email) => ({
      ...email,
      isProven: email.reason === '',
      documents: documents.filter(({ emailId }) => emailId === email.id).map(({ emailId: _, ...one }) => one),
      leftOut: leftOut.filter(({ emailId }) => emailId === email.id).map(({ emailId: _, ...one }) => one),
    })),
  }
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Someone may be waiting for documents of which none could be taken, so an email with nothing else stays until it is deleted. */
const isUndecided = (db: Db, { agencyId }: Agent) => {
  const emailsWith = (condition: typeof isWaiting) =>
    db
      .select({ id: inboundDocument.emailId })
      .from(inboundDocument)
      .where(and(eq(inboundDocument.agencyId, agencyId), condition))
  return or(
    inArray(inboundEmail.id, emailsWith(isWaiting)),
    and(isNull(inboundEmail.decidedAt), inArray(inboundEmail.id, emailsWith(isLeftOut))),
  )
}

/** They become files of the listing as if the agent had uploaded them. One that a colleague has accepted already stays as it is. */
export async function acceptEmailedDocuments(services: Services, agent: Agent, input: AcceptEmailedInput) {
  const accepted = await services.database.db.transaction((tx) => acceptDocuments(services, tx, agent, input))
  return { accepted: accepted.length }
}

/** Returns those that became files. */
export async function acceptDocuments(
  { jobs }: Services,
  tx: Db,
  agent: Agent,
  { listingId, documents }: AcceptEmailedInput,
) {
  const names = new Map(documents.map(({ id, name }) => [id, name]))
  await requireStillMember(tx, agent)
  await lockListing(tx, agent, listingId)
  const waiting = await lockDocuments(tx, agent, listingId, [...names.keys()], isWaiting)
  for (const one of waiting) {
    const { path, originalName, contentType, size } = one
    if (!isFileType(contentType)) throw new TypeError('An emailed document has a type that files do not have.')
    const name = names.get(one.id)
    const givenName = name === undefined || name === one.name ? undefined : cleanFileName(name)
    if (givenName === null) throw invalidInput({ name: 'We can’t use this name' })
    const added = { path, name: originalName, givenName, listingId, contentLength: size }
    const fileId = await addFile(tx, agent, added, contentType)
    await tx.update(inboundDocument).set({ fileId }).where(isDocument(one))
    await jobs.enqueue(tx, prepareFileJob, { fileId, path })
  }
  await markDecided(tx, agent, waiting)
  return waiting
}

/** Deletes them at once. What was left out of an email can be deleted too, so that it is no longer shown. */
export async function refuseEmailedDocuments(
  { database: { db }, jobs }: Services,
  agent: Agent,
  { listingId, ids: unwanted }: RefuseEmailedInput,
) {
  return db.transaction(async (tx) => {
    await requireStillMember(tx, agent)
    await lockListing(tx, agent, listingId)
    const waiting = await lockDocuments(tx, agent, listingId, unwanted, or(isWaiting, isLeftOut))
    for (const one of waiting) {
      await tx.delete(inboundDocument).where(isDocument(one))
      if (one.path !== '') await jobs.enqueue(tx, removeContentJob, { path: one.path })
    }
    await markDecided(tx, agent, waiting)
    return { refused: waiting.length }
  })
}

/** To look at one before it is accepted. */
export async function createEmailedDocumentUrl(
  { database: { db }, storage }: Services,
  agent: Agent,
  { listingId, id }: EmailedDocumentInput,
) {
  await requireOwnListing(db, agent, listingId)
  const [found] = await db
    .select({ document: inboundDocument })
    .from(inboundDocument)
    .innerJoin(
      inboundEmail,
      and(eq(inboundEmail.id, inboundDocument.emailId), eq(inboundEmail.agencyId, inboundDocument.agencyId)),
    )
    .where(
      and(
        eq(inboundDocument.agencyId, agent.agencyId),
        eq(inboundDocument.id, id),
        eq(inboundEmail.listingId, listingId),
        isWaiting,
      ),
    )
  const { path: key, originalName, contentType } = found?.document ?? {}
  if (!key || !originalName || !isFileType(contentType))
    throw conflict('This document has been accepted or deleted. Reload the page.')
  return {
    url: await storage.downloadUrl({
      ...{ key, contentType, name: downloadName(originalName, contentType), disposition: 'inline' },
      expiresAt: new Date(Date.now() + DOWNLOAD_URL_MINUTES * 60_000),
    }),
  }
}

/** Those of the listing that nobody has decided about. A colleague may have been faster. */
async function lockDocuments(
  tx: Db,
  { agencyId }: Agent,
  listingId: string,
  wanted: string[],
  condition: typeof isWaiting,
) {
  const rows = await tx
    .select({ document: inboundDocument })
    .from(inboundDocument)
    .innerJoin(
      inboundEmail,
      and(eq(inboundEmail.id, inboundDocument.emailId), eq(inboundEmail.agencyId, inboundDocument.agencyId)),
    )
    .where(
      and(
        eq(inboundDocument.agencyId, agencyId),
        inArray(inboundDocument.id, wanted),
        eq(inboundEmail.listingId, listingId),
        condition,
      ),
    )
    .orderBy(asc(inboundDocument.id))
    .for('update', { of: inboundDocument })
  return rows.map(({ document }) => document)
}

const isDocument = ({ agencyId, id }: typeof inboundDocument.$inferSelect) =>
  and(eq(inboundDocument.agencyId, agencyId), eq(inboundDocument.id, id))

/** An email is decided with its last document. */
async function markDecided(tx: Db, agent: Agent, decided: { emailId: string }[]) {
  const emailIds = [...new Set(decided.map(({ emailId }) => emailId))]
  const stillWaiting = tx
    .select({ id: inboundDocument.emailId })
    .from(inboundDocument)
    .where(and(eq(inboundDocument.agencyId, agent.agencyId), isWaiting))
  await tx
    .update(inboundEmail)
    .set({ decidedAt: sql`now()`, decidedById: agent.id })
    .where(
      and(
        eq(inboundEmail.agencyId, agent.agencyId),
        inArray(inboundEmail.id, emailIds),
        sql`${inboundEmail.id} not in (${stillWaiting})`,
      ),
    )
}
