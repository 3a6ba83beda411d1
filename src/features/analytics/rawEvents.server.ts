import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { event } from '#db/schema/event.ts'
import { listing } from '#db/schema/listing.ts'
import { asStored, placeParts } from './filters.ts'
import type { Inquiry } from './inquiry.server.ts'
import type { Span } from './ranges.ts'
import type { Facet, Source } from './source.server.ts'

const known = (column: SQLWrapper) => sql`coalesce(${column}, '')`
const list = (parts: SQLWrapper[]) => sql.join(parts, sql`, `)

const columns: Record<Facet, SQLWrapper[]> = {
  total: [],
  device: [event.device, event.os, event.browser],
  place: [event.country, event.region, event.city],
  referrer: [event.referrerHostname],
  file: [event.fileId],
}

/** Every event by itself: answers whatever is asked. */
export function rawEvents(inquiry: Inquiry, facet: Facet, span: Span): Source {
  return {
    from: sql`${event}`,
    where: sql`${and(wantedEvents(inquiry, span), facet === 'file' ? sql`${event.fileId} is not null` : undefined)}`,
    day: dayOf(inquiry),
    event: sql`${event.event}`,
    value: sql`array[${list(columns[facet].map(known))}]::text[]`,
    groups: list(columns[facet]),
    events: sql`count(*)`,
    uniques: countUniques(inquiry),
    seconds: sql`coalesce(sum(${event.seconds}), 0)`,
    timed: sql`count(${event.seconds})`,
  }
}

/** The agent's events of some days that the filters let through. */
export function wantedEvents(inquiry: Inquiry, span: Span) {
  const { listingId, leadId, fileId, referrer, place, ...machine } = inquiry.wish
  const [country, region, city] = placeParts(place)
  return and(
    ofAgent(inquiry, listingId),
    within(inquiry, span),
    leadId ? eq(event.leadId, leadId) : undefined,
    fileId ? eq(event.fileId, fileId) : undefined,
    is(event.device, machine.device),
    is(event.os, machine.os),
    is(event.browser, machine.browser),
    is(event.country, country),
    is(event.region, region),
    is(event.city, city),
    is(event.referrerHostname, referrer),
  )
}

/** Of one listing everything needed lies in an index, but for the agent: so the listing must be the agent's. */
const ofAgent = ({ agentId }: Inquiry, listingId: string | undefined) =>
  listingId
    ? sql`${event.listingId} = (select ${listing.id} from ${listing} where ${listing.id} = ${listingId} and ${listing.userId} = ${agentId})`
    : eq(event.userId, agentId)

const within = ({ timeZone }: Inquiry, { from, to }: Span) =>
  and(
    sql`${event.createdAt} >= ${beginOf(sql`${from}::date`, timeZone)}`,
    sql`${event.createdAt} < ${beginOf(sql`(${to}::date + 1)`, timeZone)}`,
  )

/**
 * Where clocks go back to midnight it comes twice, and the day begins the first time. PostgreSQL means the second. Reckoned in UTC, which
 * depends on no setting: so the months that are not needed are known before anything is looked up.
 */
function beginOf(day: SQL, timeZone: string) {
  const midnight = sql`(${day}::timestamp at time zone ${timeZone})`
  const before = sql`((${midnight} at time zone 'UTC' - interval '1 hour') at time zone 'UTC')`
  return sql`case when (${before} at time zone ${timeZone})::date = ${day} then ${before} else ${midnight} end`
}

const dayOf = ({ timeZone }: Inquiry) => sql`(${event.createdAt} at time zone ${timeZone})::date`

/** An index finds what is known. */
const is = (column: SQLWrapper, wanted: string | undefined) => {
  const word = wanted && asStored(wanted)
  return word === undefined ? undefined : word === '' ? sql`${known(column)} = ''` : sql`${column} = ${word}`
}

/**
 * Visitors of one listing were not there before on that day; visitors of all have seen none of them before. One buyer is one visitor on each
 * day of theirs: on the first, whoever looked before leaving their details had no name yet, so the flags of the others are not theirs.
 */
function countUniques(inquiry: Inquiry) {
  const { listingId, leadId, fileId } = inquiry.wish
  if (leadId) return sql`count(distinct ${dayOf(inquiry)})`
  const isNew =
    listingId || fileId
      ? sql`${event.isUnique}`
      : sql`case when ${event.event} = 'listing_view' then ${event.isFirstToday} else ${event.isUnique} end`
  return sql`count(*) filter (where ${isNew})`
}
