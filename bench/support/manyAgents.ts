import type { Database } from '../../src/db/client.server.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import { addMember } from '../../test/fixtures/agencies.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { WEIGHTED_KINDS, WEIGHTED_MACHINES } from './eventMix.ts'
import { inParallel } from './inParallel.ts'
import { withoutTimeout } from './withoutTimeout.ts'

export interface OfficeSize {
  agents: number
  listings: number
  events: number
  leads: number
}

export interface Office extends OfficeSize {
  owner: Agent
  /** Part of every id. */
  own: string
}

const DAYS = 730
/** How long a listing is for sale, and looked at. */
const LIVE_DAYS = { least: 30, more: 150 }
const FILES_PER_LISTING = 6
const AT_A_TIME = 100_000
const WORKERS = 2

/** An office with so many people and things, from the last two years. A listing is looked at while it is for sale. */
export async function createOffice(url: string, size: OfficeSize): Promise<Office> {
  const office = await withoutTimeout(url, async ({ db, sql }) => {
    const owner = await createAgent(db)
    for (let nth = 1; nth < size.agents; nth++) await addMember(db, owner, { role: 'agent', lastName: `Agent ${nth}` })
    await sql`update agency set "sumsFrom" = current_date - ${DAYS}::int where id = ${owner.agencyId} and "sumsFrom" is not null`
    const office = { ...size, owner, own: owner.id.slice(4, 10) }
    await withoutTriggers(sql)
    await createThings(sql, office)
    return office
  })
  const chunks = Array.from({ length: Math.ceil(size.events / AT_A_TIME) }, (_, nth) => nth * AT_A_TIME)
  await inParallel(WORKERS, chunks, (work) =>
    withoutTimeout(url, async ({ sql }) => {
      await withoutTriggers(sql)
      await prepareWords(sql)
      await work((first) => insertEvents(sql, office, first))
    }),
  )
  return office
}

async function withoutTriggers(sql: Database['sql']) {
  await sql`set synchronous_commit = off`
  await sql`set session_replication_role = replica`
}

