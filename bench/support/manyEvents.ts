import type { Database } from '../../src/db/client.server.ts'
import { createBusyAgency, FILES_PER_LISTING, LISTINGS } from './busyAgency.ts'
import { WEIGHTED_KINDS, WEIGHTED_MACHINES } from './eventMix.ts'
import { inParallel } from './inParallel.ts'
import { withoutTimeout } from './withoutTimeout.ts'

const DAYS = 365
const AT_A_TIME = 100_000
const WRITERS = 2

/**
 * A busy agency, and so many events over a year. Traffic is as uneven as it really is: the most looked-at listing has four in a
 * hundred of all, the last ones next to nothing. Triggers and indexes wait until all are there.
 */
export async function createManyEvents(url: string, amount: number) {
  const agency = await withoutTimeout(url, createBusyAgency)
  const indexes = await withoutTimeout(url, async ({ sql }) => {
    await sql`select prepare_event_month((date_trunc('month', now()) - nth * interval '1 month')::date) from generate_series(-1, 13) nth`
    return dropIndexes(sql)
  })
  const chunks = Array.from({ length: Math.ceil(amount / AT_A_TIME) }, (_, nth) => nth * AT_A_TIME)
  await inParallel(WRITERS, chunks, (work) =>
    withoutTimeout(url, async ({ sql }) => {
      await prepareWriter(sql)
      await work((first) => insertSome(sql, { first, amount, ...agency }))
    }),
  )
  await inParallel(WRITERS, indexes, (work) =>
    withoutTimeout(url, async ({ sql }) => {
      await sql`set maintenance_work_mem = '512MB'`
      await work((definition) => sql.raw(definition))
    }),
  )
  await withoutTimeout(
    url,
    ({ sql }) => sql`insert into visitor_seen (key)
      select distinct hash || ' ' || hostname || pathname from event where "createdAt" > now() - interval '2 days'`,
  )
  return agency.userId
}

async function dropIndexes(sql: Database['sql']) {
  const indexes = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where tablename = 'event' and indexname not like '%_pk'`
  for (const { name } of indexes) await sql.raw(`drop index "${name}"`)
  return indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

async function prepareWriter(sql: Database['sql']) {
  await sql`set synchronous_commit = off`
  await sql`set session_replication_role = replica`
  await sql`create temp table kinds as
    select nth - 1 as place, word->>0 as kind from jsonb_array_elements(${WEIGHTED_KINDS}::text::jsonb) with ordinality words (word, nth)`
  await sql`create temp table machines as
    select nth - 1 as place, word->>0 as device, word->>1 as os, word->>2 as browser
    from jsonb_array_elements(${WEIGHTED_MACHINES}::text::jsonb) with ordinality words (word, nth)`
  await sql`analyze kinds, machines`
}

interface Some {
  first: number
  amount: number
  userId: string
  agencyId: string
  own: string
}

async function insertSome(sql: Database['sql'], { first, amount, userId, agencyId, own }: Some) {
  await sql`select setseed(${first / amount})`
  await sql`
    insert into event (id, event, "isUnique", "isFirstToday", hash, country, region, city, device, os, browser, hostname, pathname,
      "referrerHostname", "listingId", "leadId", "fileId", "userId", "agencyId", seconds, "localDay", "createdAt", "updatedAt")
    select 'evnt_' || lpad(n::text, 9, '0'), kind, random() < 0.6, random() < 0.45, md5(n::text),
      case when town = 0 then null when town > 240 then 'AU' else 'NZ' end,
      case when town = 0 then null else 'Region ' || town / 20 end, case when town = 0 then null else 'City ' || town end,
      device, os, browser, 'files.example.nz', '/listings/' || ${own} || listing,
      case when referrer < 12 then null else 'www.referrer' || referrer || '.example' end,
      'list_' || ${own} || listing,
      case when kind in ('lead_created', 'file_view', 'file_download') then 'lead_' || ${own} || listing end,
      case when kind in ('file_view', 'file_download') then 'file_' || ${own} || listing || 'n' || (1 + floor(random() * ${FILES_PER_LISTING})::int) end,
      ${userId}, ${agencyId}, case when kind = 'listing_leave' and random() < 0.9 then 5 + (random() * 300)::int end,
      (moment at time zone 'Pacific/Auckland')::date, moment, moment
    from (
      select n, now() - ${DAYS}::int * interval '1 day' * (1 - n::float8 / ${amount}::float8) as moment,
        floor((1 + (${LISTINGS} ^ 0.25 - 1) * random()) ^ 4)::int as listing, floor(301 * random() ^ 3)::int as town,
        floor(40 * random())::int as referrer, floor(random() * 1000)::int as "kindPlace", floor(random() * 1000)::int as "machinePlace"
      from generate_series(${first + 1}::int, ${Math.min(first + AT_A_TIME, amount)}::int) n
    ) made
    join kinds on kinds.place = "kindPlace" join machines on machines.place = "machinePlace"`
}
