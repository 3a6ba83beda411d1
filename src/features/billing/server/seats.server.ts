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
import { findPayer, findPayerForOwner, requireLastingAgency } from './payer.server.ts'
import { callStripe, readCustomerSubscription, requirePayments, retryForADay, stripeDate } from './stripe.server.ts'
import { storeSubscriptionSnapshot } from './syncSubscription.server.ts'

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
  if ((item.quantity ?? 1) < seats) await setQuantity(services, current, item, seats, chargeNothing)
  const priced = { ...item, quantity: seats }
  if ((await previewSeat(services, current, priced)) > amountToday) throw changedElsewhere()
  await setQuantity(services, current, item, seats + 1, chargeOrRefuse)
  await services.database.db.transaction((tx) => writeAudit(tx, agent, 'seat_added', { seats: seats + 1 }))
  await readAgain(services, payer)
}

/** What Stripe has, stored, so that what follows compares with it and not with what a lost webhook left behind. */
async function readSeatsAtStripe(services: Services, agent: Agent) {
  const payer = await findPayerForOwner(services.database.db, agent)
  await requireLastingAgency(services.database.db, agent.agencyId, 'add the seat')
  const current = payer && (await readAgain(services, payer))
  const item = current?.items.data[0]
  if (!payer || !current || !item || !isActiveStatus(current.status))
    throw conflict('Subscribe under Billing first, then add the seat.')
  return { payer, current, item, use: await readSeatUse(services.database.db, agent.agencyId) }
}

async function readAgain(services: Services, payer: User) {
  if (!payer.subscriptionCustomerId) return undefined
  const reading = await readCustomerSubscription(services, payer)
  await storeSubscriptionSnapshot(services, payer.subscriptionCustomerId, reading)
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

type Charge = Pick<Stripe.SubscriptionUpdateParams, 'proration_behavior' | 'payment_behavior'>

/** For seats that this period is paid for, or will not be charged for. */
const chargeNothing: Charge = { proration_behavior: 'none', payment_behavior: 'error_if_incomplete' }
/** A card that does not pay leaves everything as it was. */
const chargeOrRefuse: Charge = { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
/** For seats that are in use already: when the card does not pay, the invoice stays open and the owners get an email. */
const chargeOrOwe: Charge = { proration_behavior: 'always_invoice', payment_behavior: 'allow_incomplete' }

/** The number itself is sent, not the difference: a repeated request changes nothing. */
async function setQuantity(
  services: Services,
  { id }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  quantity: number,
  charge: Charge,
) {
  const { stripe } = requirePayments(services)
  await callStripe(services, () =>
    stripe.subscriptions.update(
      id,
      { items: [{ id: item.id, quantity }], ...charge },
      // Without retries of the library: minutes later one could undo what was decided since.
      { maxNetworkRetries: 0 },
    ),
  )
}

/** How often the number of members may change while it is being sent to Stripe. */
const MAX_ROUNDS = 5

/**
 * The next period is charged for the seats in use, no matter how they came or went. For this one a seat that was given up stays paid, and comes
 * back without a charge; seats in use that nobody was charged for are charged now. Those exist when a team came back with a checkout for fewer, or
 * when Stripe was away while a period ended.
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
  const use = await readSeatUse(db, agencyId)
  const [seats, paid] = [neededSeats(use), Math.max(before, use.seats ?? before)]
  if (seats === before) return true
  if (before < paid || seats < before) await setQuantity(services, current, item, Math.min(seats, paid), chargeNothing)
  if (seats > paid) await setQuantity(services, current, item, seats, chargeOrOwe)
  await db.transaction((tx) =>
    writeAudit(tx, { id: payer.id, agencyId }, seats < before ? 'seat_released' : 'seat_added', { seats }),
  )
  await readAgain(services, payer)
  // Someone may have joined or left while Stripe answered.
  return neededSeats(await readSeatUse(db, agencyId)) === seats
}

export const neededSeats = ({ used }: Pick<SeatUse, 'used'>) => Math.max(1, used)

const EndTrialData = z.strictObject({ subscriptionId: z.string() })

/** The first payment is due now, for every seat in use, as the owner was told before confirming. */
export const endTrialJob: Job<z.infer<typeof EndTrialData>, Services> = {
  name: 'end_trial',
  data: EndTrialData,
  queue: retryForADay,
  async work(services, { subscriptionId }) {
    const { stripe } = requirePayments(services)
    const current = await callStripe(services, () => stripe.subscriptions.retrieve(subscriptionId))
    // Already ended, by an attempt whose response was lost: once more would begin another period.
    if (current.status !== 'trialing') return
    const [item] = current.items.data
    const seats = await countSeatsOf(services, subscriptionId)
    if (item && seats && seats !== item.quantity) await setQuantity(services, current, item, seats, chargeNothing)
    await callStripe(services, () => stripe.subscriptions.update(subscriptionId, { trial_end: 'now' }))
  },
}

async function countSeatsOf({ database: { db } }: Services, subscriptionId: string) {
  const [found] = await db
    .select({ used: usedSeats })
    .from(agency)
    .innerJoin(user, eq(user.id, agency.payerId))
    .where(eq(user.subscriptionId, subscriptionId))
  return found && neededSeats(found)
}

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
