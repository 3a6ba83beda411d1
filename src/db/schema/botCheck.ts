import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

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
