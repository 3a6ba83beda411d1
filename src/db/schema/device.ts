import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { user } from './user.ts'

/** A browser an agent has signed in with before, so that only a new one is worth a mail. */
export const device = pgTable(
  'device',
  {
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    tokenHash: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
)
