import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Answers to the bot check that were used up, kept until they would have expired anyway. */
export const usedBotCheck = pgTable(
  'used_bot_check',
  {
    answerHash: text().primaryKey(),
    /** The one sending that used it: the same sending again, for want of an answer, is no second use. */
    usedFor: text(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
