import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The random salt of one day in one time zone. Gone after 48 hours: from then on nobody can tell who a hash was. */
export const visitorSalt = pgTable('visitor_salt', {
  /** "2026-11-15 Pacific/Auckland" */
  day: text().primaryKey(),
  salt: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
})

/** Where a visitor of today was already: a hash with a page, or with an agent. Swept with the salts. */
export const visitorSeen = pgTable('visitor_seen', {
  key: text().primaryKey(),
  createdAt: moment().notNull().defaultNow(),
})

/** How many visitors of an agent one address has had today. The key is a hash under the day's salt, and is swept with it. */
export const visitorAddress = pgTable('visitor_address', {
  key: text().primaryKey(),
  visitors: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
})
