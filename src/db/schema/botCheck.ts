import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Answers to the bot check that were used up, kept until they would have expired anyway. */
export const usedBotCheck = pgTable(
  'used_bot_check',
  {
    answerHash: text().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
