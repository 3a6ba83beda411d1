import type { Db } from '#db/client.server.ts'
import { writeRepeatedAudit } from '#features/audit/writeAudit.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'

type FilesAction = 'files_added' | 'files_replaced' | 'files_removed' | 'files_restored'

/** In the history of each listing that had or has these files. Files without a listing have none. */
export async function auditFiles(tx: Db, agent: Agent, action: FilesAction, files: { listingId: string | null }[]) {
  for (const [listingId, group] of Map.groupBy(files, (one) => one.listingId))
    if (listingId) await writeRepeatedAudit(tx, agent, action, { listingId }, listingId, group.length)
}
