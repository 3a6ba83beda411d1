import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member, memberInvitation } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { conflict } from '#platform/errors.ts'
import { formatCount } from '#ui/format/format.ts'
import { endMembership, findOtherOwner } from './handOver.server.ts'

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
export async function requireNoDependentTeam(db: Db, userId: string) {
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

/**
 * Locks the agencies of a user, in a fixed order, and then the user, so that they neither join, leave nor become needed until the transaction
 * ends. Everything that changes who works in an agency locks it first. False if they have joined another one meanwhile.
 */
export async function lockUserAgencies(tx: Db, userId: string) {
  const locked = await tx
    .select({ id: agency.id })
    .from(agency)
    .where(inArray(agency.id, selectUserAgencies(tx, userId)))
    .orderBy(asc(agency.id))
    .for('no key update')
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('share')
  const ids = locked.map(({ id }) => id)
  return (await selectUserAgencies(tx, userId)).every(({ id }) => ids.includes(id))
}

export const selectUserAgencies = (db: Db, userId: string) =>
  db.select({ id: member.agencyId }).from(member).where(eq(member.userId, userId))

/** Whether a team has come to need this user since they asked to be deleted. */
export const isNeededByTeam = async (db: Db, userId: string) =>
  (await listTeams(db, userId)).some(({ isDispensable }) => !isDispensable)

/**
 * Gives what each team keeps to the owner who pays, or to another owner, and ends the memberships. Nobody joins the agencies that the user has
 * alone any more. The caller has locked them all.
 */
export async function leaveTeams(tx: Db, userId: string) {
  const [leaver] = await tx.select().from(user).where(eq(user.id, userId))
  if (!leaver) return
  for (const { agencyId } of await listTeams(tx, userId)) {
    const listings = await endMembership(tx, agencyId, leaver, await findOtherOwner(tx, agencyId, userId))
    await writeAudit(tx, { id: userId, agencyId }, 'member_left', { listings }, userId)
  }
  await tx
    .update(memberInvitation)
    .set({ revokedAt: now })
    .where(
      and(
        inArray(memberInvitation.agencyId, selectUserAgencies(tx, userId)),
        isNull(memberInvitation.acceptedAt),
        isNull(memberInvitation.revokedAt),
      ),
    )
}
