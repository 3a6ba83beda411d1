import { isNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { foreignKeyActions, id, moment, requiredReference } from './columns.ts'

/**
 * One buyer across an agency's listings, recognised by the email address. Triggers on `lead` (migration 0017) create the row with the first
 * lead, keep the summary, and delete it with the last lead.
 */
export const person = pgTable(
  'person',
  {
    id: id('person'),
    /** The agent of the first lead. */
    userId: requiredReference(() => user.id),
    /** Written by a trigger where the writer does not say it. */
    agencyId: text()
      .notNull()
      .default('')
      .references((): AnyPgColumn => agency.id, foreignKeyActions),
    /** Empty for a person without one, and once no lead has it any more. */
    email: text().notNull().default(''),
    /** The agent merged this person into another one, which can be undone. Their leads belong to the other one now. */
    mergedIntoId: text().references((): AnyPgColumn => person.id, foreignKeyActions),
    /** The agent's own note. No buyer sees it. */
    note: text().notNull().default(''),
    ...summaryColumns(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('person_email').on(table.agencyId, table.email).where(sql`${table.email} <> ''`),
    index('person_by_merge').on(table.mergedIntoId),
    index('person_by_last_seen').on(table.agencyId, table.lastSeenAt, table.id).where(isNull(table.mergedIntoId)),
    index('person_by_heat').on(table.agencyId, table.heat, table.id).where(isNull(table.mergedIntoId)),
    index('person_by_name').on(table.agencyId, table.sortName, table.id).where(isNull(table.mergedIntoId)),
  ],
)

/** What the list of people shows, from all leads of the person. */
function summaryColumns() {
  return {
    /** As in the latest lead. */
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Lower case. */
    sortName: text().notNull().default(''),
    leadCount: integer().notNull().default(0),
    lastSeenAt: moment().notNull().defaultNow(),
    /** The highest of the leads. */
    heat: integer().notNull().default(0),
    /** Lower-case names, addresses and numbers of all leads, for the agent's search. */
    searchText: text().notNull().default(''),
  }
}
