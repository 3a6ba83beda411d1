import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { invitee } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { recordEntry, recordHead, recordSubject } from '#db/schema/record.ts'
import {
  type ChainEntry,
  FIRST_HASH,
  hashEntry,
  type RecordDetails,
  type RecordKind,
  type RecordPerson,
  recordSubjectId,
  sealHead,
} from './recordChain.server.ts'

/** A listing whose record it is, with its agency. */
export interface RecordedListing {
  agencyId: string
  listingId: string
}

/** Something that happened to a listing's documents. */
export interface RecordFact {
  kind: RecordKind
  person?: RecordPerson
  fileId?: string
  version?: number
  /** Never personal: what is in the record cannot be erased. */
  details?: RecordDetails
  /** Not added if it is in the record already, of the same kind for the same person, document and version. */
  isOnce?: boolean
}

/**
 * Adds to the record of a listing, in the transaction of what happened. Locks the leads, then the end of the record, until the transaction
 * ends: consistent lock order prevents deadlocks. Returns what it has added.
 */
export async function addToRecord(tx: Db, { agencyId, listingId }: RecordedListing, facts: RecordFact[]) {
  const at = { agencyId, listingId }
  if (facts.length === 0) return []
  const people = facts.flatMap(({ person }) => person ?? [])
  await storeSubjects(tx, at, people)
  const head = await lockHead(tx, listingId)
  const entries: ChainEntry[] = []
  let { length, hash } = head
  for (const { kind, person, fileId = null, version = null, details = {}, isOnce } of facts) {
    const subjectId = person ? recordSubjectId(person, listingId) : null
    if (isOnce && (await isRecorded(tx, at, { kind, person, fileId: fileId ?? '', version: version ?? 0 }))) continue
    length += 1
    const entry = {
      ...{ listingId, sequence: length, kind, subjectId, fileId, version, details },
      ...{ recordedAt: head.now, previousHash: hash, hash: '' },
    }
    hash = hashEntry(entry)
    entries.push({ ...entry, hash })
  }
  if (entries.length === 0) return []
  for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT)
    await tx
      .insert(recordEntry)
      .values(
        entries
          .slice(start, start + ROWS_PER_STATEMENT)
          .map(({ recordedAt, ...entry }) => ({ ...entry, recordedAt: new Date(recordedAt) })),
      )
  const end = { listingId, length, hash }
  await tx
    .update(recordHead)
    .set({ ...end, seal: sealHead(end) })
    .where(and(eq(recordHead.agencyId, agencyId), eq(recordHead.listingId, listingId)))
  return entries
}

/** Few enough that a statement stays far below its time limit. */
const ROWS_PER_STATEMENT = 500

/** Who they are, as last known. Someone who is erased meanwhile stays nameless. */
async function storeSubjects(tx: Db, { agencyId, listingId }: RecordedListing, people: RecordPerson[]) {
  const known = new Map(people.map((person) => [recordSubjectId(person, listingId), person]))
  if (known.size === 0) return
  const rows = [...known].map(([id, { leadId, inviteeId = null }]) => ({ id, leadId, inviteeId }))
  await tx.execute(sql`
    insert into ${recordSubject} ("id", "listingId", "leadId", "inviteeId", "name", "email", "role")
    select given.id, person."listingId", person.id, given."inviteeId",
      coalesce(guest.name, trim(person."firstName" || ' ' || person."lastName")), coalesce(guest.email, person.email), guest.role
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, "leadId" text, "inviteeId" text)
    join (select * from ${lead} where "agencyId" = ${agencyId} and "listingId" = ${listingId} and id in (
        select "leadId" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one ("leadId" text)
      ) order by id for key share) person on person.id = given."leadId"
    left join ${invitee} guest on guest."agencyId" = ${agencyId} and guest.id = given."inviteeId" and guest."leadId" = person.id
    on conflict (id) do update set name = excluded.name, email = excluded.email, role = excluded.role
    where record_subject."erasedAt" is null and (record_subject.name, record_subject.email, record_subject.role)
      is distinct from (excluded.name, excluded.email, excluded.role)`)
}

/** One statement creates the record, locks its end and reads the time: entries are in the order of their times. */
async function lockHead(tx: Db, listingId: string) {
  const empty = { listingId, length: 0, hash: FIRST_HASH }
  const [head] = await tx
    .insert(recordHead)
    .values({ ...empty, seal: sealHead(empty) })
    .onConflictDoUpdate({ target: recordHead.listingId, set: { length: sql`${recordHead.length}` } })
    .returning({
      length: recordHead.length,
      hash: recordHead.hash,
      now: sql<string>`to_char(clock_timestamp() at time zone 'UTC', ${ISO_MILLISECONDS})`,
    })
  if (!head) throw new Error('The end of the record could not be locked.')
  return head
}

const ISO_MILLISECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** Whether this person's first opening of a version, or the like, is in the record. */
export async function isRecorded(
  db: Db,
  { agencyId, listingId }: RecordedListing,
  { kind, person, fileId, version }: { kind: RecordKind; person?: RecordPerson; fileId: string; version: number },
) {
  const [found] = await db
    .select({ sequence: recordEntry.sequence })
    .from(recordEntry)
    .where(
      and(
        eq(recordEntry.agencyId, agencyId),
        eq(recordEntry.listingId, listingId),
        person ? eq(recordEntry.subjectId, recordSubjectId(person, listingId)) : sql`${recordEntry.subjectId} is null`,
        eq(recordEntry.kind, kind),
        eq(recordEntry.fileId, fileId),
        eq(recordEntry.version, version),
      ),
    )
    .limit(1)
  return found !== undefined
}

/**
 * What this person had opened or downloaded before an entry. Of an entry that this transaction has added, nothing can be added before it any
 * more.
 */
export const listOpenedBefore = (
  tx: Db,
  { agencyId, listingId }: RecordedListing,
  { sequence }: Pick<ChainEntry, 'sequence'>,
  person: RecordPerson,
  fileIds: string[],
) =>
  tx
    .selectDistinct({ fileId: recordEntry.fileId, version: recordEntry.version })
    .from(recordEntry)
    .where(
      and(
        eq(recordEntry.agencyId, agencyId),
        eq(recordEntry.listingId, listingId),
        eq(recordEntry.subjectId, recordSubjectId(person, listingId)),
        inArray(recordEntry.kind, ['version_opened', 'downloaded']),
        inArray(recordEntry.fileId, fileIds),
        lt(recordEntry.sequence, sequence),
      ),
    )
