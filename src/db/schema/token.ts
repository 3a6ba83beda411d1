import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { user } from './user.ts'

/** A link sent by mail that may be used once, such as a password reset. Only its hash is stored. */
export const token = pgTable(
  'token',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: ['reset_password', 'change_email', 'confirm_checkout'] }).notNull(),
    /** What the link is about besides the user: the new address of an email change, or the checkout to confirm. */
    subject: text(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index().on(table.userId, table.purpose), index().on(table.expiresAt)],
)