async function createThings(sql: Database['sql'], { owner: { agencyId }, own, listings, leads }: Office) {
  await sql`insert into listing (id, title, subtitle, description, slug, "userId", "agencyId", "publishedAt", "createdAt", "updatedAt", status, "archivedAt")
    select 'list_' || ${own} || n, n || ' Rata Street', 'Sunny', '{"type":"doc","content":[]}', ${own} || n,
      (array(select "userId" from member where "agencyId" = ${agencyId} order by 1))[n % (select count(*) from member where "agencyId" = ${agencyId}) + 1],
      ${agencyId}, began, began, began + days * interval '1 day', case when began + days * interval '1 day' < now() then 'sold' else 'available' end,
      case when began + days * interval '2 days' < now() then began + days * interval '2 days' end
    from (select n, now() - interval '1 day' - ${DAYS}::int * interval '1 day' * ((n * 7919) % ${listings}::int) / ${listings}::int as began,
      ${LIVE_DAYS.least}::int + (n * 31) % ${LIVE_DAYS.more}::int as days from generate_series(1, ${listings}) n) made`
  await sql`insert into file (id, path, name, type, kind, "userId", "agencyId", "listingId", "createdAt", "updatedAt", size, state)
    select 'file_' || ${own} || substr(listing.id, ${own.length + 6}::int) || 'n' || n, 'x/' || listing.id || n, 'Document ' || n,
      case when n > 4 then 'image' else 'file' end, case when n = 1 then 'lim' end, "userId", "agencyId", id,
      listing."createdAt" + n * interval '1 minute', listing."createdAt" + n * interval '1 minute', 1000000, 'ready'
    from listing, generate_series(1, ${FILES_PER_LISTING}) n where "agencyId" = ${agencyId}`
  // One buyer in four enquires about two listings.
  await sql`insert into person (id, "userId", "agencyId", email, "firstName", "lastName", phone, "sortName", "leadCount", "lastSeenAt", heat, "searchText")
    select 'pers_' || ${own} || n, (select id from "user" join member on "userId" = id where "agencyId" = ${agencyId} limit 1), ${agencyId},
      'buyer' || n || '.' || ${own} || '@example.nz', 'First' || n % 1009, 'Last' || n % 10007, '+6421' || (5550000 + n),
      lower('first' || n % 1009 || ' last' || n % 10007), 1, now() - ${DAYS}::int * interval '1 day' * n / ${leads}::int, n % 101,
      lower('first' || n % 1009 || ' last' || n % 10007 || ' buyer' || n || '.' || ${own} || '@example.nz +6421' || (5550000 + n))
    from generate_series(1, ${Math.ceil(leads * 0.8)}::int) n`
  await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", status, "userId", "agencyId", "personId", "ownPersonId",
      "createdAt", "updatedAt", "lastSeenAt", heat, "isHeatDue", "createdOn", "firstOpenedAt", "firstReplyAt")
    select 'lead_' || ${own} || n, 'First' || person % 1009, 'Last' || person % 10007, 'buyer' || person || '.' || ${own} || '@example.nz',
      '+6421' || (5550000 + person), 'Please send me more. Number ' || n, listing.id,
      -- Most old enquiries have been dealt with.
      case when n % 100 < 3 then 'new' else (array['contacted', 'viewing', 'offer', 'closed'])[n % 4 + 1] end,
      listing."userId", ${agencyId}, 'pers_' || ${own} || person, 'pers_' || ${own} || person, at, at, at + interval '1 day', n % 101, false,
      (at at time zone 'Pacific/Auckland')::date, case when n % 3 > 0 then at + interval '1 hour' end,
      case when n % 100 >= 3 then at + (n % 600) * interval '1 minute' end
    from (select n, n % ${Math.ceil(leads * 0.8)}::int + 1 as person, (n + n / ${Math.ceil(leads * 0.8)}::int) % ${listings}::int + 1 as "listingNumber" from generate_series(1, ${leads}) n) made
    join listing on listing.id = 'list_' || ${own} || "listingNumber",
    lateral (select least(now(), listing."createdAt" + (listing."updatedAt" - listing."createdAt") * ((n * 13) % 97) / 97.0) as at) times`
  await sql`insert into notification (id, type, "listingId", "leadId", "userId", "createdAt", "updatedAt")
    select 'ntfn_' || id, 'lead_created', "listingId", id, "userId", "createdAt", "createdAt" from lead where "agencyId" = ${agencyId}`
}

async function prepareWords(sql: Database['sql']) {
  await sql`create temp table kinds as
    select nth - 1 as place, word->>0 as kind from jsonb_array_elements(${WEIGHTED_KINDS}::text::jsonb) with ordinality words (word, nth)`
  await sql`create temp table machines as
    select nth - 1 as place, word->>0 as device, word->>1 as os, word->>2 as browser
    from jsonb_array_elements(${WEIGHTED_MACHINES}::text::jsonb) with ordinality words (word, nth)`
  await sql`analyze kinds, machines`
}

async function insertEvents(sql: Database['sql'], { own, owner, events, listings, leads }: Office, first: number) {
  await sql`select setseed(${first / events})`
  await sql`
    insert into event (id, event, "isUnique", "isFirstToday", "isFirstInAgency", hash, country, region, city, device, os, browser, hostname, pathname,
      "referrerHostname", "listingId", "leadId", "fileId", "userId", "agencyId", seconds, "localDay", "createdAt", "updatedAt")
    select 'evnt_' || ${own} || n, kind, random() < 0.6, random() < 0.45, random() < 0.3, md5(n::text),
      case when town = 0 then null when town > 240 then 'AU' else 'NZ' end,
      case when town = 0 then null else 'Region ' || town / 20 end, case when town = 0 then null else 'City ' || town end,
      device, os, browser, 'files.example.nz', '/listings/' || ${own} || number,
      case when referrer < 12 then null else 'www.referrer' || referrer || '.example' end, listing.id,
      case when kind in ('file_view', 'file_download') then 'lead_' || ${own} || (1 + (number - 1 + ${listings}::int * floor(random() * ${Math.floor(leads / listings)}::int))::int % ${leads}::int) end,
      case when kind in ('file_view', 'file_download') then 'file_' || ${own} || number || 'n' || (1 + floor(random() * 4)::int) end,
      listing."userId", ${owner.agencyId}, case when kind = 'listing_leave' and random() < 0.9 then 5 + (random() * 300)::int end,
      (moment at time zone 'Pacific/Auckland')::date, moment, moment
    from (
      select n, 1 + floor(${listings}::int * random())::int as number, random() as part, floor(301 * random() ^ 3)::int as town,
        floor(40 * random())::int as referrer, floor(random() * 1000)::int as "kindPlace", floor(random() * 1000)::int as "machinePlace"
      from generate_series(${first + 1}::int, ${Math.min(first + AT_A_TIME, events)}::int) n
    ) made
    join listing on listing.id = 'list_' || ${own} || number
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
    // As the database does by itself, later.
    await sql`vacuum analyze`
    await sql`checkpoint`
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
      event_facet_value(facet, "fileId", device, os, browser, country, region, city, "referrerHostname"), count(*),
      count(*) filter (where case when "ofListing" or event <> 'listing_view' then "isUnique" else ${isFirst} end),
      coalesce(sum(seconds), 0), count(seconds)
    from event join event_facet on (not "onlyViews" or event = 'listing_view') and (not "onlyFiles" or "fileId" is not null)
    where facet = $1 and ${where} group by 1, 2, 3, 4, 5, 6 order by 1, 3`,
    [facet],
  )
