import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

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
