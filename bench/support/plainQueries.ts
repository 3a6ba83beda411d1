import type { openDatabase } from '#db/client.server.ts'
import type { BenchAgency, Call } from './analyticsCalls.ts'

type Sql = ReturnType<typeof openDatabase>['sql']

const ZONE = 'Pacific/Auckland'

/**
 * The same numbers without sums: directly from the events, by an index on the agent or the listing and the
 * time. The event log already reads events, so it has none.
 */
export function plainQueries(sql: Sql, { agent, listingId }: BenchAgency, { kind, isOneListing, days }: Call) {
  const of = isOneListing ? sql`"listingId" = ${listingId}` : sql`"userId" = ${agent.id}`
  const isNew = isOneListing ? sql`"isUnique"` : sql`"isFirstToday"`
  const since = (from: number) =>
    sql`${of} and "createdAt" >= now() - ${from}::int * interval '1 day' and "createdAt" < now()`
  const figures = sql`count(*), count(*) filter (where ${isNew})`
  const byDay = () =>
    sql`select ("createdAt" at time zone ${ZONE})::date, event, ${figures} from event where ${since(2 * days)} group by 1, 2`
  const byEvent =
    () => sql`select event, "createdAt" >= now() - ${days}::int * interval '1 day', ${figures}, sum(seconds), count(seconds)
    from event where ${since(2 * days)} group by 1, 2`
  const byFile = () =>
    sql`select "fileId", event, count(*) from event where ${since(days)} and "fileId" is not null group by 1, 2`
  const byListing =
    () => sql`select "listingId", count(*) filter (where event = 'listing_view') as views, count(*) filter (where event = 'lead_created')
    from event where ${since(days)} group by 1 order by 2 desc limit 5`
  const views = () => sql`from event where ${since(days)} and event = 'listing_view'`
  const queries = {
    dashboard: [byDay, byListing],
    days: [byDay],
    engagement: [byEvent, byFile],
    places: [() => sql`select country, region, city, ${figures} ${views()} group by 1, 2, 3`],
    devices: [() => sql`select device, os, browser, ${figures} ${views()} group by 1, 2, 3`],
    referrers: [() => sql`select "referrerHostname", ${figures} ${views()} group by 1`],
    events: [],
  }
  return queries[kind]
}
