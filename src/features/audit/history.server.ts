import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { HistoryEntry, HistoryPage } from './audit.schema.ts'
import { readDetails } from './audit.server.ts'
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
  const order = { key: audit.at, of: 'moments', direction: 'desc' } as const
  const paging = keysetPage('history', order, audit.id, cursor)
  const page = db
    .select({ ...getTableColumns(audit), key: paging.key.as('key') })
    .from(audit)
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
    .as('page')
  const actor = alias(user, 'actor')
  const rows = await db
    .select({
      ...{ id: page.id, action: page.action, at: page.at, times: page.times, details: page.details, key: page.key },
      actor: { firstName: actor.firstName, lastName: actor.lastName },
      member: { firstName: user.firstName, lastName: user.lastName },
    })
    .from(page)
    .innerJoin(actor, eq(actor.id, page.userId))
    .leftJoin(user, eq(user.id, sql`${page.details}->>'memberId'`))
    .orderBy(desc(page.at), desc(page.id))
  const entries = rows.slice(0, limit).flatMap(({ actor: by, ...row }): HistoryEntry[] => {
    const [known] = readDetails({ ...row, device: null })
    if (!known) return []
    const { row: _, ...entry } = known
    return [{ ...entry, about, member: row.member && fullName(row.member), by: fullName(by) }]
  })
  return { entries, next: paging.next(rows, limit) }
}
