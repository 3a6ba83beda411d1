import { setTimeout as pause } from 'node:timers/promises'
import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import {
  CONNECTION_TIMEOUT_MS,
  createSocketWithTimeout,
  createSql,
  keepDatesAsText,
  listenOn,
  Pool,
  surviveConnectionLoss,
} from './connection.server.ts'
import { connectionOptions } from './connectionUrl.server.ts'
import { isConnectionLost } from './isTemporaryDatabaseError.ts'

/** `db` can be a transaction, for commands that take part in it. */
export type Database = Omit<ReturnType<typeof openDatabase>, 'db'> & { db: Db }
/** What commands and queries take: the pool or an open transaction. */
export type Db = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | '$count'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'transaction'
>

interface DatabaseOptions {
  max?: number
  name?: string
  /** A connection pooler in front of the same database, in transaction mode. */
  poolUrl?: string
}

/** Statements that still run this long after the application stops are ended. */
const CLOSE_TIMEOUT_MS = 5_000

const poolOptions = {
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  /** Shorter than MAX_SILENCE_MS, after which a connection counts as dead. */
  idleTimeoutMillis: 15_000,
  maxLifetimeSeconds: 45 * 60,
  keepAlive: true,
  stream: createSocketWithTimeout,
  types: keepDatesAsText,
} satisfies pg.PoolConfig

const serverLimits = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  // Random reads are cheap on SSDs. With the default, one month out of years would be read sequentially.
  // JIT compilation takes longer than any of our queries.
  options: '-c random_page_cost=1.1 -c jit=off',
} satisfies pg.ClientConfig

const dialect = new PgDialect()

export function openDatabase(url: string, { max = 10, name = 'property-files', poolUrl }: DatabaseOptions = {}) {
  const direct = { ...connectionOptions(url), ...serverLimits, application_name: name }
  // A pooler gives each transaction another connection, so prepared statements and settings must not persist. There
  // the role's own limits apply (docs/operations.md).
  const pooled = poolUrl ? { ...connectionOptions(poolUrl), application_name: name } : undefined
  const pool = new Pool({ ...(pooled ?? direct), ...poolOptions, max })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    surviveConnectionLoss(client)
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))

  const db = drizzle({ client: pool })
  if (!pooled) keepsPlans.add(db)
  // Drizzle's own does not return a connection to the pool when `begin` fails.
  db.transaction = (work, settings) => withClient(pool, (client) => drizzle({ client }).transaction(work, settings))

  return {
    db,
    pool,
    sql: createSql(pool),

    /** For frequent statements: each connection plans them once. `name` must be unique to this text. `values` are those of its placeholders. */
    executePrepared(name: string, statement: SQL, values: Record<string, unknown> = {}) {
      const { sql: text, params } = textOf(statement)
      return pool.query({ text, values: fillPlaceholders(params, values), ...(!pooled && { name }) })
    },

    /** Calls back for each notification, and whenever some may have been missed: at the start and after each reconnect. */
    listen: (channel: string, onNotification: (payload: string) => void, onConnect: () => void, onLost?: () => void) =>
      listenOn({ ...direct, stream: createSocketWithTimeout }, channel, onNotification, onConnect, onLost),

    async close() {
      await Promise.race([pool.end(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      for (const client of clients) void client.end()
    },
  }
}

/** Their connections stay the same, so that PostgreSQL can plan a statement once for each: not those of a pooler or of one transaction. */
const keepsPlans = new WeakSet<Db>()

/**
 * A frequent query, which Drizzle writes out once, and each connection plans once: for a query with many joins, that takes much longer than
 * running it. `name` must be unique to it. What differs between its runs are placeholders.
 */
export function frequentQuery<Prepared extends { execute: unknown }>(
  name: string,
  build: (db: Db) => { prepare: (name: string) => Prepared },
) {
  const known = new WeakMap<Db, Prepared>()
  return (db: Db) => {
    const query = known.get(db) ?? build(db).prepare(keepsPlans.has(db) ? name : '')
    known.set(db, query)
    return query
  }
}

const texts = new WeakMap<SQL, Query>()

/** A statement that is used again is written out once. */
function textOf(statement: SQL) {
  const known = texts.get(statement) ?? dialect.sqlToQuery(statement)
  texts.set(statement, known)
  return known
}

/** A connection that is lost, or still inside its transaction, is not returned to the pool. */
async function withClient<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>) {
  const client = await pool.connect()
  let loss: Error | undefined
  const noteLoss = (error: Error) => {
    loss ??= error
  }
  client.on('error', noteLoss)
  try {
    const result = await work(client)
    client.off('error', noteLoss).release()
    return result
  } catch (error) {
    client.off('error', noteLoss).release(isConnectionLost(error) || client.getTransactionStatus() !== 'I')
    // Otherwise the reason would be that no rollback was possible.
    throw loss ?? error
  }
}
