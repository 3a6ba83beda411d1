import { bigint, boolean, integer, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { foreignKeyActions, moment } from './columns.ts'

/** An agency's subscription, which its payer has, as last read from Stripe. */
export const subscription = pgTable('subscription', {
  userId: text()
    .primaryKey()
    .references(() => user.id, foreignKeyActions),
  /** Stripe's own value. */
  status: text().notNull(),
  trialEndsAt: moment(),
  periodEndsAt: moment(),
  /** Set when the agent has cancelled: until then everything works. */
  endsAt: moment(),
  /** The money-back guarantee runs from here. */
  firstPaidAt: moment(),
  /** The end of the trial that the agent was already notified about. */
  trialNoticeFor: moment(),
  /** The quantity at Stripe: how many members the next period is paid for. */
  seats: integer().notNull().default(1),
  /** How many were paid for in the period that ends at `paidSeatsUntil`: a seat that was given up stays until then. */
  paidSeats: integer().notNull().default(1),
  paidSeatsUntil: moment(),
  /** From `stripeReadNumber`: of two responses of Stripe, the one that was requested later counts. */
  readNumber: bigint({ mode: 'number' }).notNull(),
  updatedAt: moment().notNull().defaultNow(),
})

export const stripeReadNumber = pgSequence('provider_read_number')

/** A paid checkout and its outcome. Its row is the lock that lets a checkout be fulfilled once. */
export const checkout = pgTable('checkout', {
  id: text().primaryKey(),
  userId: text().references(() => user.id, foreignKeyActions),
  /**
   * `waiting`: paid while signed out with the address of an existing account, whose owner has not confirmed it yet.
   * `unconfirmed`: the owner never did, and it was cancelled. `trial_refused`: cancelled because the card has had its trial.
   */
  outcome: text({ enum: ['created', 'linked', 'duplicate', 'waiting', 'unconfirmed', 'trial_refused'] }),
  /** Whether the payer was signed in. Null for checkouts from before this was stored. */
  wasSignedIn: boolean(),
  /** The subscription at Stripe that a waiting checkout is about. */
  subscriptionId: text(),
  /** The owner of a waiting checkout has had a trial: it ends, and the card is charged, when they confirm. */
  chargesOnConfirm: boolean(),
  createdAt: moment().notNull().defaultNow(),
  fulfilledAt: moment(),
})

/** Accepted webhooks: the same one again changes nothing. */
export const paymentEvent = pgTable('payment_event', {
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
})

/** Email addresses and cards that have had their free trial, each as a keyed hash. */
export const usedTrial = pgTable('used_trial', {
  keyHash: text().primaryKey(),
  createdAt: moment().notNull().defaultNow(),
})
