import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago, now } from '#db/clock.server.ts'
import { recordEntry, recordHead, recordSubject } from '#db/schema/record.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { type ChainEntry, createChainCheck } from './recordChain.server.ts'

const ENTRIES_PER_BATCH = 1_000

/** Recomputes a whole record. Returns what is wrong with it, or nothing. */
export const findRecordError = (db: Db, listingId: string) =>
  // One snapshot: entries that are added meanwhile belong to a later head.
  db.transaction(
    async (tx) => {
      const check = createChainCheck(listingId)
      const [head] = await tx.select().from(recordHead).where(eq(recordHead.listingId, listingId))
      for (let after = MIN_INTEGER; ; ) {
        const batch = await listChainEntries(tx, listingId, after)
        for (const entry of batch) {
          const error = check.add(entry)
          if (error) return error
        }
        const last = batch.at(-1)
        if (!last || batch.length < ENTRIES_PER_BATCH) break
        after = last.sequence
      }
      // Someone is named in it, so there was one.
      if (!head && (await tx.$count(recordSubject, eq(recordSubject.listingId, listingId))) > 0)
        return 'The whole record is missing.'
      return check.end(head)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** A row that was given a number below 1 is found, too. */
const MIN_INTEGER = -2_147_483_648

async function listChainEntries(tx: Db, listingId: string, after: number): Promise<ChainEntry[]> {
  const rows = await tx
    .select({
      listingId: recordEntry.listingId,
      sequence: recordEntry.sequence,
      kind: recordEntry.kind,
      subjectId: recordEntry.subjectId,
      fileId: recordEntry.fileId,
      version: recordEntry.version,
      details: recordEntry.details,
      // To the microsecond: a change that is smaller than a millisecond is a change.
      recordedAt: sql<string>`to_char(${recordEntry.recordedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      previousHash: recordEntry.previousHash,
      hash: recordEntry.hash,
    })
    .from(recordEntry)
    .where(and(eq(recordEntry.listingId, listingId), gt(recordEntry.sequence, after)))
    .orderBy(asc(recordEntry.sequence))
    .limit(ENTRIES_PER_BATCH)
  return rows.map((row) => ({ ...row, recordedAt: row.recordedAt.replace(/(\.\d{3})000Z$/, '$1Z') }))
}

/** Checks a record, stores the result, and raises the alarm if it was changed. Returns whether it is as it was written. */
export async function verifyRecord({ database: { db }, log }: Pick<Services, 'database' | 'log'>, listingId: string) {
  const error = await findRecordError(db, listingId)
  await db
    .update(recordHead)
    // The first time counts: later checks find the same.
    .set(error ? { brokenAt: sql`coalesce(${recordHead.brokenAt}, now())` } : { verifiedAt: now, brokenAt: null })
    .where(eq(recordHead.listingId, listingId))
  if (error) {
    meters.recordChecks.inc({ outcome: 'changed' })
    log.error({ event: 'record_changed', listingId, error }, 'the record of a listing was changed')
  } else meters.recordChecks.inc({ outcome: 'intact' })
  return error === undefined
}

const NoData = z.object({})
const RECORDS_PER_BATCH = 200
/** Less than a day, so that each daily run checks all. */
const CHECK_AGAIN_MS = 20 * 3600 * 1000
const MAX_RUN_MS = 10 * 60_000

/** Checks every record once a day. What a long run leaves is continued by the next job. */
export const verifyRecordsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'verify_records',
  data: NoData,
  schedule: '11 4 * * *',
  queue: { expireInSeconds: 1800 },
  async work(services) {
    const { db } = services.database
    const startedAt = Date.now()
    let after = ''
    for (;;) {
      const due = await listDueRecords(db, after)
      for (const { listingId } of due) await verifyRecord(services, listingId)
      const last = due.at(-1)
      if (!last || due.length < RECORDS_PER_BATCH) return
      after = last.listingId
      if (Date.now() - startedAt > MAX_RUN_MS) {
        await services.jobs.enqueue(db, verifyRecordsJob, {})
        return
      }
    }
  },
}

/** Also records whose end is missing: their entries or people are still there. */
async function listDueRecords(db: Db, after: string) {
  const isDue = or(isNull(recordHead.verifiedAt), lt(recordHead.verifiedAt, ago(CHECK_AGAIN_MS)))
  const heads = db
    .select({ listingId: recordHead.listingId })
    .from(recordHead)
    .where(and(isDue, gt(recordHead.listingId, after)))
  const headless = [recordEntry, recordSubject].map((table) =>
    db
      .selectDistinct({ listingId: table.listingId })
      .from(table)
      .where(
        and(
          gt(table.listingId, after),
          sql`not exists (select from ${recordHead} where ${recordHead.listingId} = ${table.listingId})`,
        ),
      ),
  )
  const [entries, subjects] = headless
  const all = entries && subjects ? heads.union(entries).union(subjects) : heads
  return all.orderBy(sql`1`).limit(RECORDS_PER_BATCH)
}
