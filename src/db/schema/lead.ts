import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, reference, timestamps } from './columns.ts'
import { listing } from './listing.ts'

/** A buyer's details left on one listing; also that buyer's key to its documents. */
export const lead = pgTable(
  'lead',
  {
    id: id('lead'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    note: text().notNull(),
    listingId: text()
      .notNull()
      .references(() => listing.id, reference),
    /** How far the agent has come with this buyer. */
    status: text({ enum: ['new', 'contacted', 'viewing', 'offer', 'closed'] })
      .notNull()
      .default('new'),
    /** For the agent's eyes only. */
    agentNote: text().notNull().default(''),
    /** Since when the documents are closed to this buyer. */
    withdrawnAt: moment(),
    /** The visit before the current one: what came after it is new to the buyer. */
    lastVisitAt: moment(),
    ...timestamps,
  },
  (table) => [
    // One person asks about one listing once, however often they click.
    uniqueIndex('lead_person').on(table.listingId, table.email),
    index('lead_by_time').on(table.listingId, table.createdAt),
  ],
)
