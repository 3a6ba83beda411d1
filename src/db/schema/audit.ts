import { isNotNull, isNull, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { foreignKeyActions, moment, shortRandomId } from './columns.ts'

/** An entry of the activity log of an account or an agency. Holds no IP address and no name. */
export const audit = pgTable(
  'audit',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `audt_${shortRandomId()}`),
    /** Who did it, or whose account it is about. Null once that account is erased: an agency keeps what was done in it. */
    userId: text().references(() => user.id, foreignKeyActions),
    /** The agency that it happened in. Null for what concerns the account alone, such as signing in. */
    agencyId: text().references(() => agency.id, foreignKeyActions),
    /** The listing, lead, file or member that it was done to. */
    objectId: text(),
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
    index('audit_by_agency').on(table.agencyId, table.at, table.id).where(isNotNull(table.agencyId)),
    // For the log of an agency: what each member did with their account, and when members came and went.
    index('audit_of_account').on(table.userId, table.at, table.id).where(isNull(table.agencyId)),
    index('audit_of_members')
      .on(table.agencyId, table.at)
      .where(sql`${table.action} in ('member_joined', 'member_removed', 'member_left')`),
    index('audit_by_object').on(table.objectId, table.at, table.id).where(isNotNull(table.objectId)),
    index('audit_by_age').on(table.at),
    // Rows without an hour never conflict.
    unique('audit_once_an_hour').on(table.userId, table.action, table.hour),
  ],
)
