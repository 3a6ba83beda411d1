import { isNull } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'

/** A private address with which an agent's calendar program reads their open homes, auctions and reminders. */
export const calendarLink = pgTable(
  'calendar_link',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `cal_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    userId: requiredReference(() => user.id),
    createdAt: moment().notNull().defaultNow(),
    lastReadAt: moment(),
    revokedAt: moment(),
  },
  (table) => [
    uniqueIndex('calendar_link_in_use').on(table.agencyId, table.userId).where(isNull(table.revokedAt)),
    index('calendar_link_by_user').on(table.userId),
  ],
)
