import { isNotNull } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { newId, reference, timestamps } from './columns.ts'
import { file } from './file.ts'
import { lead } from './lead.ts'
import { listing } from './listing.ts'

/**
 * One thing that a visitor did. Holds no IP address and no name. The table is partitioned by month (migration 0008) and written by
 * `platform/events/recordEvents.server.ts` alone; a trigger adds each event to the sums of its local day (`event_day`).
 */
export const event = pgTable(
  'event',
  {
    id: text()
      .notNull()
      .$defaultFn(() => newId('event')),
    event: text().notNull(),
    /** The first time on this page on its local day. */
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
    /** The listing's agent. */
    userId: text(),
    /** The first view of any listing of this agent on its local day. */
    isFirstToday: boolean().notNull().default(false),
    /** How long the page was looked at, where it was left. */
    seconds: integer(),
    /** The date of `createdAt` in the agent's time zone when the event arrived. A trigger fills it in where the writer does not. */
    localDay: date({ mode: 'string' }),
    ...timestamps,
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index().on(table.hash),
    index().on(table.hash, table.hostname, table.pathname),
    // What happened at one listing: everything that is counted by place, referrer and device is in the index itself.
    index('event_by_listing').on(
      table.listingId,
      table.createdAt,
      table.event,
      table.isUnique,
      table.country,
      table.region,
      table.city,
      table.referrerHostname,
      table.localDay,
    ),
    index('event_by_agent').on(table.userId, table.createdAt, table.id),
    // One city over all listings, together with whatever else is asked.
    index('event_by_city').on(table.userId, table.city, table.createdAt).where(isNotNull(table.city)),
    // What one buyer did.
    index('event_by_lead').on(table.leadId, table.createdAt, table.id).where(isNotNull(table.leadId)),
    index('event_by_file').on(table.fileId, table.createdAt).where(isNotNull(table.fileId)),
  ],
)
