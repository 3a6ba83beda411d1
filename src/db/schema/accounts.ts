import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, reference, shortRandomId, timestamps } from './columns.ts'

/** The agent: the signed-in, paying user. */
export const user = pgTable('user', {
  id: id('user'),
  /** Trimmed and lower-cased before it gets here. */
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  /** An argon2id hash. */
  password: text().notNull(),
  firstName: text().notNull().default(''),
  lastName: text().notNull().default(''),
  phone: text().notNull().default(''),
  subscriptionId: text().notNull().default(''),
  subscriptionCustomerId: text().notNull().default(''),
  subscriptionActive: boolean().notNull().default(false),
  ...timestamps,
})

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
  mutedEmails: text('mutedMails').array().notNull().default([]),
  /** Set when the agent asked for deletion; everything is erased after this moment unless it is undone. */
  deletionDueAt: moment(),
  updatedAt: moment().notNull().defaultNow(),
})

/** A signed-in browser. The cookie's value is never stored, only its hash. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    /** Names the session in the list of settings; worth nothing to a thief. */
    publicId: text()
      .notNull()
      .unique()
      .$defaultFn(() => shortRandomId()),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    userAgent: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** A browser an agent has signed in with before, so that only a new one is worth a mail. */
export const device = pgTable(
  'device',
  {
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    tokenHash: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
)

/** A link sent by mail that may be used once, such as a password reset. Only its hash is stored. */
export const token = pgTable(
  'token',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: ['reset_password', 'change_email', 'confirm_checkout'] }).notNull(),
    /** What the link is about besides the user: the new address of an email change, or the checkout to confirm. */
    subject: text(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index().on(table.userId, table.purpose), index().on(table.expiresAt)],
)

/** Everything of an agent as one zip, made by a background job and kept for a few days. */
export const dataExport = pgTable(
  'data_export',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    state: text({ enum: ['waiting', 'running', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    /** Not written any more: 2 GB are too few. To be dropped in a later version. */
    size: integer(),
    sizeBytes: bigint({ mode: 'number' }),
    /** Where the zip lies in the storage: a new key for each try. An erasure takes it away from a running try, which then starts again. */
    path: text(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [index().on(table.userId)],
)
