import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { event, eventDay } from '#db/schema/events.ts'
import { type SumFacet, type SumFilter, selectSums, selectSumsByChannel } from '#platform/events/eventSums.server.ts'
import type { EventName } from '#platform/events/events.ts'
import { addDays } from '#ui/format/dates.ts'
import { type AnalyticsInput, isChannelId } from '../analytics.schema.ts'
import { type DaySpan, type Period, splitIntoWholePeriods } from '../dateRanges.ts'
import { type AnalyticsQuery, isEventInScope, type Scope } from './resolveQuery.server.ts'

/** What events are counted by, beside days. */
export type Facet = 'total' | 'device' | 'place' | 'referrer' | 'file' | 'channel' | 'campaign'

/** Where counts are read from, as parts of a query: the sums of the days or the events themselves. A reader does not know which. */
export interface CountSource {
  from: SQL
  where: SQL
  day: SQL
  event: SQL
  events: SQL
  /** Of views: visitors who were not there before on that day. */
  uniques: SQL
  seconds: SQL
  /** How many events have their seconds. */
  timed: SQL
  /**
   * Rows with `value`, `event`, `events` and `uniques` of some events, to be added up around it: a value may have several. The values of a
   * facet are an array: a device has three, a referrer one.
   */
  selectByValue: (names: EventName[]) => SQL
}

type Filter = Exclude<keyof AnalyticsInput, 'range' | 'from' | 'to' | 'listingId' | 'whose'>
const filterKeys: Filter[] = ['leadId', 'fileId', 'device', 'os', 'browser', 'place', 'referrer', 'channel', 'campaign']

/** Sums that are kept, with the filters that they can answer. */
type KeptSums = Record<'singleListings' | 'allListings', Partial<Record<Facet, [facet: SumFacet, filters: Filter[]][]>>>
const deviceFilters: Filter[] = ['device', 'os', 'browser']

const dailySums: KeptSums = {
  singleListings: {
    total: [
      ['listing', []],
      ['listing device', deviceFilters],
      ['listing channel', ['channel']],
      ['listing campaign', ['campaign']],
    ],
    channel: [['listing channel', ['channel']]],
    campaign: [['listing campaign', ['campaign']]],
    device: [['listing device', deviceFilters]],
    file: [['listing file', []]],
  },
  allListings: {
    total: [
      ['total', []],
      ['device', deviceFilters],
      ['place', ['place']],
      ['referrer', ['referrer']],
      ['channel', ['channel']],
      ['campaign', ['campaign']],
    ],
    channel: [['channel', ['channel']]],
    campaign: [['campaign', ['campaign']]],
    device: [['device', deviceFilters]],
    file: [['listing file', []]],
    place: [['place', ['place']]],
    referrer: [['referrer', ['referrer']]],
  },
}

/** Where a day would have too many rows, there are sums of whole weeks or months. */
const periodSums: KeptSums = {
  singleListings: { place: [['listing place week', ['place']]], referrer: [['listing referrer week', ['referrer']]] },
  allListings: {
    total: [['place month', ['place']]],
    file: [['listing file month', []]],
    place: [['place month', ['place']]],
  },
}

/** For counts by day: the sums of the days if they can answer the filters, otherwise the events. */
export const findDailyCountSources = (query: AnalyticsQuery, facet: Facet, span: DaySpan): CountSource[] =>
  query.scopes.flatMap((scope) => findDailyTables(query, scope, facet, span))

/** For counts of a whole range: its weeks or months, and the days around them. */
export const findCountSources = (query: AnalyticsQuery, facet: Facet, span: DaySpan): CountSource[] =>
  query.scopes.flatMap((scope) => {
    const sums = findSums(periodSums, query, scope, facet)
    if (!sums) return findDailyTables(query, scope, facet, span)
    const period: Period = sums.endsWith('week') ? 'week' : 'month'
    return splitByOwner(scope, sums, span).flatMap((owned) => {
      const { whole, added, subtracted } = splitIntoWholePeriods(period, owned, findLastDay(query, scope))
      // Of the same owners as the whole periods, which have their days.
      const tableOf = (days: DaySpan) => findDailyTable(query, scope, facet, { ...owned, ...days })
      return [
        ...(whole ? [sumSource(query.filters, { ...owned, ...whole })] : []),
        ...added.map(tableOf),
        ...subtracted.map((days) => negate(tableOf(days))),
      ]
    })
  })

