import { sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import { isForEveryLead } from '#db/schema/documentAccess.ts'
import { file, isShownToBuyers } from '#db/schema/files.ts'
import { chosenReader, invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { reading, readingSearch, readingSession, readingSum } from '#db/schema/readings.ts'
import { MAX_SEARCHES } from '#features/files/reader/reading/readingLimits.ts'
import { invalidInput } from '#platform/errors.ts'
import type { ReadingReport } from '../../reading.schema.ts'
import { isOpenToInvitee } from '../documents/documentAccess.server.ts'
import { newReadingKey, type ReadingKey } from './readingKey.server.ts'

/** Between the clocks of two servers, and for the time that a request takes. */
const ALLOWANCE_SECONDS = 30
const SESSION_HOURS = 24
/** Reading goes on for minutes: the lead's row, with its many indexes, is written once in this time. */
const SEEN_INTERVAL_SECONDS = 60

/** Starts a session for a document that has just been opened. Without its row, nothing is stored: see `storeReading`. */
export async function startReadingSession(db: Db, facts: Parameters<typeof newReadingKey>[0]) {
  const key = newReadingKey(facts)
  const { sessionId: id, leadId, isGuest, inviteeId, fileId, version, issuedAt } = key
  await db.insert(readingSession).values({
    id,
    leadId: isGuest ? null : leadId,
    inviteeId,
    fileId,
    version,
    pageSeconds: [],
    startedAt: issuedAt,
    reportedAt: issuedAt,
  })
  return key
}

/**
 * Adds what is new in a report. Returns false if nothing may be stored for this key any more: the session has ended or was erased, the
 * agent has replaced the document, removed the access or taken the listing down, or the invitee's access has ended.
 */
export async function storeReading(
  database: Pick<Database, 'executePrepared'>,
  key: ReadingKey,
  { pageTenths, searches }: Omit<ReadingReport, 'key'>,
) {
  refuseImpossible(key, { pageTenths, searches })
  const { sessionId, leadId, isGuest, inviteeId = null, fileId, version, issuedAt } = key
  const pageSeconds = `{${pageTenths.map((tenths) => tenths / 10).join(',')}}`
  // Locks are taken in the order of `deleteLeads`' callers, the lead first: consistent lock order prevents deadlocks.
  const { rows } = await database.executePrepared(
    'store_reading',
    sql`
    with holder as materialized (
      select lead.id as "leadId", ${issuedAt.toISOString()}::timestamptz as "issuedAt", file.id as "fileId", file.version, invitee.id as "inviteeId",
        not ${isGuest}::boolean and (lead."provenAt" is null or lead."provenAt" <= ${issuedAt.toISOString()}::timestamptz) as "isOwn"
      from ${lead}
      join ${listing} on listing.id = lead."listingId"
      join ${file} on file.id = ${fileId} and file."listingId" = lead."listingId" and file.type = 'file' and file.version = ${version}::int
      left join ${invitee} on invitee.id = ${inviteeId}::text and ${isOpenToInvitee}
      where lead.id = ${leadId} and lead."withdrawnAt" is null
        and (invitee.id is not null or ${inviteeId}::text is null
          and (lead."keysChangedAt" is null or lead."keysChangedAt" <= ${issuedAt.toISOString()}::timestamptz))
        and ${isPublicListing} and ${isShownToBuyers}
        and (${isForEveryLead} or coalesce(file.access, listing."documentAccess") = 'chosen' and (invitee.id is not null or not ${isGuest}::boolean)
          and exists (select from ${chosenReader} chosen where chosen."fileId" = file.id and chosen."leadId" = lead.id))
        and ${issuedAt.toISOString()}::timestamptz > now() - make_interval(hours => ${SESSION_HOURS}::int)
      for no key update of lead
    ), sessions as materialized (
      select session.*
      from holder join ${readingSession} session on session.id = ${sessionId}
        or (session."leadId" = holder."leadId" and session."startedAt" > now() - make_interval(hours => ${SESSION_HOURS}::int))
      for no key update of session
    ), opened as materialized (
      select holder.*, session.id, session."pageSeconds" as "sessionSeconds", case when holder."isOwn" then ${secondsLeft} end as "secondsLeft"
      from holder join sessions session on session.id = ${sessionId} and session."fileId" = holder."fileId"
    ), changed as materialized (
      select opened.*, counted.seconds, counted.added, counted.readers
      from opened left join ${reading} on reading."leadId" = opened."leadId" and reading."fileId" = opened."fileId" and reading.version = opened.version
        left join ${inviteeReading} on invitee_reading."inviteeId" = opened."inviteeId" and invitee_reading."fileId" = opened."fileId"
          and invitee_reading.version = opened.version,
        lateral (
          select array_agg((in_session + fresh * share)::real) as seconds,
            array_agg((fresh * share)::real) as added, array_agg((before < 1 and before + fresh * share >= 1)::int) as readers,
            sum(fresh * share) as total
          from (
            select in_session, fresh, before, least(1, "secondsLeft" / nullif(sum(fresh) over (), 0)) as share
            from unnest(${pageSeconds}::real[], "sessionSeconds", case when "isOwn" then reading."pageSeconds" else invitee_reading."pageSeconds" end)
                with ordinality as one (reported, known, of_reader, page),
              lateral (select greatest(known, 0) as in_session, greatest(reported - coalesce(known, 0), 0) as fresh,
                greatest(known, of_reader, 0) as before) counts
            order by page
          ) page
        ) counted
      where counted.total > 0
    ), session_stored as (
      update ${readingSession} session set "reportedAt" = now(), "pageSeconds" = changed.seconds from changed where session.id = changed.id
    ), reading_stored as (
      insert into ${reading} ("leadId", "fileId", version, "pageSeconds", "firstReadAt", "lastReadAt")
      select "leadId", "fileId", version, added, "issuedAt", now() from changed where "isOwn"
      on conflict ("leadId", "fileId", version) do update set "lastReadAt" = excluded."lastReadAt", "pageSeconds" = (
        select array_agg(coalesce(before, 0) + coalesce(added, 0) order by page)
        from unnest(reading."pageSeconds", excluded."pageSeconds") with ordinality as one (before, added, page))
    ), invitee_reading_stored as (
      insert into ${inviteeReading} ("inviteeId", "fileId", version, "pageSeconds", "firstReadAt", "lastReadAt")
      select "inviteeId", "fileId", version, added, "issuedAt", now() from changed where "inviteeId" is not null
      on conflict ("inviteeId", "fileId", version) do update set "lastReadAt" = excluded."lastReadAt", "pageSeconds" = (
        select array_agg(coalesce(before, 0) + coalesce(added, 0) order by page)
        from unnest(invitee_reading."pageSeconds", excluded."pageSeconds") with ordinality as one (before, added, page))
    ), sum_stored as (
      insert into ${readingSum} ("fileId", version, "pageSeconds", "pageReaders")
      select "fileId", version, added::double precision[], readers from changed
      on conflict ("fileId", version) do update set
        "pageSeconds" = (select array_agg(coalesce(before, 0) + coalesce(added, 0) order by page)
          from unnest(reading_sum."pageSeconds", excluded."pageSeconds") with ordinality as one (before, added, page)),
        "pageReaders" = (select array_agg(coalesce(before, 0) + coalesce(added, 0) order by page)
          from unnest(reading_sum."pageReaders", excluded."pageReaders") with ordinality as one (before, added, page))
    ), lead_seen as (
      update ${lead} set "lastSeenAt" = greatest(lead."lastSeenAt", now()), "isHeatDue" = true from changed
      where lead.id = changed."leadId" and changed."isOwn"
        and (not lead."isHeatDue" or lead."lastSeenAt" < now() - make_interval(secs => ${SEEN_INTERVAL_SECONDS}::int))
    ), searched as (
      select opened."leadId", opened."fileId", words, least(now(), "issuedAt" + make_interval(secs => max(second))) as at
      from opened, jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) as one (words text, second int)
      where "isOwn" group by opened."leadId", opened."fileId", words, "issuedAt"
    ), searches_stored as (
      insert into ${readingSearch} ("leadId", "fileId", words, "lastAt")
      select "leadId", "fileId", words, at from (
        select searched.*, known.words is not null as "isKnown",
          (select count(*) from ${readingSearch} other where other."leadId" = searched."leadId" and other."fileId" = searched."fileId")
            + row_number() over (partition by known.words is not null order by at) as nth
        from searched left join ${readingSearch} known on known."leadId" = searched."leadId" and known."fileId" = searched."fileId"
          and known.words = searched.words
      ) numbered where "isKnown" or nth <= ${MAX_SEARCHES}::int
      order by words
      on conflict ("leadId", "fileId", words) do update set times = reading_search.times + 1, "lastAt" = excluded."lastAt"
      where excluded."lastAt" > reading_search."lastAt"
    )
    select id from opened`,
  )
  return rows.length > 0
}

/**
 * How much of a report may be counted: a lead who has several documents open at once reads one of them at a time. All their sessions
 * together have at most the time in which any of them was open. What is cut off stays uncounted until there is time for it.
 */
const secondsLeft = sql`(
  select greatest(0, ${ALLOWANCE_SECONDS}::int - counted + (select sum(extract(epoch from upper(span) - lower(span))) from unnest(spans) span))
  from (
    select sum((select coalesce(sum(seconds), 0) from unnest(sessions."pageSeconds") seconds)) as counted,
      range_agg(tstzrange(sessions."startedAt", greatest(sessions."startedAt", case when sessions.id = session.id then now() else sessions."reportedAt" end))) as spans
    from sessions
  ) open)`

/** Nobody reads a page that does not exist, nor for longer than the document has been open. */
function refuseImpossible(key: ReadingKey, { pageTenths, searches }: Omit<ReadingReport, 'key'>) {
  if (pageTenths.length > key.pageCount) throw invalidInput({ pageTenths: 'The document has fewer pages' })
  const openSeconds = (Date.now() - key.issuedAt.getTime()) / 1000 + ALLOWANCE_SECONDS
  const readSeconds = pageTenths.reduce((sum, tenths) => sum + tenths, 0) / 10
  if (readSeconds > openSeconds) throw invalidInput({ pageTenths: 'Longer than the document has been open' })
  if (searches.some(({ second }) => second > openSeconds))
    throw invalidInput({ searches: 'Later than the document has been open' })
}
