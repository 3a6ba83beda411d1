import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, fileOrder, fileVersion, isShownToBuyers } from '#db/schema/files.ts'
import { hasNoEmail, lead, leadSortName } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { acknowledgement, acknowledgementReminder } from '#db/schema/record.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import type { RecordPerson } from '#features/record/server/recordChain.server.ts'
import { isListingWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Membership } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { announce } from '#platform/outbound/webhooks/announce.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { AcknowledgeInput, AskAcknowledgementInput } from '../disclosure.schema.ts'

/** Asks buyers to confirm a document, or asks no more. */
export async function askAcknowledgement(
  db: Db,
  agent: Membership,
  { fileId, statement, isRequired }: AskAcknowledgementInput,
) {
  const [changed] = await db
    .update(file)
    .set({ acknowledgement: statement, isAcknowledgementRequired: statement !== null && isRequired })
    .where(and(eq(file.id, fileId), isWithinReach(agent, file), eq(file.type, 'file'), isNull(file.erasedAt)))
    .returning({ statement: file.acknowledgement, isRequired: file.isAcknowledgementRequired })
  if (!changed) throw notFound()
  return changed
}

type Document = Pick<
  typeof file.$inferSelect,
  'id' | 'version' | 'acknowledgement' | 'isAcknowledgementRequired' | 'name'
>

/** What a buyer is asked to confirm about a document, and when they did. Null if they are not asked. */
export async function findAcknowledgementRequest(db: Db, person: RecordPerson | null, document: Document) {
  if (!document.acknowledgement) return null
  const [given] = person
    ? await db
        .select({ createdAt: acknowledgement.createdAt, statement: acknowledgement.statement })
        .from(acknowledgement)
        .where(isGivenBy(person, document.id, document.version))
    : []
  return {
    version: document.version,
    statement: given?.statement ?? document.acknowledgement,
    isRequired: document.isAcknowledgementRequired,
    /** Someone who only typed the address cannot confirm for its owner. */
    canAcknowledge: person !== null,
    acknowledgedAt: given?.createdAt ?? null,
  }
}

export type AcknowledgementRequest = NonNullable<Awaited<ReturnType<typeof findAcknowledgementRequest>>>

/** Everything that someone has confirmed, for that person. */
export const listAcknowledgementsGivenBy = (db: Db, person: RecordPerson) =>
  db
    .select({
      document: file.name,
      version: acknowledgement.version,
      sha256: acknowledgement.sha256,
      statement: acknowledgement.statement,
      acknowledgedAt: acknowledgement.createdAt,
    })
    .from(acknowledgement)
    .innerJoin(file, and(eq(file.id, acknowledgement.fileId), eq(file.agencyId, acknowledgement.agencyId)))
    .where(isBy(person))
    .orderBy(asc(acknowledgement.createdAt), asc(acknowledgement.id))

const isGivenBy = (person: RecordPerson, fileId: string, version: number) =>
  and(isBy(person), eq(acknowledgement.fileId, fileId), eq(acknowledgement.version, version))

const isBy = ({ leadId, inviteeId }: RecordPerson) =>
  and(
    eq(acknowledgement.leadId, leadId),
    inviteeId ? eq(acknowledgement.inviteeId, inviteeId) : isNull(acknowledgement.inviteeId),
  )

/** Of these documents, those that open only once they are confirmed, and are not. */
export async function listClosedUntilAcknowledged(db: Db, person: RecordPerson | null, documents: Document[]) {
  const needed = documents.filter((one) => one.acknowledgement && one.isAcknowledgementRequired)
  const closed: Document[] = []
  for (const one of needed) {
    const request = await findAcknowledgementRequest(db, person, one)
    if (!request?.acknowledgedAt) closed.push(one)
  }
  return closed
}

export async function requireAcknowledged(db: Db, person: RecordPerson | null, document: Document) {
  const [closed] = await listClosedUntilAcknowledged(db, person, [document])
  if (!closed) return
  throw new AppError(
    'AcknowledgementNeeded',
    403,
    person
      ? 'The agent asks you to confirm this document before it opens.'
      : 'The agent asks for your confirmation first. Open the link in our email to confirm and read it.',
  )
}

/**
 * Stores that someone has confirmed a version of a document, once. The caller has checked that their key is the lead's own. Refused unless
 * the version and the words are what the server has now: nobody confirms what they did not see.
 */
