import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import type { HistoryEntry, HistoryPage } from './audit.schema.ts'
import { DELETED_ACCOUNT, describeEntries, entryColumns, memberName, newestFirst } from './audit.server.ts'
import { historyActions } from './auditActions.ts'

/**
 * What was done to one listing or lead in the agent's agency, the latest first, and by whom. The caller has checked that it is within
 * reach; `about` is what the sentences call it.
 */
export async function listHistory(
  db: Db,
  agent: Agent,
  { id, about }: { id: string; about: string },
  { limit, cursor }: HistoryPage,
) {
  const paging = keysetPage('history', newestFirst, audit.id, cursor)
  const rows = await db
    .select({ ...entryColumns, key: paging.key, by: user })
    .from(audit)
    .leftJoin(user, eq(user.id, audit.userId))
    .where(
      and(
        eq(audit.objectId, id),
        eq(audit.agencyId, agent.agencyId),
        inArray(audit.action, historyActions),
        paging.after,
      ),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const described = await describeEntries(db, agent, rows.slice(0, limit))
  const entries = described.map(
    ({ row, ...entry }): HistoryEntry => ({
      ...entry,
      device: null,
      about,
      by: row.by ? memberName(row.by) : DELETED_ACCOUNT,
    }),
  )
  return { entries, next: paging.next(rows, limit) }
}
