import { type AnyPgColumn, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment, reference, timestamps } from './columns.ts'
import { file } from './file.ts'
import { user } from './user.ts'

/** A property offered. Draft until `publishedAt`, gone for the public after `archivedAt`. */
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
    ...timestamps,
  },
  (table) => [index().on(table.userId)],
)
