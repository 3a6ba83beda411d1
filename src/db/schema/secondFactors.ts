import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NewIdentity } from '../../values/identityProviders.ts'
import { user } from './accounts.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'

/** An app that shows codes. It counts once a code of it was entered. */
export const authenticator = pgTable(
  'authenticator',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `totp_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    /** What the agent calls it. */
    name: text().notNull().default(''),
    /** The secret, sealed: someone who reads the database can’t compute codes. */
    sealedSecret: text().notNull(),
    /** The 30 seconds, counted from 1970, of the newest code that was used: it and older ones are refused. */
    lastUsedStep: integer(),
    confirmedAt: moment(),
    lastUsedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId)],
)

/** One of ten that work once each when the phone is lost. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: requiredReference(() => user.id),
    codeHash: text().notNull(),
    usedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** A browser where the password was right and the second step is still missing. It gives access to nothing else. */
export const pendingSignIn = pgTable(
  'pending_sign_in',
  {
    tokenHash: text().primaryKey(),
    userId: requiredReference(() => user.id),
    /** The browser's own cookie, so that the token alone is useless elsewhere. */
    deviceHash: text().notNull(),
    /** Signs the user in from now on, once the second step is done. */
    identity: jsonb().$type<NewIdentity>(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Someone with the password has lost every second factor. It ends after a delay, in which anyone who is told can stop it. */
export const accountRecovery = pgTable(
  'account_recovery',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `recv_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    createdAt: moment().notNull().defaultNow(),
    dueAt: moment().notNull(),
    /** When the link that ends it was emailed to the account's address. */
    linkSentAt: moment(),
    /** When it was stopped, or done, or has expired. */
    endedAt: moment(),
    isDone: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex('account_recovery_open').on(table.userId).where(sql`${table.endedAt} is null`)],
)

/** An address that an account had until a short while ago: it is told when someone recovers the account. */
export const previousAddress = pgTable(
  'previous_address',
  {
    userId: requiredReference(() => user.id),
    email: text().notNull(),
    replacedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.email] })],
)
