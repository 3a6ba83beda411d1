import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/database.ts'
import { prepareEventMonthsJob } from './eventJobs.server.ts'

test('partitions for the coming months are created, and earlier events are moved into them', async () => {
  const database = await freshDatabase()
  const { sql } = database
  const [month] = await sql`select to_char(now() at time zone 'UTC' + interval '3 months', 'YYYY_MM') as name,
    now() + interval '3 months' as moment`
  const placeOf = async () =>
    (await sql`select tableoid::regclass::text as place from event where id = 'evnt_early'`)[0]?.place
  await sql`insert into event (id, event, "createdAt") values ('evnt_early', 'listing_view', ${month?.moment})`
  expect(await placeOf()).toBe('event_default')

  // The job runs every day.
  for (const _ of [1, 2]) await prepareEventMonthsJob.work({ database }, {}, { id: 'one' })
  expect(await placeOf()).toBe(`event_${month?.name}`)
})
