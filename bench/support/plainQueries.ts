import type { openDatabase } from '#db/client.server.ts'
import type { AnalyticsContext, Call } from './analyticsCalls.ts'

type Sql = ReturnType<typeof openDatabase>['sql']

const ZONE = 'Pacific/Auckland'

/**
 * The same numbers as one would ask for without sums: straight from the events, by an index on the agent or the listing and the
 * moment. The log is such a question itself, so it has none.
 */
export function plainQueries(sql: Sql, { agent, listingId }: AnalyticsContext, { kind, ofOne, days }: Call) {
  const of = ofOne ? sql`"listingId" = ${listingId}` : sql`"userId" = ${agent.id}`
  const isNew = ofOne ? sql`"isUnique"` : sql`"isFirstToday"`
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
  const questions = {
    dashboard: [byDay, byListing],
    days: [byDay],
    engagement: [byEvent, byFile],
    places: [() => sql`select country, region, city, ${figures} ${views()} group by 1, 2, 3`],
    devices: [() => sql`select device, os, browser, ${figures} ${views()} group by 1, 2, 3`],
    referrers: [() => sql`select "referrerHostname", ${figures} ${views()} group by 1`],
    events: [],
  }
  return questions[kind]
}
