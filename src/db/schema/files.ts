import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { id, moment, reference, timestamps } from './columns.ts'
import { listing } from './listings.ts'

/** Anything uploaded: `image` is a photo (public once its listing is), `file` a document behind the gate. */
export const file = pgTable(
  'file',
  {
    id: id('file'),
    path: text().notNull(),
    name: text().notNull(),
    rank: integer(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    listingId: text().references((): AnyPgColumn => listing.id, reference),
    type: text({ enum: ['file', 'image'] })
      .notNull()
      .default('file'),
    contentType: text(),
    size: bigint({ mode: 'number' }).notNull().default(0),
    /** A photo or document is shown as it is while it is prepared: variants, thumbnail and page count come after. */
    state: text({ enum: ['processing', 'ready', 'failed'] })
      .notNull()
      .default('ready'),
    /** Why preparing it failed, in words for the agent. */
    failure: text(),
    /** As it was called where it came from. `name` is what buyers read. */
    originalName: text().notNull().default(''),
    /** What sort of document it is: a title, a building report … */
    kind: text(),
    pageCount: integer(),
    width: integer(),
    height: integer(),
    /** A tiny picture as a data URL, shown until the real one is there. */
    placeholder: text(),
    /** Set when the content was replaced, under the same id and link. */
    replacedAt: moment(),
    /** The job that is preparing it. Nothing while it waits for its turn, and once it is prepared. */
    preparationJobId: text(),
    /** When it was last taken in hand: whose files were prepared longest ago is next. */
    preparationStartedAt: moment(),
    /** Set when the agent deleted it for good, which can be undone for some minutes. */
    deletedAt: moment(),
    /** Set when its bytes are gone. The row stays for the events that refer to it, and is shown nowhere. */
    erasedAt: moment(),
    ...timestamps,
  },
  (table) => [
    index().on(table.userId),
    index().on(table.listingId),
    index('file_by_preparation').on(table.userId, table.preparationStartedAt),
    index('file_waiting').on(table.userId).where(sql`${table.state} = 'processing'`),
  ],
)

/** The order of a listing's photos and documents, for agents and buyers alike. */
export const fileOrder = [sql`${file.rank} asc nulls last`, asc(file.createdAt), asc(file.id)]

/** Buyers see files that are prepared and not archived. */
export const isShownToBuyers = and(eq(file.state, 'ready'), isNull(file.archivedAt))

/** Bytes on their way. Becomes a file once they are all there and are what they claim to be; else it is swept away. */
export const upload = pgTable(
  'upload',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    listingId: text().references(() => listing.id, reference),
    /** The file whose content this one takes the place of. */
    replacesFileId: text().references(() => file.id, reference),
    /** What became of it, so that finishing twice answers the same. */
    fileId: text().references(() => file.id, reference),
    path: text().notNull(),
    /** The storage's own name for an upload in several parts. */
    storageUploadId: text(),
    name: text().notNull(),
    contentType: text().notNull(),
    contentLength: bigint({ mode: 'number' }).notNull(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
  },
  (table) => [index().on(table.userId)],
)
