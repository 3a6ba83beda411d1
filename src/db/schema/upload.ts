import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { file } from './file.ts'
import { listing } from './listing.ts'
import { user } from './user.ts'

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