/** A colleague further east, who shares a listing, may have events of tomorrow. */
const findLastDay = ({ lastDay }: AnalyticsQuery, { kind }: Scope) => (kind === 'listings' ? undefined : lastDay)

const negate = (table: CountSource): CountSource => ({
  ...table,
  events: sql`-${table.events}`,
  uniques: sql`-${table.uniques}`,
  seconds: sql`-${table.seconds}`,
  timed: sql`-${table.timed}`,
  selectByValue: (names) =>
    sql`select value, event, -events as events, -uniques as uniques from (${table.selectByValue(names)}) as counted`,
})

function findDailyTables(query: AnalyticsQuery, scope: Scope, facet: Facet, span: DaySpan) {
  const sums = findDailySums(query, scope, facet)
  if (!sums) return [eventSource(query, scope, facet, span)]
  return splitByOwner(scope, sums, span).map((owned) => sumSource(query.filters, owned))
}

function findDailyTable(query: AnalyticsQuery, scope: Scope, facet: Facet, owned: SumFilter & DaySpan) {
  const sums = findDailySums(query, scope, facet)
  return sums ? sumSource(query.filters, { ...owned, facet: sums }) : eventSource(query, scope, facet, owned)
}

/** What is opened in an agency is side by side in an index of its events, while its sums are by agent. */
const findDailySums = (query: AnalyticsQuery, scope: Scope, facet: Facet) =>
  facet === 'file' && scope.kind === 'agency' ? undefined : findSums(dailySums, query, scope, facet)

function findSums(kept: KeptSums, { filters }: AnalyticsQuery, { kind }: Scope, facet: Facet) {
  const wanted = filterKeys.filter((key) => filters[key])
  const candidates = kept[kind === 'listings' ? 'singleListings' : 'allListings'][facet] ?? []
  // Without filters there are sums that have one row for the total.
  const isTooFine = (answered: Filter[]) => facet === 'total' && wanted.length === 0 && answered.length > 0
  return candidates.find(([, answered]) => wanted.every((key) => answered.includes(key)) && !isTooFine(answered))?.[0]
}

/** The sums of each listing over the range of a query. */
export function sumEventsOfListings(query: AnalyticsQuery): SQL {
  return selectSums(
    ...query.scopes.flatMap((scope): SumFilter[] => {
      const { whole: months, added, subtracted } = splitIntoWholePeriods('month', query.span, findLastDay(query, scope))
      const byDay = (days: DaySpan): SumFilter => ({ ...scope, facet: 'listing', ...days })
      return [
        ...(months ? [{ ...scope, facet: 'listing month' as const, ...months }] : []),
        ...added.map(byDay),
        ...subtracted.map((days) => ({ ...byDay(days), isSubtracted: true })),
      ]
    }),
  )
}

/** One query after the other as a subquery `counts`: what they count is added up around it. */
export const unionCounts = (sources: CountSource[], select: (source: CountSource) => SQL): SQL =>
  sql`(${sql.join(sources.map(select), sql` union all `)}) as counts`

/** A subquery `counts` with the values of several sources. Events of two names that are in different indexes are selected apart. */
export const unionCountsByValue = (sources: CountSource[], ...names: EventName[][]): SQL =>
  sql`(${sql.join(
    sources.flatMap((source) => names.map(source.selectByValue)),
    sql` union all `,
  )}) as counts`

/** As in the indexes of the events, so that they can be used. */
const isNamed = (column: SQLWrapper, names: EventName[]) =>
  sql`${column} in (${sql.raw(names.map((name) => `'${name}'`).join(', '))})`

/**
 * Sums without a listing exist for the agency as a whole since it has a second member. Before that, and where sums are by listing, they are
 * those of its agents.
 */
function splitByOwner(scope: Scope, facet: SumFacet, span: DaySpan): (SumFilter & DaySpan)[] {
  if (scope.kind !== 'agency' || facet.startsWith('listing')) return [{ ...scope, facet, ...span }]
  const { agencyId, owners, sumsFrom } = scope
  const [ofAgency, ofAgents] = [
    { owners: [agencyId], facet, from: laterDay(span.from, sumsFrom), to: span.to },
    { owners, facet, from: span.from, to: earlierDay(span.to, addDays(sumsFrom, -1)) },
  ]
  return [ofAgency, ofAgents].filter(({ from, to }) => from <= to)
}

