import { isNull } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import {
  agencyOfParent,
  foreignKeyActions,
  id,
  moment,
  requiredReference,
  shortRandomId,
  timestampColumns,
} from './columns.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/** A notification for an agent. `archivedAt` means it was read. */
export const notification = pgTable(
  'notification',
  {
    id: id('notification'),
    type: text().notNull(),
    listingId: text().references(() => listing.id, foreignKeyActions),
    leadId: text().references(() => lead.id, foreignKeyActions),
    /** The listing's agent, written by a trigger. */
    userId: text().references(() => user.id, foreignKeyActions),
    ...timestampColumns,
    agencyId: agencyOfParent(),
  },
  (table) => [
    index().on(table.listingId),
    index().on(table.leadId),
    index('notification_by_time').on(table.userId, table.createdAt, table.id),
    index('notification_unread').on(table.userId).where(isNull(table.archivedAt)),
  ],
)

/** A browser that shows an agent's notifications. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `push_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    /** The address at the browser's push service. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret, with which messages are encrypted. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Ours, with which the browser has subscribed. Nothing for one from before they could change. */
    publicKey: text(),
    userAgent: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    lastSentAt: moment(),
  },
  (table) => [index().on(table.userId)],
)
