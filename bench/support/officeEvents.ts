import type { Database } from '../../src/db/client.server.ts'
import { WEIGHTED_KINDS, WEIGHTED_MACHINES } from './eventMix.ts'
import { inParallel } from './inParallel.ts'
import { DOCUMENTS_PER_LISTING, type Office } from './officeSize.ts'
import { withoutTimeout } from './withoutTimeout.ts'

const WORKERS = 2

/** The words that events are made of, and who reads the documents of each listing, as tables of this session. */
export async function prepareEventWords(sql: Database['sql'], { agencyId }: Office) {
  await sql`create temp table kinds as
    select nth - 1 as place, word->>0 as kind from jsonb_array_elements(${WEIGHTED_KINDS}::text::jsonb) with ordinality words (word, nth)`
  await sql`create temp table machines as
    select nth - 1 as place, word->>0 as device, word->>1 as os, word->>2 as browser
    from jsonb_array_elements(${WEIGHTED_MACHINES}::text::jsonb) with ordinality words (word, nth)`
  await sql`create temp table readers as
    select "listingId", array_agg(id) as ids from lead where "agencyId" = ${agencyId} group by 1`
  await sql`analyze kinds, machines, readers`
}

/** A few listings get most of the visits. */
export async function insertEvents(
  sql: Database['sql'],
  { own, agencyId, events, listings }: Office,
  { first, last }: { first: number; last: number },
) {
  await sql`select setseed(${first / events})`
  await sql`
    insert into event (id, event, "isUnique", "isFirstToday", "isFirstInAgency", hash, country, region, city, device, os, browser, hostname, pathname,
      "referrerHostname", "listingId", "leadId", "fileId", "userId", "agencyId", seconds, "localDay", "createdAt", "updatedAt")
    select 'evnt_' || ${own} || n, kind, random() < 0.6, random() < 0.45, random() < 0.3, md5(n::text),
      case when town = 0 then null when town > 240 then 'AU' else 'NZ' end,
      case when town = 0 then null else 'Region ' || town / 20 end, case when town = 0 then null else 'City ' || town end,
      device, os, browser, 'files.example.nz', '/listings/' || ${own} || number,
      case when referrer < 12 then null else 'www.referrer' || referrer || '.example' end, listing.id,
      case when kind in ('file_view', 'file_download') then readers.ids[1 + floor(random() * cardinality(readers.ids))::int] end,
      case when kind in ('file_view', 'file_download') then 'file_' || ${own} || number || 'n' || (1 + floor(random() * ${DOCUMENTS_PER_LISTING}::int)::int) end,
      listing."userId", ${agencyId}, case when kind = 'listing_leave' and random() < 0.9 then 5 + (random() * 300)::int end,
      (moment at time zone 'Pacific/Auckland')::date, moment, moment
    from (
      select n, 1 + floor(${listings}::int * random() ^ 1.5)::int as number, random() as part, floor(301 * random() ^ 3)::int as town,
        floor(40 * random())::int as referrer, floor(random() * 1000)::int as "kindPlace", floor(random() * 1000)::int as "machinePlace"
      from generate_series(${first + 1}::int, ${last}::int) n
    ) made
    join listing on listing.id = 'list_' || ${own} || number
    left join readers on readers."listingId" = listing.id
    join kinds on kinds.place = "kindPlace" join machines on machines.place = "machinePlace",
    lateral (select listing."createdAt" + (least(now(), listing."updatedAt") - listing."createdAt") * part as moment) times`
}

/** The sums of all events, as the trigger on `event` makes them. */
export async function createOfficeSums(url: string) {
  const facets = await withoutTimeout(url, async ({ sql }) => {
    await sql`alter table event_day drop constraint event_day_key`
    return sql<{ facet: string; ofListing: boolean }>`select facet, "ofListing" from event_facet`
  })
  await inParallel(WORKERS, [...facets], (work) =>
    withoutTimeout(url, async ({ sql }) => {
      await sql`set synchronous_commit = off`
      await sql`set work_mem = '128MB'`
      await work(async ({ facet, ofListing }) => {
        await insertSums(sql, facet, {
          owner: 'sum_owner("userId", "agencyId")',
          isFirst: '"isFirstToday"',
          where: 'true',
        })
        const isTeam = '"agencyId" in (select id from agency where "sumsFrom" is not null)'
        if (!ofListing)
          await insertSums(sql, facet, { owner: '"agencyId"', isFirst: '"isFirstInAgency"', where: isTeam })
      })
    }),
  )
  await withoutTimeout(url, async ({ sql }) => {
    await sql`set maintenance_work_mem = '512MB'`
    await sql`alter table event_day add constraint event_day_key
      unique nulls not distinct ("userId", cut, facet, day, "listingId", event, value)`
  })
}

const insertSums = (
  sql: Database['sql'],
  facet: string,
  { owner, isFirst, where }: Record<'owner' | 'isFirst' | 'where', string>,
) =>
  sql.raw(
    `insert into event_day ("userId", facet, day, "listingId", event, value, events, uniques, seconds, timed)
    select ${owner}, facet, date_trunc(period, "localDay"::timestamp)::date, case when "ofListing" then "listingId" end, event,
      event_facet_value(facet, "fileId", device, os, browser, country, region, city, "referrerHostname", "channelKind", "channelId", "utmSource", "utmMedium", "utmCampaign"), count(*),
      count(*) filter (where case when "ofListing" or event <> 'listing_view' then "isUnique" else ${isFirst} end),
      coalesce(sum(seconds), 0), count(seconds)
    from event join event_facet on (not "onlyViews" or event = 'listing_view') and (not "onlyFiles" or "fileId" is not null)
        and (not "onlyChannels" or "channelId" is not null) and (not "onlyCampaigns" or coalesce("utmSource", "utmMedium", "utmCampaign") is not null)
    where facet = $1 and ${where} group by 1, 2, 3, 4, 5, 6 order by 3`,
    [facet],
  )