const laterDay = (one: string, other: string) => (one > other ? one : other)
const earlierDay = (one: string, other: string) => (one < other ? one : other)

function sumSource(filters: Partial<AnalyticsInput>, sums: SumFilter): CountSource {
  const parts = facetFilters(filters, sums.facet)
  const conditions = parts.flatMap((part, index) =>
    part === undefined ? [] : [sql`${eventDay.value}[${sql.raw(String(index + 1))}] = ${part}`],
  )
  const from = sums.facet.endsWith('channel') ? selectSumsByChannel(sums) : selectSums(sums)
  const where = sql.join([beginsWith(parts), ...conditions], sql` and `)
  return {
    from,
    where,
    day: sql`${eventDay.day}`,
    event: sql`${eventDay.event}`,
    events: sql`sum(${eventDay.events})`,
    uniques: sql`sum(${eventDay.uniques})`,
    seconds: sql`sum(${eventDay.seconds})`,
    timed: sql`sum(${eventDay.timed})`,
    selectByValue: (names) =>
      sql`select value, event, events, uniques from ${from} where ${where} and ${isNamed(eventDay.event, names)}`,
  }
}

/** A range of the index: the values whose first parts are these, as many as there are. Null is above every text. */
function beginsWith(parts: (string | undefined)[]) {
  const gap = parts.indexOf(undefined)
  const first = gap < 0 ? parts : parts.slice(0, gap)
  if (first.length === 0) return sql`true`
  const begin = commaList(first.map((part) => sql`${part}`))
  return sql`${eventDay.value} between array[${begin}]::text[] and array[${begin}, null]::text[]`
}

function facetFilters(filters: Partial<AnalyticsInput>, facet: SumFacet): (string | undefined)[] {
  // A source may be called "direct", so these are taken as they are.
  if (facet.includes('campaign')) return campaignParts(filters.campaign)
  return namedFilters(filters, facet).map((value) => value && storedValue(value))
}

function namedFilters(filters: Partial<AnalyticsInput>, facet: SumFacet): (string | undefined)[] {
  if (facet.includes('device')) return [filters.device, filters.os, filters.browser]
  if (facet.includes('place')) return placeParts(filters.place)
  if (facet.includes('channel')) return channelParts(filters.channel)
  return facet.includes('referrer') ? [filters.referrer] : []
}

const orEmpty = (column: SQLWrapper) => sql`coalesce(${column}, '')`
const commaList = (parts: SQLWrapper[]) => sql.join(parts, sql`, `)

const facetColumns: Record<Facet, SQLWrapper[]> = {
  total: [],
  device: [event.device, event.os, event.browser],
  place: [event.country, event.region, event.city],
  referrer: [event.referrerHostname],
  file: [event.fileId],
  channel: [event.channelKind, event.channelId],
  campaign: [event.utmSource, event.utmMedium, event.utmCampaign],
}

/** What has no value of these facets is not counted by them. */
const hasFacet: Partial<Record<Facet, SQL>> = {
  file: sql`${event.fileId} is not null`,
  campaign: sql`coalesce(${event.utmSource}, ${event.utmMedium}, ${event.utmCampaign}) is not null`,
}

/** The events themselves can answer every combination of filters. */
function eventSource(query: AnalyticsQuery, scope: Scope, facet: Facet, span: DaySpan): CountSource {
  const columns = facetColumns[facet]
  const where = sql`${and(matchingEvents({ ...query, scopes: [scope] }, span), hasFacet[facet])}`
  const uniques = countUniques(query, scope)
  return {
    from: sql`${event}`,
    where,
    day: sql`${event.localDay}`,
    event: sql`${event.event}`,
    events: sql`count(*)`,
    uniques,
    seconds: sql`coalesce(sum(${event.seconds}), 0)`,
    timed: sql`count(${event.seconds})`,
    selectByValue: (names) => {
      // The index of one kind of event does not have its name, and only the one of views has who is new.
      const [name, ...others] = names.map((one) => sql.raw(`'${one}'`))
      const [eventName, groups] =
        name && others.length === 0 ? [name, columns] : [event.event, [...columns, event.event]]
      // Integers as in the sums, which are cheaper to add up.
      return sql`
        select array[${commaList(columns.map(orEmpty))}]::text[] as value, ${eventName} as event, count(*)::int as events,
          ${names.includes('listing_view') ? uniques : sql`0`}::int as uniques
        from ${event} where ${where} and ${isNamed(event.event, names)} group by ${commaList(groups)}`
    },
  }
}

