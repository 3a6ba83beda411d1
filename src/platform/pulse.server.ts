import type { Database } from '#db/client.server.ts'
import { unavailable } from './errors.ts'

/** Milliseconds after which somebody who waits makes us look at the database. */
const SUSPICION = 400
const LOOK_AGAIN = 100
/** The simplest question has no answer for so long: all connections are busy with something that does not end, or nobody is there. */
const PATIENCE = 1_500
/** A question that was lost with its connection is asked again. */
const LOST = 10_000

export type Pulse = ReturnType<typeof createPulse>

/** Tells whoever waits for a database that does not come round, instead of letting them hang until their browser gives up. */
export function createPulse({ sql }: Pick<Database, 'sql'>) {
  let askedAt: number | undefined

  async function takePulse() {
    const now = performance.now()
    askedAt = now
    // One that is down says so by itself, to everybody who asks it something.
    await sql`select 1`.catch(() => {})
    if (askedAt === now) askedAt = undefined
  }

  const waitedFor = () => (askedAt === undefined ? 0 : performance.now() - askedAt)

  return {
    /** The work goes on, whoever is told that it takes too long: it was written so that a second try does no harm. */
    async orGiveUp<Result>(work: Result | Promise<Result>): Promise<Result> {
      let timer: NodeJS.Timeout | undefined
      const stuck = new Promise<never>((_resolve, reject) => {
        const watch = () => {
          if (waitedFor() > PATIENCE) reject(unavailable())
          if (askedAt === undefined || waitedFor() > LOST) void takePulse()
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
