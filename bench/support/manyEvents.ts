import type { openDatabase } from '#db/client.server.ts'
import { createAgent } from '../../test/support/agents.ts'

const HOMES = 1_000
const FILES_PER_HOME = 5
const DAYS = 365
const AT_A_TIME = 100_000

/** How often each happens: most look, few read, very few write. */
const kinds = [
  ['listing_view', 58],
  ['listing_leave', 28],
  ['file_view', 6],
  ['link_click', 5.5],
  ['file_download', 2],
  ['lead_created', 0.5],
] as const

const machines = [
  ['mobile', 'iOS', 'Safari', 34],
  ['mobile', 'Android', 'Chrome', 22],
  ['desktop', 'Windows', 'Chrome', 14],
  ['desktop', 'macOS', 'Safari', 8],
  ['desktop', 'Windows', 'Edge', 7],
  ['desktop', 'macOS', 'Chrome', 5],
  ['tablet', 'iOS', 'Safari', 3],
  ['mobile', 'Android', 'Samsung Internet', 3],
  ['desktop', 'Windows', 'Firefox', 1.5],
  ['mobile', 'iOS', 'Chrome', 1],
  ['desktop', 'Linux', 'Firefox', 0.5],
  ['tablet', 'Android', 'Chrome', 0.5],
  [null, null, null, 0.5],
] as const

/**
 * One agent with a thousand listings, and so many events over a year. The most looked-at listing has three in a hundred of all.
 * Triggers and indexes wait until all are there, and the sums are then made in one go, as after a change of time zone.
 */
export async function addManyEvents({ db, sql }: ReturnType<typeof openDatabase>, amount: number) {
  await sql`set statement_timeout = 0`
  await sql`set synchronous_commit = off`
  await sql`select setseed(0.42)`
  const { id: userId } = await createAgent(db)
  const agent = userId.slice(4)
  await sql`insert into listing (id, title, subtitle, description, slug, "userId", "publishedAt")
    select 'list_' || ${agent} || n, n || ' Rata Street', '', '{"type":"doc","content":[]}', ${agent} || n, ${userId}, now() - interval '1 year'
    from generate_series(1, ${HOMES}) n`
  await sql`insert into file (id, path, name, "userId", "listingId")
    select 'file_' || ${agent} || home || 'n' || n, home || '/' || n, 'Document ' || n, ${userId}, 'list_' || ${agent} || home
    from generate_series(1, ${HOMES}) home, generate_series(1, ${FILES_PER_HOME}) n`
  await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId")
    select 'lead_' || ${agent} || n, 'First' || n, 'Last', n || '@example.nz', '+64215550123', 'Hello', 'list_' || ${agent} || n
    from generate_series(1, ${HOMES}) n`
  await sql`select prepare_event_month((date_trunc('month', now()) - nth * interval '1 month')::date) from generate_series(-1, 13) nth`
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes where tablename = 'event' and indexname not like '%_pk'`
  for (const { name } of indexes) await sql.unsafe(`drop index "${name}"`)
  await sql`set session_replication_role = replica`
  await sql`create temp table kinds as
    select nth - 1 as place, word->>0 as kind from jsonb_array_elements(${JSON.stringify(weighted(kinds))}::text::jsonb) with ordinality words (word, nth)`
  await sql`create temp table machines as
    select nth - 1 as place, word->>0 as device, word->>1 as os, word->>2 as browser
    from jsonb_array_elements(${JSON.stringify(weighted(machines))}::text::jsonb) with ordinality words (word, nth)`
  for (let first = 0; first < amount; first += AT_A_TIME)
    await sql`
      insert into event (id, event, "isUnique", "isFirstToday", hash, country, region, city, device, os, browser, hostname, pathname,
        "referrerHostname", "listingId", "leadId", "fileId", "userId", seconds, "createdAt", "updatedAt")
      select 'evnt_' || lpad(n::text, 9, '0'), kind, random() < 0.6, random() < 0.45, md5(n::text),
        case when town = 0 then null when town > 240 then 'AU' else 'NZ' end,
        case when town = 0 then null else 'Region ' || town / 20 end, case when town = 0 then null else 'City ' || town end,
        device, os, browser, 'files.example.nz', '/listings/' || ${agent} || home,
        case when referrer < 12 then null else 'www.referrer' || referrer || '.example' end,
        'list_' || ${agent} || home,
        case when kind in ('lead_created', 'file_view', 'file_download') then 'lead_' || ${agent} || home end,
        case when kind in ('file_view', 'file_download') then 'file_' || ${agent} || home || 'n' || (1 + floor(random() * ${FILES_PER_HOME})::int) end,
        ${userId}, case when kind = 'listing_leave' and random() < 0.9 then 5 + (random() * 300)::int end, moment, moment
      from (
        select n, now() - ${DAYS}::int * interval '1 day' * (1 - n::float8 / ${amount}::float8) as moment,
          1 + floor(${HOMES} * random() ^ 2)::int as home, floor(301 * random() ^ 3)::int as town, floor(40 * random())::int as referrer,
          floor(random() * 1000)::int as "kindPlace", floor(random() * 1000)::int as "machinePlace"
        from generate_series(${first + 1}::int, ${Math.min(first + AT_A_TIME, amount)}::int) n
      ) made
      join kinds on kinds.place = "kindPlace" join machines on machines.place = "machinePlace"`
  await sql`reset session_replication_role`
  await sql`reset synchronous_commit`
  await sql`set maintenance_work_mem = '512MB'`
  for (const { definition } of indexes) await sql.unsafe(definition.replace(' ON ONLY ', ' ON '))
  await sql`set work_mem = '1GB'`
  await sql`select recut_event_days(${userId})`
  await sql`vacuum analyze`
  return { userId, homes: [`list_${agent}1`, `list_${agent}500`] }
}

/** A thousand places, as many for each choice as its last word says. */
function weighted(choices: readonly (readonly [...(string | null)[], number])[]) {
  return choices.flatMap((choice) =>
    Array<(string | null)[]>(Number(choice.at(-1)) * 10).fill(choice.slice(0, -1) as (string | null)[]),
  )
}
