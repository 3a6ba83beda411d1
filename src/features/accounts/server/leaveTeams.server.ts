import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency, assistedAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import { conflict } from '#platform/errors.ts'
import { formatCount } from '#ui/format/format.ts'
import { handOver } from './handOver.server.ts'

interface Team {
  agencyId: string
  name: string
  /** Whether the others can do without this user: another owner is there, and somebody else pays. */
  isDispensable: boolean
  /** How many listings the user still leads there. */
  listings: number
}

/** The agencies in which a user works with others. */
async function listTeams(db: Db, userId: string): Promise<Team[]> {
  const others = sql`select from ${member} as other where other."agencyId" = ${member.agencyId} and other."userId" <> ${userId}`
  const isLastOwner = sql`${member.role} = 'owner' and not exists (${others} and other."role" = 'owner')`
  return db
    .select({
      agencyId: agency.id,
      name: agency.name,
      isDispensable: sql<boolean>`not (${isLastOwner}) and ${agency.payerId} is distinct from ${userId}`,
      listings: sql<number>`(select count(*)::int from ${listing}
        where ${listing.agencyId} = ${agency.id} and ${listing.userId} = ${userId})`,
    })
    .from(member)
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .where(and(eq(member.userId, userId), sql`exists (${others})`))
    .orderBy(asc(agency.id))
}

/** An account can be deleted once nobody else depends on it. An agent alone always can. */
export async function requireFreeOfTeams(db: Db, userId: string) {
  for (const { name, isDispensable, listings } of await listTeams(db, userId)) {
    const agencyName = name || 'your agency'
    if (!isDispensable)
      throw conflict(
        `You’re the last owner of ${agencyName}, or you pay for it. Make a colleague an owner and change who pays, or delete the agency first.`,
      )
    if (listings > 0)
      throw conflict(
        `You still lead ${formatCount(listings, 'listing')} at ${agencyName}. Hand over first, or ask a manager to remove you from the agency.`,
      )
  }
}

/** Whether a team has come to need this user since they asked to be deleted. */
export const isNeededByTeam = async (db: Db, userId: string) =>
  (await listTeams(db, userId)).some(({ isDispensable }) => !isDispensable)

/** Gives what the agency keeps to the owner who pays, or to another owner, and ends the memberships. */
export async function leaveTeams(tx: Db, userId: string) {
  for (const { agencyId } of await listTeams(tx, userId)) {
    const successor = await findSuccessor(tx, agencyId, userId)
    await handOver(tx, agencyId, userId, successor)
    await tx
      .update(memberInvitation)
      .set({ invitedById: successor.id })
      .where(and(eq(memberInvitation.agencyId, agencyId), eq(memberInvitation.invitedById, userId)))
    await tx
      .delete(assistedAgent)
      .where(and(eq(assistedAgent.agencyId, agencyId), eq(assistedAgent.assistantId, userId)))
    await tx.delete(member).where(and(eq(member.agencyId, agencyId), eq(member.userId, userId)))
  }
}

async function findSuccessor(tx: Db, agencyId: string, userId: string) {
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
