import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member, memberInvitation } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { AppError, notFound, subscriptionInactive } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'

const AdjustSeatsData = z.strictObject({ agencyId: z.string() })
/** Tells the payment provider how many seats are in use. The work is in billing, which knows the provider. */
export const adjustSeats: Pick<Job<z.infer<typeof AdjustSeatsData>, Services>, 'name' | 'data'> = {
  name: 'adjust_seats',
  data: AdjustSeatsData,
}

/** Every member and every open invitation takes a seat, whatever the role. */
const members = sql<number>`(select count(*)::int from ${member} where ${member.agencyId} = ${agency.id})`
const invitations = sql<number>`(select count(*)::int from ${memberInvitation} where ${and(
  eq(memberInvitation.agencyId, agency.id),
  isNull(memberInvitation.acceptedAt),
  isNull(memberInvitation.revokedAt),
  gt(memberInvitation.expiresAt, now),
)})`
export const usedSeats = sql<number>`(${members} + ${invitations})`

/** A seat that was given up stays until the end of the period that it was paid for. */
export const paidSeats = sql<
  number | null
>`greatest(${subscription.seats}, case when ${subscription.paidSeatsUntil} > ${now} then ${subscription.paidSeats} end)`

export type SeatUse = Awaited<ReturnType<typeof readSeatUse>>

export async function readSeatUse(db: Db, agencyId: string) {
  const [found] = await db
    .select({
      isActive: sql<boolean>`coalesce(${user.subscriptionActive}, false)`,
      members,
      invitations,
      used: usedSeats,
      /** How many there are now. Null for an agency that the operator lets work without a subscription: it has no limit. */
      seats: paidSeats,
      /** How many the next period is charged for, as the payment provider has it. */
      nextSeats: subscription.seats,
      periodEndsAt: subscription.periodEndsAt,
    })
    .from(agency)
    .leftJoin(user, eq(user.id, agency.payerId))
    .leftJoin(subscription, eq(subscription.userId, agency.payerId))
    .where(eq(agency.id, agencyId))
  if (!found) throw notFound()
  return found
}

/** Before someone is invited, in the same transaction. The lock lets one of two invitations have the last free seat. */
export async function requireFreeSeat(tx: Db, agencyId: string): Promise<void> {
  await tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agencyId)).for('no key update')
  const { isActive, used, seats } = await readSeatUse(tx, agencyId)
  if (!isActive) throw subscriptionInactive()
  if (seats !== null && used >= seats) throw noFreeSeat()
}

/** The screen that asked for the seat offers to add one when it sees this name. */
const noFreeSeat = () => new AppError('NoFreeSeat', 409, 'All your seats are taken. An owner can add one.')

/**
 * After someone was invited or removed, left, or was not invited after all, in the same transaction: the next period is charged for the seats
 * in use then. Without it `find_changed_seats` notices a few minutes later.
 */
export async function reportSeatChange({ jobs }: Pick<Services, 'jobs'>, tx: Db, agencyId: string) {
  await jobs.enqueue(tx, adjustSeats, { agencyId })
}
