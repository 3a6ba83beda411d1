import pg from 'pg'

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
