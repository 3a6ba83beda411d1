import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { id, moment, reference, timestampColumns } from './columns.ts'
import { file } from './files.ts'

/** A property for sale. A draft until `publishedAt`; hidden from the public after `archivedAt`. */
export const listing = pgTable(
  'listing',
  {
    id: id('listing'),
    title: text().notNull(),
    subtitle: text().notNull(),
    /** Tiptap JSON, checked against an allow-list before it is stored. */
    description: jsonb().notNull(),
    slug: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    publishedAt: moment(),
    coverFileId: text().references((): AnyPgColumn => file.id, reference),
    /** Increases with every save, so that two tabs cannot silently overwrite each other. */
    version: integer().notNull().default(1),
    ...timestampColumns,
  },
  (table) => [
    index('listing_by_change').on(table.userId, table.updatedAt, table.id),
    index('listing_by_creation').on(table.userId, table.createdAt, table.id),
    index('listing_by_title').on(table.userId, sql`lower(${table.title})`, table.id),
    index('listing_by_state').on(table.userId, table.archivedAt, table.publishedAt),
  ],
)

/** The listing is public. The one definition, for every page, count and access check. */
export const isPublishedListing = and(isNotNull(listing.publishedAt), isNull(listing.archivedAt))

/** The picture that networks show beside the link to a published listing. */
export const sharePicture = pgTable('share_picture', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, reference),
  /** Its storage key; a new picture has a new one. Null if it could not be drawn. */
  path: text().unique(),
  /** A hash of its text and photo: if it differs, the picture is out of date. */
  fingerprint: text().notNull(),
  drawnAt: moment().notNull().defaultNow(),
})
