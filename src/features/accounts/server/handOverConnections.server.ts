import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { apiKey } from '#db/schema/apiKeys.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { webhookEndpoint } from '#db/schema/webhooks.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Role } from '#values/agencyValues.ts'

export interface Successor {
  id: string
  role: Role
}

/**
 * An agency's programs work on when the one who set them up leaves or gets a lesser role. They reach the whole agency, so they act for a
 * member who does, too: an owner, if the successor does not.
 */
export async function handOverConnections(tx: Db, agencyId: string, fromId: string, to: Successor) {
  const isSuitable = to.id !== fromId && may(to, 'manageConnections')
  const { id: userId } = isSuitable ? to : await findOtherOwner(tx, agencyId, fromId)
  for (const table of [apiKey, webhookEndpoint, feedRun])
    await tx
      .update(table)
      .set({ userId })
      .where(and(eq(table.agencyId, agencyId), eq(table.userId, fromId)))
}

/** The owner who pays, or another one. */
export async function findOtherOwner(tx: Db, agencyId: string, userId: string) {
  const [found] = await tx
    .select({ id: member.userId, role: member.role })
    .from(member)
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .where(and(eq(member.agencyId, agencyId), eq(member.role, 'owner'), ne(member.userId, userId)))
    .orderBy(sql`${agency.payerId} is distinct from ${member.userId}`, asc(member.joinedAt))
    .limit(1)
  if (!found) throw new Error('An agency has no other owner.')
  return found
}
