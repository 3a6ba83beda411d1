import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { NewIdentity } from '../../values/identityProviders.ts'
import { identityProviders } from '../../values/identityProviders.ts'
import { user } from './accounts.ts'
import { bytes, moment, requiredReference, shortRandomId } from './columns.ts'

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

/** An account at Google or Microsoft that signs an agent in. Who it is say the issuer and the subject, never the address. */
export const identity = pgTable(
  'identity',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `idty_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    provider: text({ enum: identityProviders }).notNull(),
    /** The address of the provider, or of the customer at the provider, that vouches for it. */
    issuer: text().notNull(),
    /** What the issuer calls the person. It never changes, and is never given to another. */
    subject: text().notNull(),
    /** Its address when it was linked, so that the agent knows which one it is. */
    email: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment(),
  },
  (table) => [unique().on(table.issuer, table.subject), index().on(table.userId)],
)

/** Someone has left for a provider and is not back yet. Only hashes say who: it is deleted when they come back. */
export const identityRequest = pgTable(
  'identity_request',
  {
    stateHash: text().primaryKey(),
    provider: text({ enum: identityProviders }).notNull(),
    purpose: text({ enum: ['sign_in', 'add', 'proof', 'join', 'first_password'] }).notNull(),
    /** The browser that asked: the hash of a cookie that only it has, which is its session once someone is signed in. */
    browserHash: text().notNull(),
    /** What checks the answer, and where the browser goes then, sealed: it may have the secret of an emailed link. */
    sealed: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)

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
