import type { Database } from '#db/client.server.ts'
import { unavailable } from './errors.ts'

/** Milliseconds after which somebody who waits makes us look at the database. */
const SUSPICION = 400
const LOOK_AGAIN = 100
/** No connection became free for so long: all are busy with something that does not end. */
const NO_CONNECTION = 1_300
/** A connection was free, but nobody answers on it. */
const NO_ANSWER = 4_000

export type Pulse = ReturnType<typeof createPulse>

/** Tells whoever waits for a database that does not come round, instead of letting them hang until their browser gives up. */
export function createPulse({ sql }: Pick<Database, 'sql'>) {
  let look: { since: number; patience: number } | undefined

  async function takePulse() {
    look = { since: performance.now(), patience: NO_CONNECTION }
    try {
      const connection = await sql.reserve()
      look = { since: performance.now(), patience: NO_ANSWER }
      await connection`select 1`.finally(connection.release)
    } catch {
      // One that is down says so by itself, to everybody who asks it something.
    } finally {
      look = undefined
    }
  }

  const isStuck = () => look !== undefined && performance.now() - look.since > look.patience

  return {
    /** The work goes on, whoever is told that it takes too long: it was written so that a second try does no harm. */
    async orGiveUp<Result>(work: Result | Promise<Result>): Promise<Result> {
      let timer: NodeJS.Timeout | undefined
      const stuck = new Promise<never>((_resolve, reject) => {
        const watch = () => {
          if (isStuck()) return reject(unavailable())
          if (!look) void takePulse()
          timer = setTimeout(watch, LOOK_AGAIN)
        }
        timer = setTimeout(watch, SUSPICION)
      })
      try {
        return await Promise.race([work, stuck])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
