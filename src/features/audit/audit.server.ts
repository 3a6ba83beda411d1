import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { isListingWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import { fullName, nameOrEmail } from '#ui/format/format.ts'
import type { AuditEntry, HistoryEntry, HistoryPage, ListAuditInput } from './audit.schema.ts'
import { type AuditCategory, auditActions, auditCategories, historyActions, workActions } from './auditActions.ts'

export const newestFirst: KeysetOrder = { key: audit.at, of: 'moments', direction: 'desc' }

/** What a page of the log is made of. */
export const entryColumns = {
  id: audit.id,
  userId: audit.userId,
  agencyId: audit.agencyId,
  action: audit.action,
  at: audit.at,
  times: audit.times,
  device: audit.device,
  details: audit.details,
}
type Row = Omit<typeof audit.$inferSelect, 'hour' | 'objectId'>

/** Steps of daily work are in the history of their listing or lead, and here only if asked for. */
export const isOfKind = (kind: AuditCategory | undefined) =>
  kind ? inArray(audit.action, [...auditCategories[kind]]) : notInArray(audit.action, workActions)

/** A page of the agent's activity log, the latest first. */
export async function listAudit(db: Db, agent: Agent, { kind, limit, cursor }: ListAuditInput) {
  const paging = keysetPage('activity', newestFirst, audit.id, cursor)
  const rows = await db
    .select({ ...entryColumns, key: paging.key })
    .from(audit)
    .where(and(eq(audit.userId, agent.id), isOfKind(kind), paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const described = await describeEntries(db, agent, rows.slice(0, limit))
  return { activities: described.map(({ row: _, ...entry }): AuditEntry => entry), next: paging.next(rows, limit) }
}

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
  email === null ? DELETED_ACCOUNT : nameOrEmail({ firstName: firstName ?? '', lastName: lastName ?? '', email })

/** With current names, and only of what is within reach. Entries that an older version wrote in another format are skipped. */
export async function describeEntries<Entry extends Row>(db: Db, agent: Agent, rows: Entry[]) {
  const known = rows.flatMap(readDetails)
  const names = await readNames(db, agent, known)
  return known.map(({ row, ...entry }) => {
    const { listingId, fileId, leadId, memberId } = entry.details
    const about = names.get(listingId) ?? names.get(fileId) ?? names.get(leadId) ?? null
    // Whom an entry of another agency is about is not for this one.
    const isOfAgency = row.agencyId === agent.agencyId
    return { ...entry, about, member: (isOfAgency && names.get(memberId)) || null, row }
  })
}

function readDetails<Entry extends Row>(row: Entry) {
  const { id, action, at, times, device } = row
  if (!isKnownAction(action)) return []
  const known = auditActions[action].safeParse(row.details)
  const details: AuditEntry['details'] = known.data ?? {}
  return known.success ? [{ id, action, at, times, device, details, row }] : []
}

const isKnownAction = (action: string): action is AuditEntry['action'] => Object.hasOwn(auditActions, action)

/** The names of everything that the entries are about, by id. */
async function readNames(db: Db, agent: Agent, entries: { details: AuditEntry['details'] }[]) {
  const idsIn = (field: string) => entries.flatMap(({ details: { [field]: id } }) => (typeof id === 'string' ? id : []))
  const read = async (field: string, find: (ids: string[]) => PromiseLike<{ id: string; name: string }[]>) => {
    const ids = [...new Set(idsIn(field))]
    return ids.length > 0 ? await find(ids) : []
  }
  const found = await Promise.all([
    read('listingId', (ids) =>
      db
        .select({ id: listing.id, name: listing.title })
        .from(listing)
        .where(and(inArray(listing.id, ids), isListingWithinReach(agent))),
    ),
    read('fileId', (ids) =>
      db
        .select({ id: file.id, name: file.name })
        .from(file)
        .where(and(inArray(file.id, ids), isWithinReach(agent, file))),
    ),
    read('leadId', async (ids) => {
      const leads = await db
        .select()
        .from(lead)
        .where(and(inArray(lead.id, ids), isWithinReach(agent, lead)))
      return leads.map((one) => ({ id: one.id, name: fullName(one) }))
    }),
    read('memberId', async (ids) => {
      const members = await db.select().from(user).where(inArray(user.id, ids))
      return members.map((one) => ({ id: one.id, name: nameOrEmail(one) }))
    }),
  ])
  return new Map<unknown, string>(found.flat().map(({ id, name }) => [id, name]))
}

/** Who did something, once their account is erased. */
export const DELETED_ACCOUNT = 'Deleted account'
