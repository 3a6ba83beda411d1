import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { adjustSeats, readSeatUse, type SeatUse, usedSeats } from '#features/agencies/server/seats.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { changedElsewhere, conflict } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { isActiveStatus, type NewSeat, type SeatPrice } from '../billing.schema.ts'
import { findPayer, findPayerForOwner } from './payer.server.ts'
import { callStripe, readCustomerSubscription, requirePayments, retryForADay, stripeDate } from './stripe.server.ts'
import { storeReading } from './syncSubscription.server.ts'

const seatLimit = { name: 'add_seat', points: 120, seconds: 3600 }

/** What one more seat costs, as Stripe would charge it now. */
export async function readSeatPrice(services: Services, agent: Agent): Promise<SeatPrice> {
  const { current, item, use } = await readSeatsAtStripe(services, agent)
  return {
    seats: use.seats ?? 1,
    freeSeats: Math.max(0, (use.seats ?? 1) - use.used),
    amount: item.price.unit_amount ?? 0,
    currency: current.currency,
    interval: item.price.recurring?.interval ?? 'month',
    amountToday: await previewSeat(services, current, item),
    trialEndsAt: current.status === 'trialing' ? stripeDate(current.trial_end) : null,
    periodEndsAt: stripeDate(item.current_period_end),
  }
}

/**
 * Adds the seat that the owner has seen the price of. Sent twice, the second finds more seats than it expects, or sets the same number again.
 * A seat that was paid for and given up in this period comes back without a charge.
 */
export async function addSeat(services: Services, agent: Agent, { seats, amountToday }: NewSeat) {
  await services.limits.spend(seatLimit, agent.agencyId)
  const { payer, current, item, use } = await readSeatsAtStripe(services, agent)
  if (use.seats !== seats) throw changedElsewhere()
  if (use.used < seats) throw conflict('You already have a free seat.')
  if (current.status === 'past_due')
    throw conflict('Your last payment didn’t go through. Update your card under Billing first, then add the seat.')
  // Seats that are paid for already, and would be charged for again otherwise.
  if ((item.quantity ?? 1) < seats) await setQuantity(services, current, item, seats, 'none')
  const priced = { ...item, quantity: seats }
  if ((await previewSeat(services, current, priced)) > amountToday) throw changedElsewhere()
  await setQuantity(services, current, item, seats + 1, 'always_invoice')
  await services.database.db.transaction((tx) => writeAudit(tx, agent, 'seat_added', { seats: seats + 1 }))
  await readAgain(services, payer)
}

/** What Stripe has, stored, so that what follows compares with it and not with what a lost webhook left behind. */
async function readSeatsAtStripe(services: Services, agent: Agent) {
  const payer = await findPayerForOwner(services.database.db, agent)
  const current = payer && (await readAgain(services, payer))
  const item = current?.items.data[0]
  if (!payer || !current || !item || !isActiveStatus(current.status))
    throw conflict('Subscribe under Billing first, then add the seat.')
  return { payer, current, item, use: await readSeatUse(services.database.db, agent.agencyId) }
}

async function readAgain(services: Services, payer: User) {
  if (!payer.subscriptionCustomerId) return undefined
  const reading = await readCustomerSubscription(services, payer)
  await storeReading(services, payer.subscriptionCustomerId, reading)
  return reading.subscription
}

/** What Stripe would charge at once for one more. Nothing during a trial. */
async function previewSeat(services: Services, current: Stripe.Subscription, item: Stripe.SubscriptionItem) {
  if (current.status === 'trialing') return 0
  const { stripe } = requirePayments(services)
  const preview = await callStripe(services, () =>
    stripe.invoices.createPreview({
      subscription: current.id,
      subscription_details: {
        items: [{ id: item.id, quantity: (item.quantity ?? 1) + 1 }],
        proration_behavior: 'always_invoice',
      },
    }),
  )
  return preview.amount_due
}

/** The number itself is sent, not the difference: a repeated request changes nothing. A card that does not pay leaves everything as it was. */
async function setQuantity(
  services: Services,
  { id }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  quantity: number,
  prorationBehavior: 'always_invoice' | 'none',
) {
  const { stripe } = requirePayments(services)
  await callStripe(services, () =>
    stripe.subscriptions.update(
      id,
      {
        items: [{ id: item.id, quantity }],
        proration_behavior: prorationBehavior,
        payment_behavior: 'error_if_incomplete',
      },
      // Without retries of the library: minutes later one could undo what was decided since.
      { maxNetworkRetries: 0 },
    ),
  )
}

/** How often the number of members may change while it is being sent to Stripe. */
const MAX_ROUNDS = 5

/**
 * The next period is charged for the seats in use, no matter how they came or went. Nothing is charged or refunded for this one: a seat
 * that was given up stays paid, and comes back without a charge.
 */
export const adjustSeatsJob: Job<z.infer<typeof adjustSeats.data>, Services> = {
  ...adjustSeats,
  queue: retryForADay,
  async work(services, { agencyId }) {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (await isAdjusted(services, agencyId)) return
    throw new Error('The number of members changes all the time.')
  },
}

async function isAdjusted(services: Services, agencyId: string) {
  const { db } = services.database
  const payer = await findPayer(db, agencyId)
  const current = payer && (await readAgain(services, payer))
  const item = current?.items.data[0]
  if (!payer || !item || !isActiveStatus(current.status)) return true
  const before = item.quantity ?? 1
  const seats = neededSeats(await readSeatUse(db, agencyId))
  if (seats === before) return true
  await setQuantity(services, current, item, seats, 'none')
  await db.transaction((tx) =>
    writeAudit(tx, { id: payer.id, agencyId }, seats < before ? 'seat_released' : 'seat_added', { seats }),
  )
  await readAgain(services, payer)
  // Someone may have joined or left while Stripe answered.
  return neededSeats(await readSeatUse(db, agencyId)) === seats
}

const neededSeats = ({ used }: Pick<SeatUse, 'used'>) => Math.max(1, used)

const NoData = z.object({})

/** Finds agencies that use more or fewer seats than the next period is charged for, whatever changed it: an invitation that expired, too. */
export const findChangedSeatsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'find_changed_seats',
  data: NoData,
  schedule: '*/15 * * * *',
  async work({ database: { db }, jobs, payments }) {
    if (!payments) return
    const changed = await db
      .select({ agencyId: agency.id })
      .from(agency)
      .innerJoin(subscription, eq(subscription.userId, agency.payerId))
      .innerJoin(user, eq(user.id, agency.payerId))
      .where(
        and(
          isNotNull(agency.payerId),
          ne(user.subscriptionCustomerId, ''),
          eq(user.subscriptionActive, true),
          ne(subscription.seats, sql`greatest(1, ${usedSeats})`),
        ),
      )
    for (const one of changed) await jobs.enqueue(db, adjustSeats, one)
  },
}
