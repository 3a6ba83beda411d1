import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { moment, reference, shortRandomId } from './columns.ts'

/** What was done with an account, for its agent to look at. Holds no address and nobody's name. */
export const audit = pgTable(
  'audit',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `audt_${shortRandomId()}`),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    action: text().notNull(),
    /** Browser and system, where the agent themselves did it. */
    device: text(),
    details: jsonb().$type<unknown>().notNull().default({}),
    /** How often in its hour, for what strangers can do as often as they like. */
    times: integer().notNull().default(1),
    hour: moment(),
    /** Not when the transaction began: what is done in one of them has an order too. */
    at: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('audit_by_time').on(table.userId, table.at, table.id),
    index('audit_by_age').on(table.at),
    // Rows without an hour never meet each other.
    unique('audit_once_an_hour').on(table.userId, table.action, table.hour),
  ],
)
