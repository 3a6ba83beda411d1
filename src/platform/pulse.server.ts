import type { Database } from '#db/client.server.ts'
import { unavailable } from './errors.ts'

/** Milliseconds after which somebody who waits makes us look at the database. */
const SUSPICION = 400
const BEAT = 100
/** The simplest question has no answer for so many beats: all connections are busy with something that does not end, or nobody is there. */
const PATIENCE = 14
/** A question that was lost with its connection is asked again. */
const LOST = 100

export type Pulse = ReturnType<typeof createPulse>

/** Tells whoever waits for a database that does not come round, instead of letting them hang until their browser gives up. */
export function createPulse({ sql }: Pick<Database, 'sql'>) {
  let question: NodeJS.Timeout | undefined
  /** Counted in beats and not in time: when it is we who have too much to do, they come late. */
  let missed = 0

  async function takePulse() {
    clearInterval(question)
    missed = 0
    const mine = setInterval(() => {
      missed += 1
    }, BEAT)
    question = mine
    // One that is down says so by itself, to everybody who asks it something.
    await sql`select 1`.catch(() => {})
    clearInterval(mine)
    if (question === mine) question = undefined
  }

  return {
    /** The work goes on, whoever is told that it takes too long: it was written so that a second try does no harm. */
    async orGiveUp<Result>(work: Result | Promise<Result>): Promise<Result> {
      let timer: NodeJS.Timeout | undefined
      let hasWaited = false
      const stuck = new Promise<never>((_resolve, reject) => {
        const watch = () => {
          hasWaited = true
          if (question && missed > PATIENCE) reject(unavailable())
          if (!question || missed > LOST) void takePulse()
          timer = setTimeout(watch, BEAT)
        }
        timer = setTimeout(watch, SUSPICION)
      })
      try {
        const result = await Promise.race([work, stuck])
        // As long as somebody who waited gets an answer, it is busy and not stuck.
        if (hasWaited) missed = 0
        return result
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
