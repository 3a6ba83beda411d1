import type { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
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

/** A listening connection may receive nothing for hours. A regular statement shows whether it is still alive. */
const CHECK_INTERVAL_MS = 10_000
const RECONNECT_DELAY_MS = 500

/** Listens on a separate connection, and reconnects when that is lost. */
export async function listenOn(
  config: pg.ClientConfig,
  channel: string,
  onNotification: (payload: string) => void,
  onConnect: () => void,
  onLost?: () => void,
) {
  let isClosed = false
  let client = await subscribe()

  async function subscribe() {
    const next = await openConnection(config)
    try {
      next.on('notification', ({ payload = '' }) => onNotification(payload))
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end()
      throw error
    }
    // A check that fails or times out ends the connection.
    const checks = setInterval(() => next.query('select 1').catch(() => {}), CHECK_INTERVAL_MS)
    next.once('end', () => {
      clearInterval(checks)
      onLost?.()
      void reconnect()
    })
    onConnect()
    return next
  }

  async function reconnect() {
    while (!isClosed)
      try {
        client = await subscribe()
        // Closed while connecting.
        if (isClosed) await client.end()
        return
      } catch {
        await pause(RECONNECT_DELAY_MS)
      }
  }

  return {
    /** Resolves when all notifications of transactions that have ended are received, or the connection is lost. */
    async settle() {
      await client.query('select 1').catch(() => {})
    },

    async close() {
      isClosed = true
      await client.end()
    },
  }
}

/** Counted in timer ticks and not in time, so that a busy process does not take the database for stuck. */
const TICK_MS = 100
const STUCK_TICKS = 20

type Callback = Parameters<pg.Pool['connect']>[0]

interface Waiter {
  ticks: number
  refuse(): void
}

/**
 * Refuses callers after two seconds in which no connection became free, because all of them wait for a lock or for a database that
 * does not respond. As long as connections are returned, the pool is only busy, and callers wait.
 */
export class Pool extends pg.Pool {
  #waiters = new Set<Waiter>()
  #ticksWithoutProgress = 0
  #timer: NodeJS.Timeout | undefined

  constructor(config: pg.PoolConfig) {
    super(config)
    const noteProgress = () => {
      this.#ticksWithoutProgress = 0
    }
    this.on('acquire', noteProgress).on('release', noteProgress)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    const connected = this.#unlessStuck(super.connect())
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }

  #unlessStuck(connecting: Promise<pg.PoolClient>) {
    return new Promise<pg.PoolClient>((resolve, reject) => {
      const waiter: Waiter = {
        ticks: 0,
        refuse: () => {
          this.#waiters.delete(waiter)
          reject(new Error('timeout exceeded when trying to connect: no connection became free'))
        },
      }
      this.#waiters.add(waiter)
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
      connecting.then(
        (client) => (this.#waiters.delete(waiter) ? resolve(client) : client.release()),
        (error) => this.#waiters.delete(waiter) && reject(error),
      )
    })
  }

  #tick() {
    if (this.#waiters.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#ticksWithoutProgress = 0
      return
    }
    this.#ticksWithoutProgress += 1
    for (const waiter of this.#waiters) {
      waiter.ticks += 1
      if (waiter.ticks >= STUCK_TICKS && this.#ticksWithoutProgress >= STUCK_TICKS) waiter.refuse()
    }
  }
}
