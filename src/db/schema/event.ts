import { isNotNull } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, reference, timestamps } from './columns.ts'
import { file } from './file.ts'
import { lead } from './lead.ts'
import { listing } from './listing.ts'

/** One thing that a visitor did. Holds no IP address and no name. */
export const event = pgTable(
  'event',
  {
    id: id('event'),
    event: text().notNull(),
    isUnique: boolean().notNull().default(false),
    hash: text(),
    country: text(),
    region: text(),
    city: text(),
    device: text(),
    os: text(),
    browser: text(),
    hostname: text(),
    pathname: text(),
    referrerHostname: text(),
    referrerPathname: text(),
    listingId: text().references(() => listing.id, reference),
    leadId: text().references(() => lead.id, reference),
    fileId: text().references(() => file.id, reference),
    ...timestamps,
  },
  (table) => [
    index().on(table.hash),
    index().on(table.hash, table.hostname, table.pathname),
    index().on(table.listingId, table.event, table.createdAt),
    // What one buyer did.
    index('event_by_lead').on(table.leadId, table.createdAt, table.id).where(isNotNull(table.leadId)),
  ],
)
