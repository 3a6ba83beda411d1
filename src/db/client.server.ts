import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { connectionOptions } from './connection.server.ts'
import * as schema from './schema/index.ts'
import { connectWatched } from './watchedSocket.server.ts'

export type Database = ReturnType<typeof openDatabase>
/** What domain functions take: the pool or an open transaction, they cannot tell and need not. */
export type Db = Pick<
  Database['db'],
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | 'transaction'
>

interface DatabaseOptions {
  max?: number
  name?: string
  /** A pooler in front of the same database, in transaction mode. */
  poolUrl?: string
}

/** As long as the longest job may take. */
const TWO_HOURS = 2 * 3_600_000

const watched = { socket: connectWatched }

const manners = {
  connect_timeout: 5,
  // Before a connection that says nothing is taken for a dead one.
  idle_timeout: 15,
  // The driver's own pauses grow to 20 s: visitors would wait that long after the database is back.
  backoff: (tries: number) => Math.min(0.05 * tries, 0.5),
}

const limits = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  // No disk has to turn to another place any more. Without it, a month out of years is looked for in all of them.
  random_page_cost: 1.1,
  // Compiling a question takes longer than any of ours.
  jit: 'off',
}

export function openDatabase(url: string, { max = 10, name = 'property-files', poolUrl }: DatabaseOptions = {}) {
  const direct = { ...connectionOptions(url), ...manners, connection: { application_name: name, ...limits } }
  // After each transaction a pooler lends the connection to somebody else: neither statements nor settings may stay behind on
  // it, so those limits are the role's own there (docs/operations.md). Without prepared statements it is asked one thing at a time
  // (docs/decisions/0015).
  const pooled = poolUrl && {
    ...{ ...connectionOptions(poolUrl), ...manners, prepare: false },
    connection: { application_name: name },
  }
  const sql = postgres({ ...(pooled || direct), ...watched, max })
  /** Whoever listens needs a session of their own, and so does work that takes minutes. */
  const listener = pooled ? postgres({ ...direct, ...watched, max: 1 }) : sql
  const session = postgres({ ...direct, max: 1, connection: { ...direct.connection, statement_timeout: TWO_HOURS } })
  return {
    sql,
    session,
    listen: listener.listen,
    db: drizzle(sql, { schema }),
    async close() {
      for (const pool of new Set([sql, listener, session])) await pool.end({ timeout: 5 })
    },
  }
}
