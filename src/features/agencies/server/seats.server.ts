import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency, member, memberInvitation } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { AppError } from '#platform/errors.ts'

/**
 * Every member and every open invitation takes a seat, whatever the role. A seat that was given up stays until the end of the period it was
 * paid for. An agency without a subscription at the payment provider is not limited here: only with an active one can it invite at all.
 */
export async function requireFreeSeat(tx: Db, agencyId: string): Promise<void> {
  const [paid] = await tx
    .select({
      seats: sql<number>`greatest(${subscription.seats}, case when ${subscription.paidSeatsUntil} > now() then ${subscription.paidSeats} else 0 end)`,
    })
    .from(subscription)
    .innerJoin(agency, eq(agency.payerId, subscription.userId))
    .where(eq(agency.id, agencyId))
  if (!paid) return
  const isOpen = and(
    eq(memberInvitation.agencyId, agencyId),
    isNull(memberInvitation.acceptedAt),
    isNull(memberInvitation.revokedAt),
    gt(memberInvitation.expiresAt, sql`now()`),
  )
  const taken = (await tx.$count(member, eq(member.agencyId, agencyId))) + (await tx.$count(memberInvitation, isOpen))
  if (taken >= paid.seats)
    throw new AppError('NoFreeSeat', 409, 'All your seats are taken. An owner can add one under Billing.')
}
