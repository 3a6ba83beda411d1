import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { user } from './user.ts'

/** Everything of an agent as one zip, made by a background job and kept for a few days. */
export const dataExport = pgTable(
  'data_export',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id, reference),
    state: text({ enum: ['waiting', 'running', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    size: integer(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [index().on(table.userId)],
)
