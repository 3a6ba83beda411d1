import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { connectionOptions } from './connection.server.ts'
import * as schema from './schema/index.ts'

export type Database = ReturnType<typeof openDatabase>
/** What domain functions take: the pool or an open transaction, they cannot tell and need not. */
export type Db = Pick<
  Database['db'],
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | 'transaction'
>

export function openDatabase(url: string, options: { max?: number; name?: string } = {}) {
  const sql = postgres({
    ...connectionOptions(url),
    max: options.max ?? 10,
    connect_timeout: 5,
    idle_timeout: 60,
    // The driver's own pauses grow to 20 s: visitors would wait that long after the database is back.
    backoff: (tries: number) => Math.min(0.05 * tries, 0.5),
    connection: {
      application_name: options.name ?? 'property-files',
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      // No disk has to turn to another place any more. Without it, a month out of years is looked for in all of them.
      random_page_cost: 1.1,
      // Compiling a question takes longer than any of ours.
      jit: 'off',
    },
  })
  return { sql, db: drizzle(sql, { schema }), close: () => sql.end({ timeout: 5 }) }
}
