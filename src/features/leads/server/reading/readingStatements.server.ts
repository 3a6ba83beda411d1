import { type SQL, sql } from 'drizzle-orm'
import { isOpenToLead } from '#db/documentAccessConditions.ts'
import { file, isShownToBuyers } from '#db/schema/files.ts'
import { invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { reading, readingSearch, readingSession, readingSum } from '#db/schema/readings.ts'
import { MAX_SEARCHES } from '#features/files/reader/reading/readingMeasure.ts'
import { isOpenToInvitee } from '../documents/documentAccess.server.ts'

/** Between the clocks of two servers, and for the time that a request takes. */
export const ALLOWANCE_SECONDS = 30
const SESSION_HOURS = 24
/** Reading goes on for minutes: the lead's row, with its many indexes, is written once in this time. */
const SEEN_INTERVAL_SECONDS = 60

/** Constants are part of the text, so that only what differs from report to report is a parameter. */
const constant = (value: number) => sql.raw(String(value))
const parameter = (name: string, type: 'text' | 'int' | 'timestamptz' | 'real[]' | 'jsonb') =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`

const sessionId = parameter('sessionId', 'text')
const inviteeId = parameter('inviteeId', 'text')
const issuedAt = parameter('issuedAt', 'timestamptz')
const dayAgo = sql`now() - make_interval(hours => ${constant(SESSION_HOURS)})`
const nothing = sql``

/** What differs between the readers of a document. */
interface Reader {
  joinInvitee: SQL
  /** Which sessions are locked, the reported one among them. */
  isHeld: SQL
  /** Keys from before the lead's email address changed are void, but not those of their invitees. */
  hasValidKey: SQL
  mayOpen: SQL | undefined
  /** Whether the seconds are the lead's own. */
  isOwn: SQL
  joinEarlierReading: SQL
  earlierPageSeconds: SQL
  /** How much of what is new is counted. */
  share: SQL
  stores: SQL[]
}

/**
 * How much of a report may be counted: a lead who has several documents open at once reads one of them at a time. All their sessions
 * together have at most the time in which any of them was open. What is cut off stays uncounted until there is time for it.
 */
const secondsLeft = sql`(
  select greatest(0, ${constant(ALLOWANCE_SECONDS)} - counted
    + (select sum(extract(epoch from upper(span) - lower(span))) from unnest(spans) span))::float8
  from (
    select sum((select coalesce(sum(seconds), 0) from unnest("pageSeconds") seconds)) as counted,
      range_agg(tstzrange("startedAt", greatest("startedAt", case when "isReported" then now() else "reportedAt" end))) as spans
    from held
  ) open)`

/** The larger array decides how many pages there are. */
const addedPages = (before: SQL, added: SQL) => sql`(
  select array_agg(coalesce(before, 0) + coalesce(added, 0)) from unnest(${before}, ${added}) as page (before, added))`

const storeOwnReading = sql`reading_stored as (
    insert into ${reading} ("leadId", "fileId", version, "pageSeconds", "firstReadAt", "lastReadAt")
    select "leadId", "fileId", version, added, ${issuedAt}, now() from changed where "isOwn"
    on conflict ("leadId", "fileId", version) do update set "lastReadAt" = excluded."lastReadAt",
      "pageSeconds" = ${addedPages(sql`reading."pageSeconds"`, sql`excluded."pageSeconds"`)}
  )`

const storeInviteeReading = sql`reading_stored as (
    insert into ${inviteeReading} ("inviteeId", "fileId", version, "pageSeconds", "firstReadAt", "lastReadAt")
    select ${inviteeId}, "fileId", version, added, ${issuedAt}, now() from changed
    on conflict ("inviteeId", "fileId", version) do update set "lastReadAt" = excluded."lastReadAt",
      "pageSeconds" = ${addedPages(sql`invitee_reading."pageSeconds"`, sql`excluded."pageSeconds"`)}
  )`

const storeSums = sql`sum_stored as (
    insert into ${readingSum} ("fileId", version, "pageSeconds", "pageReaders")
    select "fileId", version, added::float8[], readers from changed
    on conflict ("fileId", version) do update set ("pageSeconds", "pageReaders") = (
      select array_agg(coalesce(before, 0) + coalesce(added, 0)), array_agg(coalesce(readers_before, 0) + coalesce(readers_added, 0))
      from unnest(reading_sum."pageSeconds", excluded."pageSeconds", reading_sum."pageReaders", excluded."pageReaders")
        as page (before, added, readers_before, readers_added))
  )`

const noteThatLeadWasSeen = sql`lead_seen as (
    update ${lead} set "lastSeenAt" = greatest(lead."lastSeenAt", now()), "isHeatDue" = true from changed
    where lead.id = changed."leadId" and changed."isOwn" and changed."isSeenDue"
  )`

const storeSearches = sql`searched as (
    select "leadId", "fileId", words, least(now(), ${issuedAt} + make_interval(secs => max(second))) as at
    from held, jsonb_to_recordset(${parameter('searches', 'jsonb')}) as one (words text, second int)
    where "isReported" and "isOwn" group by "leadId", "fileId", words
  ), searches_stored as (
    insert into ${readingSearch} ("leadId", "fileId", words, "lastAt")
    select "leadId", "fileId", words, at from (
      select searched.*, known.words is not null as "isKnown",
        (select count(*) from ${readingSearch} other where other."leadId" = searched."leadId" and other."fileId" = searched."fileId")
          + row_number() over (partition by known.words is not null order by at) as nth
      from searched left join ${readingSearch} known on known."leadId" = searched."leadId" and known."fileId" = searched."fileId"
        and known.words = searched.words
    ) numbered where "isKnown" or nth <= ${constant(MAX_SEARCHES)}
    order by words
    on conflict ("leadId", "fileId", words) do update set times = reading_search.times + 1, "lastAt" = excluded."lastAt"
    where excluded."lastAt" > reading_search."lastAt"
  )`

const hasCurrentKey = sql`and (lead."keysChangedAt" is null or lead."keysChangedAt" <= ${issuedAt})`

const ofLead: Reader = {
  joinInvitee: nothing,
  isHeld: sql`session."leadId" = lead.id and session."startedAt" > ${dayAgo}`,
  hasValidKey: hasCurrentKey,
  mayOpen: isOpenToLead(lead.id),
  isOwn: sql`lead."provenAt" is null or lead."provenAt" <= ${issuedAt}`,
  joinEarlierReading: sql`left join ${reading} earlier on held."isOwn" and earlier."leadId" = held."leadId"
      and earlier."fileId" = held."fileId" and earlier.version = held.version`,
  earlierPageSeconds: sql`earlier."pageSeconds"`,
  share: sql`case when held."isOwn" then least(1, ${secondsLeft} / nullif(sum(fresh) over (), 0)) else 1 end`,
  stores: [storeOwnReading, noteThatLeadWasSeen],
}

const ofGuest: Reader = {
  joinInvitee: nothing,
  isHeld: sql`session.id = ${sessionId}`,
  hasValidKey: hasCurrentKey,
  mayOpen: isOpenToLead(null),
  isOwn: sql`false`,
  joinEarlierReading: nothing,
  earlierPageSeconds: sql`null::real[]`,
  share: constant(1),
  stores: [],
}

const ofInvitee: Reader = {
  ...ofGuest,
  joinInvitee: sql`join ${invitee} on invitee.id = ${inviteeId} and ${isOpenToInvitee}`,
  hasValidKey: nothing,
  mayOpen: isOpenToLead(lead.id),
  joinEarlierReading: sql`left join ${inviteeReading} earlier on earlier."inviteeId" = ${inviteeId}
      and earlier."fileId" = held."fileId" and earlier.version = held.version`,
  earlierPageSeconds: sql`earlier."pageSeconds"`,
  stores: [storeInviteeReading],
}

/**
 * One statement for each kind of reader, without the parts of the others: PostgreSQL prepares every part of a statement each time it
 * runs, used or not. They return a row if the session is open. Locks are taken in the order of `deleteLeads`' callers, the lead first:
 * consistent lock order prevents deadlocks.
 */
export const readingStatements = {
  lead: statementFor(ofLead),
  leadWithSearches: statementFor({ ...ofLead, stores: [...ofLead.stores, storeSearches] }),
  guest: statementFor(ofGuest),
  invitee: statementFor(ofInvitee),
}

function statementFor(reader: Reader) {
  return sql`
  with held as materialized (
    select lead.id as "leadId", file.id as "fileId", file.version, session.id, session."pageSeconds", session."startedAt", session."reportedAt",
      session.id = ${sessionId} and session."fileId" = file.id as "isReported", ${reader.isOwn} as "isOwn",
      not lead."isHeatDue" or lead."lastSeenAt" < now() - make_interval(secs => ${constant(SEEN_INTERVAL_SECONDS)}) as "isSeenDue"
    from ${lead}
    join ${listing} on listing.id = lead."listingId"
    join ${file} on file.id = ${parameter('fileId', 'text')} and file."listingId" = lead."listingId" and file.type = 'file'
      and file.version = ${parameter('version', 'int')}
    ${reader.joinInvitee}
    join ${readingSession} session on ${reader.isHeld}
    where lead.id = ${parameter('leadId', 'text')} and lead."withdrawnAt" is null ${reader.hasValidKey}
      and ${isPublicListing} and ${isShownToBuyers} and ${reader.mayOpen} and ${issuedAt} > ${dayAgo}
    for no key update of lead, session
  ), changed as materialized (
    select held."leadId", held."fileId", held.version, held.id, held."isOwn", held."isSeenDue", counted.*
    from held ${reader.joinEarlierReading}, lateral (
      select array_agg((in_session + fresh * share)::real) as seconds, array_agg((fresh * share)::real) as added,
        array_agg((before < 1 and before + fresh * share >= 1)::int) as readers, sum(fresh * share) as total
      from (
        select in_session, fresh, before, ${reader.share} as share
        from unnest(${parameter('pageSeconds', 'real[]')}, held."pageSeconds", ${reader.earlierPageSeconds}) as page (reported, known, earlier),
          lateral (select greatest(known, 0) as in_session, greatest(reported - coalesce(known, 0), 0) as fresh,
            greatest(known, earlier, 0) as before) counts
      ) page
    ) counted
    where held."isReported" and counted.total > 0
  ), session_stored as (
    update ${readingSession} session set "reportedAt" = now(), "pageSeconds" = changed.seconds from changed where session.id = changed.id
  ), ${sql.join([...reader.stores, storeSums], sql`, `)}
  select id from held where "isReported"`
}
