import type { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import pg from 'pg'

/** Connection options from a URL; a folder as `?host=` is a unix socket, as in libpq. */
export function connectionOptions(connectionUrl: string) {
  const url = new URL(connectionUrl)
  const read = (name: string, part: string) => decodeURIComponent(part) || url.searchParams.get(name) || undefined
  return {
    host: url.searchParams.get('host') ?? (url.hostname || 'localhost'),
    port: Number(url.port || 5432),
    database: read('dbname', url.pathname.slice(1)),
    user: read('user', url.username),
    password: read('password', url.password),
    ssl: encryption(url.searchParams.get('sslmode')),
  } satisfies pg.ClientConfig
}

/** As in libpq, only `verify-ca` and `verify-full` check the server's certificate. */
function encryption(mode: string | null) {
  if (!mode || mode === 'disable') return false
  return { rejectUnauthorized: mode.startsWith('verify') }
}

/** PostgreSQL responds or gives up within 15 s (see `serverLimits`), so a connection that is silent for longer is dead. */
const MAX_SILENCE_MS = 18_000

/**
 * For connections whose statements have a time limit. A half-open connection delivers nothing, not even an error: its statements
 * would wait until the operating system gives up, a quarter of an hour later.
 */
export function createSocketWithTimeout() {
  const socket = new Socket()
  return socket.setTimeout(MAX_SILENCE_MS, () => socket.destroy(new Error('Connection terminated after silence')))
}

/**
 * A lost connection fails the statement that runs on it and every later one. It is also emitted as an event, which ends the process
 * if there is no listener.
 */
export function surviveConnectionLoss(client: EventEmitter) {
  client.on('error', () => {})
}

/** How long to wait for a free or new connection of the pool. */
export const CONNECTION_TIMEOUT_MS = 10_000

/** One connection outside the pool. The caller ends it. */
export async function openConnection(config: pg.ClientConfig) {
  const client = new pg.Client({
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: keepDatesAsText,
    ...config,
  })
  surviveConnectionLoss(client)
  await client.connect()
  return client
}

const MOMENTS = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
])

/** Keeps dates and times as text: a JavaScript Date has no microseconds, and a date has no time zone. */
export const keepDatesAsText: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    MOMENTS.has(type) ? (text: string) => text : pg.types.getTypeParser(type, format),
}

type Row = pg.QueryResultRow

/** Runs a statement written as a template, with its values as parameters, and returns the rows. */
export interface Sql {
  <Found extends Row = Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Found[]>
  /** For text that is only known at run time. Nothing in it is escaped. */
  raw<Found extends Row = Row>(text: string, values?: unknown[]): Promise<Found[]>
}

export function createSql(client: Pick<pg.ClientBase, 'query'>): Sql {
  const raw = async <Found extends Row>(text: string, values: unknown[] = []) =>
    (await client.query<Found>(text, values)).rows
  const tag = <Found extends Row>(text: TemplateStringsArray, ...values: unknown[]) =>
    raw<Found>(
      text.reduce((before, part, index) => `${before}$${index}${part}`),
      values,
    )
  return Object.assign(tag, { raw })
}
