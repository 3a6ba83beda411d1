import { isNull, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Question } from '#values/questionValues.ts'
import { DEFAULT_TIME_ZONE } from '../../values/time.ts'
import { agency } from './agencies.ts'
import { bytes, foreignKeyActions, id, moment, requiredReference, shortRandomId, timestampColumns } from './columns.ts'

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
  ...timestampColumns,
})

/** Also for agents who have never saved a setting. */
export const DEFAULT_READING_RETENTION_MONTHS = 24
/** Records of a sale are kept for years: somebody may ask who had which report. */
export const DEFAULT_VERSION_RETENTION_MONTHS = 84

/** An agent's settings. The row is created with the first change; without one the defaults apply. */
export const profile = pgTable('profile', {
  userId: text()
    .primaryKey()
    .references(() => user.id, foreignKeyActions),
  agencyName: text().notNull().default(''),
  /** What the law wants beside an agent's name, such as "Licensed under the REAA 2008". */
  licenceLine: text().notNull().default(''),
  /** Determines the local day of new events. */
  timeZone: text().notNull().default(DEFAULT_TIME_ZONE),
  /** A small JPEG for the public agent card and emails, re-encoded by us. Earlier ones are WebP. */
  photo: bytes(),
  /** Changes with the photo, so that its URL can be cached forever. */
  photoVersion: text(),
  cardTagline: text().notNull().default(''),
  cardAccent: text().notNull().default('teal'),
  cardShowsPhone: boolean().notNull().default(true),
  cardShowsEmail: boolean().notNull().default(true),
  /** Types of email that this agent has turned off. */
  mutedEmails: text('mutedMails').array().notNull().default([]),
  /** The same for notifications on devices. */
  mutedPushes: text().array().notNull().default([]),
  /** No notifications on devices between these local times, "21:00" and "07:00". The same time twice means always on. */
  quietFrom: text().notNull().default('21:00'),
  quietTo: text().notNull().default('07:00'),
  /** After so long without anyone there, sessions lock. Null means never. */
  idleLockMinutes: integer(),
  /** The local day of the last morning list and of the last weekly summary. */
  morningListSentOn: date({ mode: 'string' }),
  weeklySummarySentOn: date({ mode: 'string' }),
  /** What buyers are asked on listings without their own questions. */
  questions: jsonb().$type<Question[]>(),
  /** How long readings are kept after a listing has closed. */
  readingRetentionMonths: integer().notNull().default(DEFAULT_READING_RETENTION_MONTHS),
  /** How long the bytes of an earlier version that a buyer has opened are kept after it was replaced. */
  versionRetentionMonths: integer().notNull().default(DEFAULT_VERSION_RETENTION_MONTHS),
  /** After how many days a type of document is called old, where it differs from our limits. 0 means never. */
  validityDays: jsonb().$type<Record<string, number>>().notNull().default({}),
  /** When everything will be erased, if the agent has requested deletion. */
  deletionDueAt: moment(),
  updatedAt: moment().notNull().defaultNow(),
})

/** The agent's time zone, as part of a query. */
export const agentTimeZone = (agentId: string) =>
  sql<string>`coalesce((select ${profile.timeZone} from ${profile} where ${profile.userId} = ${agentId}), ${DEFAULT_TIME_ZONE})`

/** A signed-in browser. The cookie's value is never stored, only its hash. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    /** Identifies the session in the settings without giving access. */
    publicId: text()
      .notNull()
      .unique()
      .$defaultFn(() => shortRandomId()),
    userId: requiredReference(() => user.id),
    /** The agency that this browser works in. Null means the one that the user joined first. */
    agencyId: text().references((): AnyPgColumn => agency.id, foreignKeyActions),
    userAgent: text().notNull().default(''),
    /** Of the cookie of the browser that signed in: the session works together with it only. Null for one from before that was so. */
    deviceHash: text(),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment().notNull().defaultNow(),
    /** When someone last moved, clicked or typed. Null while no browser has reported it. */
    lastActiveAt: moment(),
    /** Since when it opens nothing until someone proves that they are the user. */
    lockedAt: moment(),
    /** When someone last proved here, with a password, code or passkey, that they are the user. */
    provenAt: moment(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** A browser that an agent has signed in with before, so that only a new one causes an email. Its sessions are bound to it. */
export const knownDevice = pgTable(
  'device',
  {
    userId: requiredReference(() => user.id),
    tokenHash: text().notNull(),
    /** What the agent calls it. Empty means what it calls itself. */
    name: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    /** The city or country of the latest sign-in, as far as it is known. */
    place: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
)

/** An emailed link that works once, such as a password reset. Only its hash is stored. */
export const token = pgTable(
  'token',
  {
    tokenHash: text().primaryKey(),
    purpose: text({
      enum: [
        ...(['create_password', 'reset_password', 'change_email', 'confirm_checkout', 'recover_account'] as const),
        ...(['not_me', 'link_identity'] as const),
      ],
    }).notNull(),
    /** The new address of an email change, the checkout to confirm, the recovery of an account, the hash of a new device, or the identity to link. */
    subject: text(),
    userId: requiredReference(() => user.id),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index().on(table.userId, table.purpose), index().on(table.expiresAt)],
)

/** Everything of an agent as one zip, created by a background job and kept for a few days. */
export const dataExport = pgTable(
  'data_export',
  {
    id: text().primaryKey(),
    userId: requiredReference(() => user.id),
    /** Set when it is everything of an agency, requested by this owner. */
    agencyId: text().references((): AnyPgColumn => agency.id, foreignKeyActions),
    state: text({ enum: ['waiting', 'running', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    /** No longer written, because 2 GB are too few. To be dropped in a later version. */
    size: integer(),
    sizeBytes: bigint({ mode: 'number' }),
    /** The zip's storage key, a new one for each attempt. Erasing a buyer clears it, which makes a running attempt start again. */
    path: text(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [index().on(table.userId)],
)

/** A private address with which an agent's calendar program reads their open homes, auctions and reminders. */
export const calendarLink = pgTable(
  'calendar_link',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `cal_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    userId: requiredReference(() => user.id),
    createdAt: moment().notNull().defaultNow(),
    lastReadAt: moment(),
    revokedAt: moment(),
  },
  (table) => [
    uniqueIndex('calendar_link_in_use').on(table.agencyId, table.userId).where(isNull(table.revokedAt)),
    index('calendar_link_by_user').on(table.userId),
  ],
)
