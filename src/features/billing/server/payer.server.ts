import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'

/**
 * The user whose `subscription…` columns are those of the agent's agency. Every call about billing begins here: only owners get an answer.
 * Nothing for an agency whose only owner took over paying for another one.
 */
export async function findPayerForOwner(db: Db, agent: Agent): Promise<User | undefined> {
  requirePermission(agent, 'manageBilling')
  return findPayer(db, agent.agencyId)
}

export async function findPayer(db: Db, agencyId: string): Promise<User | undefined> {
  const [found] = await db
    .select({ user })
    .from(agency)
    .innerJoin(user, eq(user.id, agency.payerId))
    .where(eq(agency.id, agencyId))
  return found?.user
}

/** The agency that someone pays for, and where to send its billing emails: to all owners. */
export async function findPaidAgency(db: Db, payerId: string) {
  const owners = await db
    .select({ agencyId: agency.id, email: user.email })
    .from(agency)
    .innerJoin(member, and(eq(member.agencyId, agency.id), eq(member.role, 'owner')))
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(agency.payerId, payerId), isNull(user.archivedAt)))
    .orderBy(asc(member.joinedAt), asc(user.id))
  const [first] = owners
  return first && { agencyId: first.agencyId, ownerEmails: owners.map(({ email }) => email) }
}

/** Nobody pays for what is about to be deleted. */
export async function requireLastingAgency(db: Db, agencyId: string, next: string) {
  if (await isDeletionScheduled(db, agencyId))
    throw new AppError('DeletionScheduled', 409, `Your agency will be deleted. Keep it first, then ${next}.`)
}

export const isDeletionScheduled = async (db: Db, agencyId: string) =>
  (await db.$count(agency, and(eq(agency.id, agencyId), isNotNull(agency.deletionDueAt)))) > 0
