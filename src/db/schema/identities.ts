import { index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { identityProviders } from '../../values/identityProviders.ts'
import { user } from './accounts.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'

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
