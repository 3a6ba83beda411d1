import { inParallel } from './inParallel.ts'
import { withoutTimeout } from './withoutTimeout.ts'

const WORKERS = 2

/** The sums of all events, as the trigger on `event` makes them. Their unique key is added at the end. */
export async function createManySums(url: string, userId: string) {
  const facets = await withoutTimeout(url, async ({ sql }) => {
    await sql`alter table event_day drop constraint event_day_key`
    return sql<{ facet: string }>`select facet from event_facet`
  })
  await inParallel(WORKERS, [...facets], (work) =>
    withoutTimeout(url, async ({ sql }) => {
      await sql`set synchronous_commit = off`
      await sql`set work_mem = '128MB'`
      await work(
        ({ facet }) =>
          sql`
            insert into event_day ("userId", facet, day, "listingId", event, value, events, uniques, seconds, timed)
            select ${userId}, facet, date_trunc(period, "localDay"::timestamp)::date, case when "ofListing" then "listingId" end, event,
              event_facet_value(facet, "fileId", device, os, browser, country, region, city, "referrerHostname", "channelKind", "channelId", "utmSource", "utmMedium", "utmCampaign"), count(*),
              count(*) filter (where case when "ofListing" or event <> 'listing_view' then "isUnique" else "isFirstToday" end),
              coalesce(sum(seconds), 0), count(seconds)
            from event join event_facet on (not "onlyViews" or event = 'listing_view') and (not "onlyFiles" or "fileId" is not null)
        and (not "onlyChannels" or "channelId" is not null) and (not "onlyCampaigns" or coalesce("utmSource", "utmMedium", "utmCampaign") is not null)
            where "userId" = ${userId} and facet = ${facet} group by 2, 3, 4, 5, 6 order by 3`,
      )
    }),
  )
  await withoutTimeout(url, async ({ sql }) => {
    await sql`set maintenance_work_mem = '512MB'`
    await sql`alter table event_day add constraint event_day_key
      unique nulls not distinct ("userId", cut, facet, day, "listingId", event, value)`
    // As the database does by itself, later.
    await sql`vacuum analyze`
    await sql`checkpoint`
  })
}
