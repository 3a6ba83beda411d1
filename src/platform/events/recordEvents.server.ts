import { sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { newId } from '#db/schema/columns.ts'
import { event, eventDay, visitorAddress, visitorSeen } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { channel, isPublicListing, listing } from '#db/schema/listings.ts'
import type { EventName } from './events.ts'

/** What is known about an anonymous visitor. Holds no IP address and no name. */
export interface Visitor {
  /** Missing where the visitor asked for privacy. */
  hash?: string | null
  /** A hash of the IP address alone (IPv6 by /64), with the same salt. Limits visitors per address; not stored with the event. */
  addressHash?: string | null
  country?: string | null
  region?: string | null
  city?: string | null
  device?: string | null
  os?: string | null
  browser?: string | null
  hostname?: string | null
  /** The date in the agent's time zone, which is also the day of the hash. Without it the database works it out (migration 0013). */
  localDay?: string
  referrerHostname?: string | null
  referrerPathname?: string | null
}

/** By which link the visitor came. */
export interface EventSource {
  /** The code of a link. It counts if it is one of the listing. */
  channelCode?: string | null
  utmSource?: string | null
  utmMedium?: string | null
  utmCampaign?: string | null
}

export interface NewEvent extends Visitor, EventSource {
  id?: string
  event: EventName
  listingId: string
  /** By default the listing's page, or that of its documents. */
  pathname?: string | null
  fileId?: string | null
  leadId?: string | null
  createdAt?: Date
  /** By default the time since the view. */
  seconds?: number
  /** Counts only while the listing is public, and not for its own agent. */
  onlyFor?: 'the public'
  /** The signed-in agent who views the page. */
  viewerAgencyId?: string | null
}

/** Longer views are of pages that were left open. */
const MAX_VIEW_SECONDS = 30 * 60
/**
 * Enough for an office, an open home on one Wi-Fi, or phones that share an address at their carrier. Browsers beyond it count as views but not
 * as visitors: one computer could invent any number of them.
 */
export const MAX_VISITORS_PER_IP = 50
/** Anyone can invent campaigns. Further ones of a listing's day are counted together. */
export const MAX_CAMPAIGNS_PER_DAY = 50
/** What they are called. */
export const OTHER_CAMPAIGNS = '(other)'

/**
 * Writes events in one statement: all of them, or none. A unique key decides whether a visitor is new, so it is correct with
 * many processes too. An event that exists already is skipped, so a write whose response was lost can be repeated.
 */
export async function recordEvents(db: Db, events: NewEvent[]) {
  if (events.length > 0) await db.execute(statement(events))
}

/** The same with a prepared statement, which is planned once for each connection. */
export async function recordEventsPrepared(database: Pick<Database, 'executePrepared'>, events: NewEvent[]) {
  await database.executePrepared('record_events', statement(events))
}

function statement(events: NewEvent[]) {
  const now = new Date()
  const rows = events.map((one, nth) => ({ id: newId('event'), createdAt: now, ...one, nth }))
  return sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (
        nth int, id text, event text, hash text, country text, region text, city text, device text, os text, browser text,
        hostname text, pathname text, "referrerHostname" text, "referrerPathname" text, "listingId" text, "leadId" text,
        "fileId" text, "createdAt" timestamptz, seconds int, "onlyFor" text, "viewerAgencyId" text, "addressHash" text, "localDay" date,
        "channelCode" text, "utmSource" text, "utmMedium" text, "utmCampaign" text)
    ), known as (
      select input.*, listing."userId", listing."agencyId", lead.id as "knownLeadId", file.id as "knownFileId", "knownPathname",
        channel.id as "channelId", channel.kind as "channelKind",
        case when coalesce("utmSource", "utmMedium", "utmCampaign") is not null then array[coalesce("utmSource", ''), coalesce("utmMedium", ''), coalesce("utmCampaign", '')] end as campaign,
        hash || ' ' || coalesce(hostname, '') || "knownPathname" as "pageKey",
        case when event = 'listing_view' then hash || ' ' || sum_owner(listing."userId", listing."agencyId") end as "agentKey",
        case when event = 'listing_view' and agency."sumsFrom" is not null then hash || ' ' || agency.id end as "agencyKey"
      from input
      join ${listing} on listing.id = input."listingId"
      join ${agency} on agency.id = listing."agencyId"
      left join ${lead} on lead.id = input."leadId" and lead."listingId" = input."listingId"
      left join ${file} on file.id = input."fileId" and file."listingId" = input."listingId"
      -- What a lead opens belongs to the link by which they came, however they return.
      left join ${channel} on channel."listingId" = input."listingId"
        and case when event like 'file%' then channel.id = lead."channelId" else channel.code = input."channelCode" end,
      lateral (select coalesce(input.pathname, '/listings/' || listing.slug ||
        case when event like 'file%' then '/documents' else '' end) as "knownPathname") own
      where input."onlyFor" is null or (${isPublicListing}
        and input."viewerAgencyId" is distinct from listing."agencyId")
    ), campaigns as (
      -- A visit comes with its local day, unlike events of our own, which have no campaign.
      select distinct "listingId", "userId", "agencyId", campaign, "localDay" as day, (
          select count(distinct before.value) from ${eventDay} before where before."userId" = sum_owner(known."userId", known."agencyId")
            and before.cut = 0 and before.facet = 'listing campaign' and before.day = known."localDay" and before."listingId" = known."listingId"
        ) as "countBefore"
      from known where campaign is not null and not exists (
        select from ${eventDay} before where before."userId" = sum_owner(known."userId", known."agencyId")
          and before.cut = 0 and before.facet = 'listing campaign' and before.day = known."localDay" and before."listingId" = known."listingId"
          and before.value = known.campaign)
    ), surplus as (
      select "listingId", campaign from (
        select *, "countBefore" + row_number() over (partition by "listingId", day order by campaign) as nth from campaigns) ranked_campaigns
      where nth > ${MAX_CAMPAIGNS_PER_DAY}
    ), newcomers as (
      select "agentKey" as key, min("addressHash" || ' ' || "userId") as address from known
      where "agentKey" is not null and "addressHash" is not null
        and not exists (select from ${visitorSeen} seen where seen.key = "agentKey") group by "agentKey"
    ), ranked as (
      select newcomers.*, coalesce(before.visitors, 0) + row_number() over (partition by address order by newcomers.key) as nth
      from newcomers left join ${visitorAddress} before on before.key = address
    ), addresses as (
      insert into ${visitorAddress} as before (key, visitors)
      select address, count(*) from ranked where nth <= ${MAX_VISITORS_PER_IP} group by address order by address
      on conflict (key) do update set visitors = before.visitors + excluded.visitors
    ), counted as (
      select known.*, case when refused.key is null then "pageKey" end as page, case when refused.key is null then "agentKey" end as agent,
        case when refused.key is null then "agencyKey" end as office, case when refused.key is null then hash end as "countedHash",
        campaign is not null and (known."listingId", campaign) in (select "listingId", campaign from surplus) as "isSurplus"
      from known left join ranked refused on refused.key = "agentKey" and refused.nth > ${MAX_VISITORS_PER_IP}
    ), firsts as (
      insert into ${visitorSeen} (key)
      select distinct key from counted, lateral (values (page), (agent), (office)) keys (key) where key is not null order by key
      on conflict do nothing returning key
    )
    insert into ${event} (id, event, "isUnique", "isFirstToday", "isFirstInAgency", hash, country, region, city, device, os, browser, hostname,
      pathname, "referrerHostname", "referrerPathname", "listingId", "leadId", "fileId", "userId", "agencyId", seconds, "localDay",
      "createdAt", "updatedAt", "channelId", "channelKind", "utmSource", "utmMedium", "utmCampaign")
    select id, event,
      coalesce(page in (select key from firsts), false) and row_number() over (partition by page order by nth) = 1,
      coalesce(agent in (select key from firsts), false) and row_number() over (partition by agent order by nth) = 1,
      coalesce(office in (select key from firsts), false) and row_number() over (partition by office order by nth) = 1,
      "countedHash", country, region, city, device, os, browser, hostname, "knownPathname", "referrerHostname", "referrerPathname", "listingId",
      "knownLeadId", "knownFileId", "userId", "agencyId",
      case when event = 'listing_leave' then coalesce(seconds, least(${MAX_VIEW_SECONDS}, (
        select round(extract(epoch from counted."createdAt" - max(view."createdAt"))) from ${event} view
        where view.hash = counted.hash and view.hostname = counted.hostname and view.pathname = counted."knownPathname"
          and view.event = 'listing_view' and view."createdAt" <= counted."createdAt"
          and view."createdAt" > counted."createdAt" - interval '12 hours'))) end,
      "localDay", "createdAt", "createdAt", "channelId", "channelKind",
      case when "isSurplus" then ${OTHER_CAMPAIGNS} else "utmSource" end,
      case when not "isSurplus" then "utmMedium" end, case when not "isSurplus" then "utmCampaign" end
    from counted order by nth
    on conflict do nothing`
}
