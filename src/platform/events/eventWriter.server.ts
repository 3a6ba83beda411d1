import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/client.server.ts'
import { isDatabaseDown } from '#db/databaseErrors.ts'
import { newId } from '#db/schema/columns.ts'
import { unavailable } from '../errors.ts'
import { meters } from '../metrics/meters.server.ts'
import { type NewEvent, recordEventsOften } from './recordEvents.server.ts'

const LARGEST_BATCH = 500
/** As many as can be written while somebody still waits for the answer. */
const MOST_WAITING = 5_000
const PATIENCE = 5_000
const PAUSE = 100

interface Waiting {
  event: NewEvent
  done(): void
  failed(error: unknown): void
}

export type EventWriter = ReturnType<typeof createEventWriter>

/**
 * Writes many events with one statement. Whatever comes while a batch is being written is the next batch, so nobody waits for
 * others to come. An event is acknowledged when it is stored for good, and not before.
 */
export function createEventWriter(database: Database) {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  /** With its id and time, so that writing it twice is writing it once. */
  function write(event: NewEvent) {
    if (waiting.length >= MOST_WAITING) {
      meters.events.inc({ outcome: 'refused' })
      return Promise.reject(unavailable())
    }
    return new Promise<void>((done, failed) => {
      waiting.push({ event: { id: newId('event'), createdAt: new Date(), ...event }, done, failed })
      writing ??= writeAll()
    })
  }

  async function writeAll() {
    // What arrives in the same turn comes along.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await store(batch)
    }
    writing = undefined
  }

  /** One that cannot be stored does not take the others with it. */
  async function store(batch: Waiting[]) {
    try {
      await insist(batch.map(({ event }) => event))
      meters.events.inc({ outcome: 'accepted' }, batch.length)
      meters.eventBatch.observe(batch.length)
      for (const { done } of batch) done()
    } catch (error) {
      if (isDatabaseDown(error) || batch.length === 1) for (const { failed } of batch) failed(error)
      else {
        const half = batch.length >> 1
        await store(batch.slice(0, half))
        await store(batch.slice(half))
      }
    }
  }

  /** A database that restarts is back in a moment. */
  async function insist(events: NewEvent[]) {
    for (const until = performance.now() + PATIENCE; ; await pause(PAUSE))
      try {
        return await recordEventsOften(database, events)
      } catch (error) {
        if (!isDatabaseDown(error) || performance.now() > until) throw error
      }
  }

  return { write, stop: async () => writing }
}
