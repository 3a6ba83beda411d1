import { bigint, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { user } from './user.ts'

/** What the payment provider last said about an agent's subscription. */
export const subscription = pgTable('subscription', {
  userId: text()
    .primaryKey()
    .references(() => user.id, reference),
  /** The provider's own word. */
  status: text().notNull(),
  trialEndsAt: moment(),
  periodEndsAt: moment(),
  /** Set when the agent has cancelled: until then everything works. */
  endsAt: moment(),
  /** The money-back guarantee runs from here. */
  firstPaidAt: moment(),
  /** The end of the trial that the agent was already told about. */
  trialNoticeFor: moment(),
  /** From `providerReadNumber`: of two answers of the provider, the one that was asked for later counts. */
  readNumber: bigint({ mode: 'number' }).notNull(),
  updatedAt: moment().notNull().defaultNow(),
})

export const providerReadNumber = pgSequence('provider_read_number')

/** A paid checkout and what became of it. Its row is the lock that lets a checkout be fulfilled once. */
export const checkout = pgTable('checkout', {
  id: text().primaryKey(),
  userId: text().references(() => user.id, reference),
  outcome: text({ enum: ['created', 'linked', 'duplicate'] }),
  createdAt: moment().notNull().defaultNow(),
  fulfilledAt: moment(),
})

/** Webhooks that were taken: one that comes again changes nothing. */
export const paymentEvent = pgTable('payment_event', {
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
})
