import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/leads.ts'
import { openHome } from '#db/schema/listings.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'

/** A visit that the agent has not taken back. The one definition of who came, for every list and every count. */
export const isVisit = isNull(checkIn.removedAt)

/** With `offset`, visits are looked up lead by lead. As a join the planner would read those of every agency. */
export const cameToAnyOpenHome: SQL = sql`exists (select from ${checkIn} where ${checkIn.leadId} = ${lead.id} and ${checkIn.agencyId} = ${lead.agencyId} and ${isVisit} offset 0)`

/** An array, so that the planner looks up the few who came. It would expect half of all leads to match a subquery. */
export const cameToThisOpenHome = (agencyId: string, openHomeId: string): SQL =>
  sql`${lead.id} = any (array(select ${checkIn.leadId} from ${checkIn} where ${and(eq(checkIn.agencyId, agencyId), eq(checkIn.openHomeId, openHomeId), isVisit)}))`

export interface OpenHomeVisit {
  openHomeId: string
  /** When the open home began. */
  startsAt: Date
  arrivedAt: Date
}

/** The open homes that leads came to, the latest first, each once. The caller has checked whose leads they are. */
export async function listOpenHomeVisits(
  db: Db,
  agencyId: string,
  leadIds: string[],
): Promise<Map<string, OpenHomeVisit[]>> {
  if (leadIds.length === 0) return new Map()
  const rows = await db
    .select({
      leadId: sql<string>`${checkIn.leadId}`,
      openHomeId: openHome.id,
      startsAt: openHome.startsAt,
      arrivedAt: sql`min(${checkIn.arrivedAt})`.mapWith(checkIn.arrivedAt),
    })
    .from(checkIn)
    .innerJoin(openHome, and(eq(openHome.id, checkIn.openHomeId), eq(openHome.agencyId, checkIn.agencyId)))
    .where(and(eq(checkIn.agencyId, agencyId), inArray(checkIn.leadId, leadIds), isVisit))
    .groupBy(checkIn.leadId, openHome.id)
    .orderBy(desc(openHome.startsAt), openHome.id)
  return Map.groupBy(rows, ({ leadId }) => leadId)
}

/** Steps of a lead's timeline. */
export function findVisitSteps(
  db: Db,
  agencyId: string,
  leadId: string,
  list: string,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const paging = keysetPage(list, { key: checkIn.arrivedAt, of: 'moments', direction: 'desc' }, checkIn.id, cursor)
  return db
    .select({
      id: checkIn.id,
      event: sql<string>`'open_home_visit'`,
      at: checkIn.arrivedAt,
      fileName: sql<null>`null`,
      zippedFiles: sql<null>`null`,
      key: paging.key,
    })
    .from(checkIn)
    .where(
      and(eq(checkIn.agencyId, agencyId), eq(checkIn.leadId, leadId), isNotNull(checkIn.leadId), isVisit, paging.after),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
}
