import { isNull } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { id, reference, timestampColumns } from './columns.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/** A notification for an agent. `archivedAt` means it was read. */
export const notification = pgTable(
  'notification',
  {
    id: id('notification'),
    type: text().notNull(),
    listingId: text().references(() => listing.id, reference),
    leadId: text().references(() => lead.id, reference),
    /** The listing's agent, written by a trigger. */
    userId: text().references(() => user.id, reference),
    ...timestampColumns,
  },
  (table) => [
    index().on(table.listingId),
    index().on(table.leadId),
    index('notification_by_time').on(table.userId, table.createdAt, table.id),
    index('notification_unread').on(table.userId).where(isNull(table.archivedAt)),
  ],
)
