import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { listing } from './listing.ts'

/** Leads that came too fast for a mail each: one mail for all since then is on its way. */
export const leadDigest = pgTable('lead_digest', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, reference),
  since: moment().notNull(),
})
