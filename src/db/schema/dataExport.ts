import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
    /** Not written any more: 2 GB are too few. To be dropped in a later version. */
    size: integer(),
    sizeBytes: bigint({ mode: 'number' }),
    /** Where the zip lies in the storage: a new key for each try. An erasure takes it away from a running try, which then starts again. */
    path: text(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [index().on(table.userId)],
)
