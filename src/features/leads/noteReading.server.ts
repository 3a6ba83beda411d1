import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'

/** Somebody who reads for a while needs a new address every ten minutes. That is one reading. */
const SAME_READING_MS = 60 * 60_000

interface Reading extends Visitor {
  event: 'file_view' | 'file_download'
  listingId: string
  /** Null for a guest, who reads without a name. */
  leadId: string | null
}

/** The agent sees what a buyer reads. */
export async function recordReading(db: Db, reading: Reading, fileIds: string[]) {
  if (!fileIds.length) return
  const noted = await db
    .select({ fileId: event.fileId })
    .from(event)
    .where(
      and(
        eq(event.listingId, reading.listingId),
        eq(event.event, reading.event),
        isSameReader(reading),
        inArray(event.fileId, fileIds),
        gt(event.createdAt, new Date(Date.now() - SAME_READING_MS)),
      ),
    )
  const known = new Set(noted.map(({ fileId }) => fileId))
  const fresh = fileIds.filter((fileId) => !known.has(fileId))
  await recordEvents(
    db,
    fresh.map((fileId) => ({ ...reading, fileId })),
  )
}

/** A guest is told from other visitors by the day's hash; one who has none is counted each time. */
const isSameReader = ({ leadId, hash }: Reading) =>
  leadId ? eq(event.leadId, leadId) : and(isNull(event.leadId), eq(event.hash, hash ?? ''))
