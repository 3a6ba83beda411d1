import { inParallel } from './inParallel.ts'
import { patiently } from './patiently.ts'

const ZONE = 'Pacific/Auckland'
const WORKERS = 2

/** The sums of all events, as the job makes them that cuts days anew; their key waits until all are there. */
export async function addManySums(url: string, userId: string) {
  const facets = await patiently(url, async ({ sql }) => {
    await sql`alter table event_day drop constraint event_day_key`
    return sql<{ facet: string }>`select facet from event_facet`
  })
  await inParallel(WORKERS, [...facets], (work) =>
    patiently(url, async ({ sql }) => {
      await sql`set synchronous_commit = off`
      await work(
        ({ facet }) =>
          sql`select cut_event_facet(${userId}, ${ZONE}, 0, event_facet) from event_facet where facet = ${facet}`,
      )
    }),
  )
  await patiently(url, async ({ sql }) => {
    await sql`set maintenance_work_mem = '512MB'`
    await sql`alter table event_day add constraint event_day_key
      unique nulls not distinct ("userId", cut, facet, day, "listingId", event, value)`
    // As the database does by itself, later.
    await sql`vacuum analyze`
    await sql`checkpoint`
  })
}
