import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference, shortRandomId } from './columns.ts'
import { user } from './user.ts'

/** A signed-in browser. The cookie's value is never stored, only its hash. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    /** Names the session in the list of settings; worth nothing to a thief. */
    publicId: text()
      .notNull()
      .unique()
      .$defaultFn(() => shortRandomId()),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    userAgent: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)
