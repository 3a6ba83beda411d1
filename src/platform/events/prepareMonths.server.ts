import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'

const Nothing = z.object({})
const MONTHS_AHEAD = 3

/** Makes the place for the events of the next months, long before they come. */
export const prepareMonths: Job<z.infer<typeof Nothing>, Pick<Services, 'database'>> = {
  name: 'prepare_event_months',
  data: Nothing,
  schedule: '7 3 * * *',
  async work({ database: { db } }) {
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++)
      await db.execute(
        sql`select prepare_event_month((date_trunc('month', now() at time zone 'UTC') + ${ahead}::int * interval '1 month')::date)`,
      )
  },
}
