import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference, shortRandomId } from './columns.ts'
import { lead } from './lead.ts'

/** What was sent later with the email address of a lead. The lead's own note is the first one and is never changed by it. */
export const leadNote = pgTable(
  'lead_note',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `note_${shortRandomId()}`),
    leadId: text()
      .notNull()
      .references(() => lead.id, reference),
    /** Empty when only the phone number is new. */
    body: text().notNull(),
    /** Null when it is one that we know already. */
    phone: text(),
    /** Whether the browser held the lead's own key. Otherwise anyone who knows the email address may have written it. */
    fromOwnBrowser: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('lead_note_by_time').on(table.leadId, table.createdAt)],
)