export const acknowledge = (
  db: Db,
  person: RecordPerson,
  { listingId, fileId, version, statement }: AcknowledgeInput,
) =>
  db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: file, sha256: fileVersion.sha256 })
      .from(file)
      .leftJoin(fileVersion, and(eq(fileVersion.fileId, file.id), eq(fileVersion.version, file.version)))
      .where(and(eq(file.id, fileId), eq(file.listingId, listingId), eq(file.type, 'file'), isShownToBuyers))
      .for('share', { of: file })
    if (!found) throw notFound()
    const known = await findAcknowledgementRequest(tx, person, { ...found.row, version })
    if (known?.acknowledgedAt) return { acknowledgedAt: known.acknowledgedAt }
    if (found.row.version !== version)
      throw conflict('This document changed while you had it open. Open it again to read and confirm the new version.')
    if (found.row.acknowledgement !== statement)
      throw conflict('The agent changed the sentence. Open the document again to see what you’re asked to confirm.')
    if (!found.sha256) throw conflict('This document is still being prepared. Try again in a minute.')
    const { leadId, inviteeId = null } = person
    const [stored] = await tx
      .insert(acknowledgement)
      .values({ fileId, version, sha256: found.sha256, leadId, inviteeId, statement })
      .onConflictDoNothing()
      .returning({ acknowledgedAt: acknowledgement.createdAt })
    if (!stored) throw conflict('You’ve just confirmed this in another window.')
    await addToRecord(tx, { agencyId: found.row.agencyId, listingId }, [
      {
        ...{ kind: 'acknowledged', person, fileId, version },
        details: { name: found.row.name, sha256: found.sha256, statement },
      },
    ])
    await announce(tx, {
      ...{ agencyId: found.row.agencyId, type: 'document.acknowledged', objectId: leadId },
      data: { leadId, listingId, fileId, version },
    })
    return stored
  })

const MAX_LISTED_PEOPLE = 200
/** One reminder for each person and document in this time. */
export const REMINDER_PAUSE_HOURS = 24

/** For each document of a listing that asks for it: who has confirmed the current version, and who has not. */
export async function listAcknowledgements(db: Db, agent: Membership, listingId: string) {
  const documents = await db
    .select()
    .from(file)
    .innerJoin(
      listing,
      and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId), isListingWithinReach(agent)),
    )
    .where(and(eq(file.listingId, listingId), sql`${file.acknowledgement} is not null`, isShownToBuyers))
    .orderBy(...fileOrder)
  if (documents.length === 0) return []
  const people = await db
    .select()
    .from(lead)
    .where(and(eq(lead.agencyId, agent.agencyId), eq(lead.listingId, listingId), isNull(lead.archivedAt)))
    .orderBy(asc(leadSortName(lead)), asc(lead.id))
    .limit(MAX_LISTED_PEOPLE)
  const ids = documents.map((one) => one.file.id)
  const ofDocuments = (table: typeof acknowledgement | typeof acknowledgementReminder) =>
    and(eq(table.agencyId, agent.agencyId), inArray(table.fileId, ids))
  const given = await db.select().from(acknowledgement).where(ofDocuments(acknowledgement))
  const reminders = await db.select().from(acknowledgementReminder).where(ofDocuments(acknowledgementReminder))
  return documents.map(({ file: { id, name, version, acknowledgement: statement, isAcknowledgementRequired } }) => ({
    id,
    name,
    version,
    statement: statement ?? '',
    isRequired: isAcknowledgementRequired,
    people: people.map((person) => {
      const own = given.find((one) => one.fileId === id && one.version === version && one.leadId === person.id)
      const sentAt = reminders.find((one) => one.fileId === id && one.leadId === person.id)?.sentAt ?? null
      return {
        leadId: person.id,
        name: fullName(person),
        acknowledgedAt: own?.createdAt ?? null,
        remindedAt: sentAt,
        canRemind: !own && canBeReminded(person) && isReminderDue(sentAt),
      }
    }),
  }))
}

export type AcknowledgedDocument = Awaited<ReturnType<typeof listAcknowledgements>>[number]

const isReminderDue = (sentAt: Date | null) =>
  sentAt === null || sentAt.getTime() < Date.now() - REMINDER_PAUSE_HOURS * 3600_000

/** People who have unsubscribed, cannot open it or have no email address are left out. */
const canBeReminded = ({ unsubscribedAt, withdrawnAt, email }: typeof lead.$inferSelect) =>
  !unsubscribedAt && !withdrawnAt && !hasNoEmail(email)

/** Claims today's reminder for a person and document, in the transaction that posts the email. */
export async function claimReminder(tx: Db, fileId: string, leadId: string) {
  const [claimed] = await tx
    .insert(acknowledgementReminder)
    .values({ fileId, leadId })
    .onConflictDoUpdate({
      target: [acknowledgementReminder.fileId, acknowledgementReminder.leadId],
      set: { sentAt: sql`now()` },
      setWhere: sql`${acknowledgementReminder.sentAt} < now() - make_interval(hours => ${REMINDER_PAUSE_HOURS})`,
    })
    .returning({ sentAt: acknowledgementReminder.sentAt })
  if (!claimed) throw conflict('You’ve reminded them today already. You can remind them again tomorrow.')
  return claimed
}
