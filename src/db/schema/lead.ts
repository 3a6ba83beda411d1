import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, reference, timestamps } from './columns.ts'
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
    ...timestamps,
  },
  (table) => [index().on(table.listingId)],
)