/** The events of some local days that match the filters. */
export function matchingEvents({ scopes, filters }: AnalyticsQuery, span: DaySpan, isInScope = isEventInScope) {
  const { leadId, fileId, referrer, place, device, os, browser, channel, campaign } = filters
  const [country, region, city] = placeParts(place)
  const [channelKind, channelId] = channelParts(channel)
  const [source, medium, name] = campaignParts(campaign)
  return and(
    or(...scopes.map(isInScope)),
    isWithin(span),
    leadId ? eq(event.leadId, leadId) : undefined,
    fileId ? eq(event.fileId, fileId) : undefined,
    matches(event.device, device),
    matches(event.os, os),
    matches(event.browser, browser),
    matches(event.country, country),
    matches(event.region, region),
    matches(event.city, city),
    matches(event.referrerHostname, referrer),
    matches(event.channelKind, channelKind),
    matches(event.channelId, channelId),
    campaign === undefined ? undefined : hasFacet.campaign,
    matchesExactly(event.utmSource, source),
    matchesExactly(event.utmMedium, medium),
    matchesExactly(event.utmCampaign, name),
  )
}

/**
 * A local day lies within a day of the same date in UTC, whatever the time zone was. The bounds in UTC are for the planner: they select the
 * partitions and the part of an index.
 */
const isWithin = ({ from, to }: DaySpan) =>
  and(
    sql`${event.localDay} between ${from}::date and ${to}::date`,
    sql`${event.createdAt} >= (${from}::date - 1)::timestamp at time zone 'UTC'`,
    sql`${event.createdAt} < (${to}::date + 2)::timestamp at time zone 'UTC'`,
  )

/** A comparison without a function where possible, so that an index can be used. */
const matches = (column: SQLWrapper, filter: string | undefined) =>
  matchesExactly(column, filter && storedValue(filter))

const matchesExactly = (column: SQLWrapper, value: string | undefined) =>
  value === undefined ? undefined : value === '' ? sql`${orEmpty(column)} = ''` : sql`${column} = ${value}`

/**
 * Visitors of one listing are those who were not on its page before on that day; visitors of all listings of an agent or an agency are those
 * who had seen none of them. One buyer is one visitor on each of their days: on the first day they were anonymous before they left their
 * details, so the flags are on events that are not theirs.
 */
function countUniques({ filters: { leadId, fileId } }: AnalyticsQuery, scope: Scope) {
  if (leadId) return sql`count(distinct ${event.localDay})`
  const isNew = scope.kind === 'listings' || fileId ? sql`${event.isUnique}` : isFirstView(scope)
  return sql`count(*) filter (where ${isNew})`
}

const isFirstView = (scope: Scope) =>
  scope.kind === 'agency'
    ? sql`case when ${event.localDay} >= ${scope.sumsFrom}::date then ${event.isFirstInAgency} else ${event.isFirstToday} end`
    : sql`${event.isFirstToday}`

/** What filters call an unknown value; it is stored as null or as an empty text. */
const UNKNOWN_VALUES = ['', 'unknown', 'direct']
const storedValue = (filter: string) => (UNKNOWN_VALUES.includes(filter) ? '' : filter)

/** Country, region and city, as many of them as the filter has. */
const placeParts = (place: string | undefined): (string | undefined)[] => place?.split('|').slice(0, 3) ?? []

/** The kind of a link, or one link by its id. */
const channelParts = (channel: string | undefined): (string | undefined)[] =>
  isChannelId(channel) ? [undefined, channel] : [channel]

/** Source, medium and campaign, as many of them as the filter has. */
const campaignParts = (campaign: string | undefined): (string | undefined)[] => campaign?.split('|').slice(0, 3) ?? []
