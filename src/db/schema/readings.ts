import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { agencyOfParent, foreignKeyActions, moment, requiredReference } from './columns.ts'
import { file } from './files.ts'
import { lead } from './leads.ts'

function documentVersionColumns() {
  return {
    fileId: requiredReference(() => file.id),
    /** `file.version` when it was read. */
    version: integer().notNull(),
  }
}

/** The seconds that one lead spent on each page of one version of a document. An array, because a row for each page takes five times the space. */
export const reading = pgTable(
  'reading',
  {
    leadId: requiredReference(() => lead.id),
    ...documentVersionColumns(),
    /** The first element is page 1. */
    pageSeconds: real().array().notNull(),
    firstReadAt: moment().notNull(),
    lastReadAt: moment().notNull(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.fileId, table.version] }),
    index('reading_by_document').on(table.fileId, table.version),
  ],
)

/**
 * One document opened in one browser, for a day. Browsers report their sums since it was opened, so a report that arrives twice adds
 * nothing, and one that was lost is in the next.
 */
export const readingSession = pgTable(
  'reading_session',
  {
    id: text().primaryKey(),
    /** Null for a guest: their seconds are in the anonymous sums only. */
    leadId: text().references(() => lead.id, foreignKeyActions),
    /** The invitee who reads, without a foreign key: a session is kept for a day. */
    inviteeId: text(),
    ...documentVersionColumns(),
    pageSeconds: real().array().notNull(),
    startedAt: moment().notNull(),
    reportedAt: moment().notNull(),
    agencyId: agencyOfParent(),
  },
  (table) => [index('reading_session_by_lead').on(table.leadId), index().on(table.reportedAt)],
)

/** The sums of all readers of one version of a document. They name nobody, and stay when a lead is erased. */
export const readingSum = pgTable(
  'reading_sum',
  {
    ...documentVersionColumns(),
    pageSeconds: doublePrecision().array().notNull(),
    /** Of all pages. Stored, because adding them up again for every document of an agency takes a third of a second. */
    seconds: doublePrecision().notNull().generatedAlwaysAs(sql`sum_numbers("pageSeconds")`),
    /** How many readers have read the page for a second or more. */
    pageReaders: integer().array().notNull(),
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.version] })],
)

/** What a lead searched for in a document. */
export const readingSearch = pgTable(
  'reading_search',
  {
    leadId: requiredReference(() => lead.id),
    fileId: requiredReference(() => file.id),
    /** Lower case. */
    words: text().notNull(),
    times: integer().notNull().default(1),
    lastAt: moment().notNull(),
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.fileId, table.words] })],
)
