import { and, countDistinct, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'

/** Different documents that each lead has read, however often each was opened. */
export async function countOpened(db: Db, leadIds: string[]) {
  if (leadIds.length === 0) return new Map<string | null, number>()
  const rows = await db
    .select({ id: event.leadId, n: countDistinct(event.fileId) })
    .from(event)
    .where(and(inArray(event.leadId, leadIds), inArray(event.event, ['file_view', 'file_download'])))
    .groupBy(event.leadId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}
