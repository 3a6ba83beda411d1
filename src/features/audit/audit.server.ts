import { and, desc, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { isListingWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { AuditEntry, ListAuditInput } from './audit.schema.ts'
import { auditActions, auditCategories, workActions } from './auditActions.ts'

const newestFirst: KeysetOrder = { key: audit.at, of: 'moments', direction: 'desc' }

/** A page of the agent's activity log, the latest first. */
export async function listAudit(db: Db, agent: Agent, { kind, limit, cursor }: ListAuditInput) {
  const paging = keysetPage('activity', newestFirst, audit.id, cursor)
  const page = db
    .select({ ...getTableColumns(audit), key: paging.key.as('key') })
    .from(audit)
    .where(
      and(
        eq(audit.userId, agent.id),
        kind ? inArray(audit.action, [...auditCategories[kind]]) : notInArray(audit.action, workActions),
        paging.after,
      ),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
    .as('page')
  // Current names, and only of what is within reach.
  const rows = await db
    .select({
      id: page.id,
      action: page.action,
      at: page.at,
      times: page.times,
      device: page.device,
      details: page.details,
      title: listing.title,
      name: file.name,
      lead: { firstName: lead.firstName, lastName: lead.lastName },
      member: { firstName: user.firstName, lastName: user.lastName },
      key: page.key,
    })
    .from(page)
    .leftJoin(listing, and(eq(listing.id, sql`${page.details}->>'listingId'`), isListingWithinReach(agent)))
    .leftJoin(file, and(eq(file.id, sql`${page.details}->>'fileId'`), isWithinReach(agent, file)))
    .leftJoin(lead, and(eq(lead.id, sql`${page.details}->>'leadId'`), isWithinReach(agent, lead)))
    .leftJoin(user, and(eq(user.id, sql`${page.details}->>'memberId'`), eq(page.agencyId, agent.agencyId)))
    .orderBy(desc(page.at), desc(page.id))
  return { activities: rows.slice(0, limit).flatMap(describeActivity), next: paging.next(rows, limit) }
}

interface Row extends Omit<typeof audit.$inferSelect, 'hour' | 'userId' | 'agencyId' | 'objectId'> {
  title: string | null
  name: string | null
  lead: Named | null
  member: Named | null
}
interface Named {
  firstName: string
  lastName: string
}

/** Entries that an older version wrote in another format are skipped. */
export function describeActivity({
  id,
  action,
  at,
  times,
  device,
  details,
  title,
  name,
  lead,
  member,
}: Row): AuditEntry[] {
  if (!isKnownAction(action)) return []
  const known = auditActions[action].safeParse(details)
  if (!known.success) return []
  const about = title ?? name ?? (lead && fullName(lead))
  return [{ id, action, at, times, device, about, member: member && fullName(member), details: known.data }]
}

const isKnownAction = (action: string): action is AuditEntry['action'] => Object.hasOwn(auditActions, action)
