import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Counters of the rate limiter. The column names are the library's. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index().on(table.expire)],
)

/** Challenges of the bot check that were used up, kept until they would have expired anyway. */
export const usedBotCheck = pgTable(
  'used_bot_check',
  {
    /** A hash of the verified challenge or Turnstile token, not of the submitted text, which can vary. */
    answerHash: text().primaryKey(),
    /** The submission that used it: the same submission again, after a lost response, may use it again. */
    usedFor: text(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
