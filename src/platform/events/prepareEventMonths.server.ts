import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Job } from '../jobs/jobs.server.ts'
import type { Services } from '../services.server.ts'

const NoData = z.object({})
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
