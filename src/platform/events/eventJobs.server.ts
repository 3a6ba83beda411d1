import { and, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { listingMove } from '#db/schema/events.ts'
import type { Job } from '../jobs/jobs.server.ts'
import type { Services } from '../services.server.ts'

const NoData = z.object({})
/** Takes a fraction of a second, for which events of the same listing wait. */
const EVENTS_PER_BATCH = 5_000
/** Longer than any event takes to be written: one that began before the hand-over is counted for the former agent, and moves later. */
const SETTLE_MS = 10 * 60_000

/** Gives the events and sums of listings that were handed over to their new lead agents. */
export const moveListingEventsJob: Job<z.infer<typeof NoData>, Pick<Services, 'database'>> = {
  name: 'move_listing_events',
  data: NoData,
  schedule: '* * * * *',
  queue: { expireInSeconds: 15 * 60 },
  work: ({ database: { db } }) => moveListingEvents(db),
}

/** Each batch is a transaction that keeps all totals, so that it can be interrupted and repeated. */
export async function moveListingEvents(db: Db, batchSize = EVENTS_PER_BATCH) {
  const moves = await db.selectDistinct({ listingId: listingMove.listingId }).from(listingMove)
  for (const { listingId } of moves)
    for (let past: string | null = '-infinity'; past !== null; past = await moveBatch(db, listingId, past, batchSize));
  const listingIds = moves.map(({ listingId }) => listingId)
  await db
    .delete(listingMove)
    .where(and(inArray(listingMove.listingId, listingIds), lt(listingMove.createdAt, ago(SETTLE_MS))))
}

async function moveBatch(db: Db, listingId: string, past: string, batchSize: number) {
  const {
    rows: [moved],
  } = await db.execute<{ last: string | null }>(
    sql`select move_listing_events(${listingId}, ${past}::timestamptz, ${batchSize}::int)::text as last`,
  )
  return moved?.last ?? null
}

const MONTHS_AHEAD = 3

/** Creates the partitions for the events of the next months. */
export const prepareEventMonthsJob: Job<z.infer<typeof NoData>, Pick<Services, 'database'>> = {
  name: 'prepare_event_months',
  data: NoData,
  schedule: '7 3 * * *',
  async work({ database: { db } }) {
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++)
      await db.execute(
        sql`select prepare_event_month((date_trunc('month', now() at time zone 'UTC') + ${ahead}::int * interval '1 month')::date)`,
      )
  },
}
