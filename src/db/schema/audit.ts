import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'

/** An entry of the account's activity log. Holds no IP address and no name. */
export const audit = pgTable(
  'audit',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `audt_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    action: text().notNull(),
    /** Browser and operating system, for the agent's own actions. */
    device: text(),
    details: jsonb().$type<unknown>().notNull().default({}),
    /** The count within its hour, for actions that strangers can repeat without limit. */
    times: integer().notNull().default(1),
    hour: moment(),
    /** Not the start of the transaction, so that entries of one transaction keep their order. */
    at: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('audit_by_time').on(table.userId, table.at, table.id),
    index('audit_by_age').on(table.at),
    // Rows without an hour never conflict.
    unique('audit_once_an_hour').on(table.userId, table.action, table.hour),
  ],
)
