import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { user } from './user.ts'

/** A link sent by mail that may be used once, such as a password reset. Only its hash is stored. */
export const token = pgTable(
  'token',
  {
    tokenHash: text().primaryKey(),
    purpose: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index().on(table.userId, table.purpose), index().on(table.expiresAt)],
)
