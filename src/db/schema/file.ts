import { type AnyPgColumn, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, reference, timestamps } from './columns.ts'
import { listing } from './listing.ts'
import { user } from './user.ts'

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
    ...timestamps,
  },
  (table) => [index().on(table.userId), index().on(table.listingId)],
)
