import { boolean, customType, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { user } from './user.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Where days begin for an agent who has not said otherwise. */
export const DEFAULT_TIME_ZONE = 'Pacific/Auckland'

/** What an agent sets up beside the account itself. A row appears with the first change; without one the defaults hold. */
export const profile = pgTable('profile', {
  userId: text()
    .primaryKey()
    .references(() => user.id, reference),
  agencyName: text().notNull().default(''),
  /** Decides the local day of each event that arrives from now on. */
  timeZone: text().notNull().default(DEFAULT_TIME_ZONE),
  /** A small WebP for the public agent card, re-encoded by us. */
  photo: bytes(),
  /** Changes with the photo, so that its address can be cached for good. */
  photoVersion: text(),
  cardTagline: text().notNull().default(''),
  cardAccent: text().notNull().default('teal'),
  cardShowsPhone: boolean().notNull().default(true),
  cardShowsEmail: boolean().notNull().default(true),
  /** The kinds of mail this agent does not want. */
  mutedMails: text().array().notNull().default([]),
  /** Set when the agent asked for deletion; everything is erased after this moment unless it is undone. */
  deletionDueAt: moment(),
  updatedAt: moment().notNull().defaultNow(),
})
