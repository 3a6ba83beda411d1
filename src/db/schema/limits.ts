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
    /** Of what was verified (the signed challenge, or Turnstile's token), never of the text that carried it. */
    answerHash: text().primaryKey(),
    /** The one sending that used it: the same sending again, for want of an answer, is no second use. */
    usedFor: text(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
