import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { agency, assistedAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import type { LeadForward } from '#values/leadForwards.ts'
import { handOver } from './handOver.server.ts'
import type { Successor } from './handOverConnections.server.ts'

/**
 * Someone is no longer a member of an agency: a colleague takes over what they have there. The caller has locked the agency. Returns how many
 * listings were handed over.
 */
export async function endMembership(
  tx: Db,
  agencyId: string,
  { id: userId, email }: { id: string; email: string },
  successor: Successor,
) {
  const listings = await handOver(tx, agencyId, userId, successor)
  // Nobody comes in on the word of someone who is gone.
  const sent = and(eq(memberInvitation.agencyId, agencyId), eq(memberInvitation.invitedById, userId))
  await tx
    .update(memberInvitation)
    .set({ revokedAt: now })
    .where(and(sent, isNull(memberInvitation.acceptedAt), isNull(memberInvitation.revokedAt)))
  // A former member is not kept from deleting their account.
  await tx.update(memberInvitation).set({ invitedById: successor.id }).where(sent)
  await tx.delete(assistedAgent).where(and(eq(assistedAgent.agencyId, agencyId), eq(assistedAgent.assistantId, userId)))
  await tx.delete(member).where(and(eq(member.agencyId, agencyId), eq(member.userId, userId)))
  await endOfficeCopies(tx, agencyId, email)
  return listings
}

/** Copies of the agency's leads no longer go to the address of someone who may not see them any more. */
export async function endOfficeCopies(tx: Db, agencyId: string, email: string) {
  await tx
    .update(agency)
    .set({ officeEmail: '', officeEmailConfirmedAt: null })
    .where(and(eq(agency.id, agencyId), eq(agency.officeEmail, email)))
  const others = sql<LeadForward[]>`(select coalesce(jsonb_agg(one order by place), '[]')
    from jsonb_array_elements(${agency.leadForwards}) with ordinality as each(one, place) where one->>'email' <> ${email})`
  await tx.update(agency).set({ leadForwards: others }).where(eq(agency.id, agencyId))
}
