import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { id, moment, reference, shortRandomId, timestampColumns } from './columns.ts'
import { listing } from './listings.ts'

/** A buyer's details for one listing, which also give access to its documents. */
export const lead = pgTable(
  'lead',
  {
    id: id('lead'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    note: text().notNull(),
    listingId: text()
      .notNull()
      .references(() => listing.id, reference),
    /** How far the agent has come with this buyer. */
    status: text({ enum: ['new', 'contacted', 'viewing', 'offer', 'closed'] })
      .notNull()
      .default('new'),
    /** For the agent's eyes only. */
    agentNote: text().notNull().default(''),
    /** When the agent removed this buyer's access. */
    withdrawnAt: moment(),
    /** When a browser with this lead's own key last showed the page. */
    lastVisitAt: moment(),
    /** Identifies the submission that created this lead: the same submission again, after a lost response, is not a repeat lead. */
    submissionKey: text(),
    /** When the emailed link was first used, which proves the address. Null while anyone may have typed it. */
    provenAt: moment(),
    /** When the email address last changed. Keys from before, in links and in browsers, are void. */
    keysChangedAt: moment(),
    /** The listing's agent, written by a trigger, so that indexes can cover an agent's list in each sort order. */
    userId: text()
      .notNull()
      .default('')
      .references(() => user.id, reference),
    /** When this buyer last did anything, written by a trigger on `event`. */
    lastSeenAt: moment().notNull().defaultNow(),
    /** Lower-case text for the agent's search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`lower(${lead.firstName} || ' ' || ${lead.lastName} || ' ' || ${lead.email} || ' ' || ${lead.phone} || ' ' ||
          regexp_replace(${lead.phone}, '[^0-9]', '', 'g') || ' ' || ${lead.note} || ' ' || ${lead.agentNote})`,
      ),
    ...timestampColumns,
  },
  (table) => [
    // One lead per buyer and listing, however often they submit the form.
    uniqueIndex('lead_person').on(table.listingId, table.email),
    index('lead_by_time').on(table.listingId, table.createdAt),
    // An agent's list in each sort order. The filtered columns are in the index.
    index('lead_by_arrival')
      .on(table.userId, table.createdAt, table.id, table.status, table.listingId)
      .where(isNull(table.archivedAt)),
    index('lead_by_last_seen')
      .on(table.userId, table.lastSeenAt, table.id, table.status, table.listingId)
      .where(isNull(table.archivedAt)),
    index('lead_by_name')
      .on(table.userId, leadSortName(table), table.id, table.status, table.listingId)
      .where(isNull(table.archivedAt)),
    index('lead_archive').on(table.userId, table.createdAt, table.id).where(isNotNull(table.archivedAt)),
  ],
)

/** The agent has not replied yet. The one definition, for every list and every count. */
export const needsReply = and(isNull(lead.archivedAt), eq(lead.status, 'new'))

/** For sorting by name. */
export const leadSortName = ({ firstName, lastName }: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql`lower(${firstName} || ' ' || ${lastName})`

/** A note sent later with the email address of a lead. The lead's own note never changes. */
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
    /** Null if the number is known already. */
    phone: text(),
    /** Whether the browser held the lead's own key. Otherwise anyone who knows the email address may have written it. */
    fromOwnBrowser: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('lead_note_by_time').on(table.leadId, table.createdAt)],
)

/** A scheduled email about all leads of a listing since a time, when there are too many for an email each. */
export const leadDigest = pgTable('lead_digest', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, reference),
  since: moment().notNull(),
})
