import { and, asc, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { recordEntry, recordHead, recordSubject } from '#db/schema/record.ts'
import { type RecordPerson, recordSubjectId } from '#features/record/server/recordChain.server.ts'
import { isListingWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Membership } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import type { ListRecordInput } from '../disclosure.schema.ts'
import { personName } from '../recordText.ts'

const ENTRIES_PER_PAGE = 50
const MAX_CHOICES = 500

export async function requireRecordListing(db: Db, agent: Membership, id: string) {
  const [own] = await db
    .select()
    .from(listing)
    .where(and(eq(listing.id, id), isListingWithinReach(agent)))
  if (!own) throw notFound()
  return own
}

/** The people and documents that the record can be filtered by, and whether it is in order. */
export async function readRecordOverview(db: Db, agent: Membership, listingId: string) {
  const { title } = await requireRecordListing(db, agent, listingId)
  const [head] = await db
    .select()
    .from(recordHead)
    .where(and(eq(recordHead.agencyId, agent.agencyId), eq(recordHead.listingId, listingId)))
  const people = await db
    .select()
    .from(recordSubject)
    .where(and(eq(recordSubject.agencyId, agent.agencyId), eq(recordSubject.listingId, listingId)))
    .orderBy(asc(recordSubject.name), asc(recordSubject.id))
    .limit(MAX_CHOICES)
  const documents = await db
    .selectDistinctOn([recordEntry.fileId], { id: recordEntry.fileId, name: documentName })
    .from(recordEntry)
    .leftJoin(file, and(eq(file.id, recordEntry.fileId), isWithinReach(agent, file)))
    .where(
      and(
        eq(recordEntry.agencyId, agent.agencyId),
        eq(recordEntry.listingId, listingId),
        isNotNull(recordEntry.fileId),
      ),
    )
    .orderBy(recordEntry.fileId, desc(recordEntry.sequence))
    .limit(MAX_CHOICES)
  return {
    title,
    length: head?.length ?? 0,
    verifiedAt: head?.verifiedAt ?? null,
    isBroken: head?.brokenAt != null,
    people: people.map((one) => ({ id: one.id, name: personName({ ...one, isErased: one.erasedAt !== null }) })),
    documents: documents
      .flatMap(({ id, name }) => (id ? [{ id, name: name ?? 'A document' }] : []))
      .sort((a, b) => a.name.localeCompare(b.name)),
  }
}

/** As it is called now; an erased one as it was called. */
const documentName = sql<string | null>`coalesce(${file.name}, ${recordEntry.details}->>'name')`

/** A page of the record, the latest first. */
export async function listRecord(db: Db, agent: Membership, { listingId, person, document, before }: ListRecordInput) {
  await requireRecordListing(db, agent, listingId)
  const rows = await db
    .select({ entry: recordEntry, subject: recordSubject, document: documentName })
    .from(recordEntry)
    .leftJoin(
      recordSubject,
      and(eq(recordSubject.id, recordEntry.subjectId), eq(recordSubject.agencyId, recordEntry.agencyId)),
    )
    .leftJoin(file, and(eq(file.id, recordEntry.fileId), isWithinReach(agent, file)))
    .where(
      and(
        eq(recordEntry.agencyId, agent.agencyId),
        eq(recordEntry.listingId, listingId),
        person ? eq(recordEntry.subjectId, person) : undefined,
        document ? eq(recordEntry.fileId, document) : undefined,
        before ? lt(recordEntry.sequence, before) : undefined,
      ),
    )
    .orderBy(desc(recordEntry.sequence))
    .limit(ENTRIES_PER_PAGE + 1)
  const page = rows.slice(0, ENTRIES_PER_PAGE)
  return {
    entries: page.map(({ entry, subject, document: name }) => ({
      ...{ sequence: entry.sequence, kind: entry.kind, recordedAt: entry.recordedAt },
      ...{ version: entry.version, details: entry.details, document: name },
      person: subject && personName({ ...subject, isErased: subject.erasedAt !== null }),
    })),
    next: rows.length > ENTRIES_PER_PAGE ? (page.at(-1)?.entry.sequence ?? null) : null,
  }
}

/** What the record of a listing has about someone, for that person: oldest first, with the hash that a certificate shows. */
export const listRecordAbout = (db: Db, listingId: string, person: RecordPerson) =>
  db
    .select({
      what: recordEntry.kind,
      document: documentName,
      version: recordEntry.version,
      details: recordEntry.details,
      at: recordEntry.recordedAt,
      hash: recordEntry.hash,
    })
    .from(recordEntry)
    .leftJoin(file, and(eq(file.id, recordEntry.fileId), eq(file.agencyId, recordEntry.agencyId)))
    .where(and(eq(recordEntry.listingId, listingId), eq(recordEntry.subjectId, recordSubjectId(person, listingId))))
    .orderBy(asc(recordEntry.sequence))

/** Long enough for years of a busy listing, and a PDF that can still be read and checked. */
export const MAX_CERTIFIED_ENTRIES = 5_000

/** The entries that a certificate shows, oldest first: all, or what concerns one person and the listing itself. */
export function listCertifiedEntries(db: Db, listingId: string, person: string | undefined) {
  return db
    .select({ entry: recordEntry, document: documentName })
    .from(recordEntry)
    .leftJoin(file, and(eq(file.id, recordEntry.fileId), eq(file.agencyId, recordEntry.agencyId)))
    .where(
      and(
        eq(recordEntry.listingId, listingId),
        person ? or(eq(recordEntry.subjectId, person), sql`${recordEntry.subjectId} is null`) : undefined,
      ),
    )
    .orderBy(asc(recordEntry.sequence))
    .limit(MAX_CERTIFIED_ENTRIES + 1)
}
