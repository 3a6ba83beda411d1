import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/client.server.ts'
import { isTemporaryDatabaseError } from '#db/isTemporaryDatabaseError.ts'
import { newId } from '#db/schema/columns.ts'
import { unavailable } from '../errors.ts'
import { meters } from '../telemetry/metrics.server.ts'
import { type NewEvent, recordEventsPrepared } from './recordEvents.server.ts'

const MAX_BATCH = 500
/** More could not be written before their senders time out. */
const MAX_QUEUED = 5_000
/** A database that restarts is back within this time. */
const RETRY_FOR_MS = 5_000
const RETRY_PAUSE_MS = 100

interface QueuedEvent {
  event: NewEvent
  done(): void
  failed(error: unknown): void
}

export type EventWriter = ReturnType<typeof createEventWriter>

/**
 * Writes many events with one statement. Events that arrive while a batch is being written form the next batch. An event is acknowledged
 * only once it is stored.
 */
export function createEventWriter(database: Database) {
  let queue: QueuedEvent[] = []
  let writing: Promise<void> | undefined

  /** The id and the time are set here, so that a repeated write stores the event once. */
  function write(event: NewEvent) {
    if (queue.length >= MAX_QUEUED) {
      meters.events.inc({ outcome: 'refused' })
      return Promise.reject(unavailable())
    }
    return new Promise<void>((done, failed) => {
      queue.push({ event: { id: newId('event'), createdAt: new Date(), ...event }, done, failed })
      writing ??= writeAll()
    })
  }

  async function writeAll() {
    // Events that arrive in the same turn of the event loop are included.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH)
      queue = queue.slice(MAX_BATCH)
      await store(batch)
    }
    writing = undefined
  }

  /** If a batch fails, its halves are tried, until the event that cannot be stored is alone. */
  async function store(batch: QueuedEvent[]) {
    try {
      await recordWithRetry(batch.map(({ event }) => event))
      meters.events.inc({ outcome: 'accepted' }, batch.length)
      meters.eventBatch.observe(batch.length)
      for (const { done } of batch) done()
    } catch (error) {
      if (isTemporaryDatabaseError(error) || batch.length === 1) for (const { failed } of batch) failed(error)
      else {
        const half = batch.length >> 1
        await store(batch.slice(0, half))
        await store(batch.slice(half))
      }
    }
  }

  async function recordWithRetry(events: NewEvent[]) {
    for (const until = performance.now() + RETRY_FOR_MS; ; await pause(RETRY_PAUSE_MS))
      try {
        return await recordEventsPrepared(database, events)
      } catch (error) {
        if (!isTemporaryDatabaseError(error) || performance.now() > until) throw error
      }
  }

  return { write, stop: async () => writing }
}
