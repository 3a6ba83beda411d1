import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { bytes, moment, requiredReference, shortRandomId } from './columns.ts'

/** A key on an agent's device or in their password manager, with which they sign in. Only its public half is here. */
export const passkey = pgTable(
  'passkey',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `pkey_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    /** What the device calls it, in base64url. */
    credentialId: text().notNull().unique(),
    /** In COSE, as the device gave it. */
    publicKey: bytes().notNull(),
    /** How often it was used. Passkeys that are kept on several devices don't count, and say 0 each time. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    /** How a browser reaches the device: internal, hybrid, usb. */
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    /** On one device only, or in a password manager that copies it to several. */
    deviceType: text({ enum: ['singleDevice', 'multiDevice'] }).notNull(),
    isBackedUp: boolean().notNull().default(false),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment(),
  },
  (table) => [index().on(table.userId)],
)

/** A random text that a passkey signs once. Only its hash is stored, and it is deleted with its first use. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    challengeHash: text().primaryKey(),
    purpose: text({ enum: ['sign_in', 'second_step', 'add', 'proof'] }).notNull(),
    /** The browser that asked for it: the hash of a cookie that only this browser has: of its pending sign-in, or its session once someone is signed in. */
    browserHash: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
