import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { apiScopes } from '#values/apiScopes.ts'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'

/** Lets a program work with an agency's data. The key itself is shown once and stored as a hash. */
export const apiKey = pgTable(
  'api_key',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `akey_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    /** The member in whose name the program acts. When they leave, the colleague who takes over their work. */
    userId: requiredReference(() => user.id),
    name: text().notNull(),
    /** Its first characters, by which people recognise it. */
    start: text().notNull(),
    tokenHash: text().notNull().unique(),
    scopes: text({ enum: apiScopes }).array().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Null for one that never expires. */
    expiresAt: moment(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (table) => [index('api_key_by_agency').on(table.agencyId), index('api_key_by_user').on(table.userId)],
)

/** A request that may be sent again: the second one gets the first one's response. */
export const repeatableRequest = pgTable(
  'repeatable_request',
  {
    apiKeyId: requiredReference(() => apiKey.id),
    /** What the program sent as `Idempotency-Key`. */
    key: text().notNull(),
    /** Of method, address and body: another request with the same key is a mistake of the program. */
    requestHash: text().notNull(),
    /** Null while the first request runs. */
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    /** Sealed: it can contain a lead's details. */
    body: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.key] }),
    index('repeatable_request_by_age').on(table.createdAt),
  ],
)
