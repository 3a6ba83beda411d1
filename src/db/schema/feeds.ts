import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { apiKey } from './apiKeys.ts'
import { agencyOfParent, foreignKeyActions, moment, requiredReference, shortRandomId } from './columns.ts'
import { listing } from './listings.ts'

/** A listing that the agency's CRM sends, by the CRM's own id. */
export const feedListing = pgTable(
  'feed_listing',
  {
    agencyId: requiredReference(() => agency.id),
    uniqueId: text().notNull(),
    listingId: requiredReference(() => listing.id),
    /** Each value as the CRM sent it last: what differs in the listing was changed here since, and stays. */
    sent: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The CRM's time of change. An older file changes nothing. */
    changedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.uniqueId] }),
    index('feed_listing_by_listing').on(table.listingId),
  ],
)

/** A photo that came with a feed, so that the same one is not stored twice. */
export const feedPhoto = pgTable(
  'feed_photo',
  {
    listingId: requiredReference(() => listing.id),
    /** The CRM's id of the photo. */
    photoId: text().notNull(),
    /** The address or the name in the zip, with its time of change. */
    source: text().notNull(),
    /**
     * Its upload, then its file with the version and name that the feed gave it: "file_… 1 kitchen.jpg". What differs was changed here since.
     */
    stored: text('fileId'),
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.photoId] })],
)

export const feedRunStates = ['waiting', 'previewed', 'running', 'done', 'failed'] as const

/** A file that the CRM sent or a member uploaded, and what came of it. */
export const feedRun = pgTable(
  'feed_run',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `feed_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    userId: requiredReference(() => user.id),
    /** Null for an upload in the portal. */
    apiKeyId: text().references(() => apiKey.id, foreignKeyActions),
    name: text().notNull(),
    /** Its storage key. Null once it is deleted. */
    path: text(),
    size: bigint({ mode: 'number' }).notNull(),
    /** The same file sent twice changes nothing. */
    sha256: text(),
    state: text({ enum: feedRunStates }).notNull().default('waiting'),
    /** What was, or would be, done with each listing, with its warnings. */
    report: jsonb().$type<unknown>(),
    createdAt: moment().notNull().defaultNow(),
    startedAt: moment(),
    finishedAt: moment(),
  },
  (table) => [index('feed_run_by_agency').on(table.agencyId, table.createdAt)],
)
