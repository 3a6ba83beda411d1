import type { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionOptions } from './connectionUrl.server.ts'
import { createServerList, failUnconfirmedCommits, requirePrimary, type ServerList } from './databaseServers.server.ts'

/** PostgreSQL responds or gives up within 15 s (see `serverLimits`), so a connection that is silent for longer is dead. */
const MAX_SILENCE_MS = 18_000

/** A machine that is gone does not even refuse. Two lost packets are not enough for that. */
const SERVER_TIMEOUT_MS = 4_000

/** Gives up when the server does not accept the connection, so that another can be asked. */
const createSocket = () => socketThatEnds('Connection terminated: the server did not respond')

/**
 * For connections whose statements have a time limit. A half-open connection delivers nothing, not even an error: its statements
 * would wait until the operating system gives up, a quarter of an hour later.
 */
export const createSocketWithTimeout = () => socketThatEnds('Connection terminated after silence', MAX_SILENCE_MS)

function socketThatEnds(reason: string, maxSilenceMs = 0) {
  const socket = new Socket()
  socket.once('connect', () => socket.setTimeout(maxSilenceMs))
  return socket.setTimeout(SERVER_TIMEOUT_MS, () => socket.destroy(new Error(reason)))
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

/** One connection outside the pool, to the primary if there are several servers. The caller ends it. */
export function openConnection({ servers, needsPrimary, ...config }: ConnectionOptions) {
  return createServerList(servers).findWorking(async (server) => {
    const client = new pg.Client({
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      stream: createSocket,
      types: keepDatesAsText,
      ...config,
      ...server,
    })
    surviveConnectionLoss(client)
    failUnconfirmedCommits(client)
    await client.connect()
    try {
      if (needsPrimary) await requirePrimary(client)
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  })
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
  config: ConnectionOptions,
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
  #servers: ServerList

  constructor({ servers, needsPrimary, ...config }: ConnectionOptions & pg.PoolConfig) {
    super({ ...config, ...(needsPrimary && { onConnect: requirePrimary }) })
    this.#servers = createServerList(servers)
    surviveConnectionLoss(this)
    this.on('connect', (client) => {
      failUnconfirmedCommits(client)
      // It may be cut off from the others: then another is the primary, although this one still accepts connections.
      client.on('error', () => this.#servers.passOver(client))
    })
    const noteProgress = () => {
      this.#ticksWithoutProgress = 0
    }
    this.on('acquire', noteProgress).on('release', noteProgress)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    const connecting = this.#servers.findWorking((server) => {
      // New connections are made with these, also when they are for someone who waits.
      Object.assign(this.options, server)
      return super.connect()
    })
    const connected = this.#unlessStuck(connecting)
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
