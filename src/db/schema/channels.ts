import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { channelKinds } from '#values/channelKinds.ts'
import { agency } from './agencies.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'
import { listing } from './listings.ts'

/** A link of a listing for one place where people see it, such as an ad or the poster in the window. */
export const channel = pgTable(
  'channel',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `chan_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    /** The last part of the short link, `/l/{code}`. */
    code: text().notNull().unique(),
    kind: text({ enum: channelKinds }).notNull(),
    /** The agent's own words for a link of kind `own`. */
    name: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    archivedAt: moment(),
  },
  (table) => [
    index('channel_by_listing').on(table.listingId),
    // One link of each kind, made when it is first needed, and any number with names of their own.
    uniqueIndex('channel_of_kind').on(table.listingId, table.kind).where(sql`${table.kind} <> 'own'`),
  ],
)
