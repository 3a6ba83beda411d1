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
 * What was done to one listing in the agent's agency, the latest first, and by whom. The caller has checked that it is within reach; `about`
 * is what the sentences call it.
 */
export async function listHistory(
  db: Db,
  agent: Agent,
  { id, about }: { id: string; about: string },
  { limit, cursor }: HistoryPage,
) {
  const paging = historyPaging('history', cursor)
  const rows = await findHistory(db, agent, id, paging, limit)
  return { entries: await describeHistory(db, agent, rows.slice(0, limit), about), next: paging.next(rows, limit) }
}

/** In a list that may have other rows beside the entries, whose keys are moments as well. */
export const historyPaging = (list: string, cursor: string | undefined) =>
  keysetPage(list, newestFirst, audit.id, cursor)

type HistoryRow = Awaited<ReturnType<typeof findHistory>>[number]

/** One more than the page has, if there are more. The caller has checked that the listing or lead is within reach. */
export const findHistory = (
  db: Db,
  { agencyId }: Agent,
  objectId: string,
  paging: ReturnType<typeof historyPaging>,
  limit: number,
) =>
  db
    .select({ ...entryColumns, key: paging.key, firstName: user.firstName, lastName: user.lastName, email: user.email })
    .from(audit)
    .leftJoin(user, eq(user.id, audit.userId))
    .where(
      and(
        eq(audit.objectId, objectId),
        eq(audit.agencyId, agencyId),
        inArray(audit.action, historyActions),
        paging.after,
      ),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)

/** Entries that an older version wrote in another format are skipped. */
export async function describeHistory(db: Db, agent: Agent, rows: HistoryRow[], about: string) {
  const described = await describeEntries(db, agent, rows)
  return described.map(({ row, ...entry }): HistoryEntry => ({ ...entry, device: null, about, by: actorName(row) }))
}

/** The account of someone who has left may have been erased since. */
const actorName = ({ firstName, lastName, email }: HistoryRow) =>
  email === null ? DELETED_ACCOUNT : memberName({ firstName: firstName ?? '', lastName: lastName ?? '', email })
