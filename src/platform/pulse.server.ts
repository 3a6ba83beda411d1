import type { Database } from '#db/client.server.ts'
import { unavailable } from './errors.ts'

/** Milliseconds. Waiting is counted in beats and not in time: when it is we who have too much to do, they come late. */
const BEAT = 100
/** After so many beats somebody who waits makes us look at the database. */
const SUSPICION = 4
/** The simplest question has no answer for so many: all connections are busy with something that does not end, or nobody is there. */
const PATIENCE = 14
/** A question that was lost with its connection is asked again. */
const LOST = 100

interface Waiter {
  beats: number
  giveUp(): void
}

export type Pulse = ReturnType<typeof createPulse>

/** Tells whoever waits for a database that does not come round, instead of letting them hang until their browser gives up. */
export function createPulse({ sql }: Pick<Database, 'sql'>) {
  const waiting = new Set<Waiter>()
  let heart: NodeJS.Timeout | undefined
  let question: object | undefined
  let missed = 0

  function beat() {
    if (waiting.size === 0) {
      clearInterval(heart)
      heart = undefined
      return
    }
    missed += 1
    let isSuspicious = false
    for (const waiter of waiting) {
      waiter.beats += 1
      if (waiter.beats < SUSPICION) continue
      isSuspicious = true
      if (question && missed > PATIENCE) waiter.giveUp()
    }
    if (isSuspicious && (!question || missed > LOST)) void takePulse()
  }

  async function takePulse() {
    const mine = {}
    question = mine
    missed = 0
    // One that is down says so by itself, to everybody who asks it something.
    await sql`select 1`.catch(() => {})
    if (question === mine) question = undefined
  }

  return {
    /** The work goes on, whoever is told that it takes too long: it was written so that a second try does no harm. */
    orGiveUp<Result>(work: Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const leave = () => waiting.delete(waiter)
        const waiter: Waiter = {
          beats: 0,
          giveUp() {
            leave()
            reject(unavailable())
          },
        }
        waiting.add(waiter)
        heart ??= setInterval(beat, BEAT).unref()
        work.finally(leave).then((result) => {
          // As long as somebody who waited gets an answer, it is busy and not stuck.
          if (waiter.beats >= SUSPICION) missed = 0
          resolve(result)
        }, reject)
      })
    },
  }
}
