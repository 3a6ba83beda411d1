import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, timestamps } from './columns.ts'

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
