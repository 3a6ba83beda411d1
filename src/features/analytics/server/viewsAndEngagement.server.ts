import { or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { lead } from '#db/schema/leads.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { EventName } from '#platform/events/events.ts'
import {
  type AnalyticsInput,
  type DayCounts,
  type Engagement,
  type ListingViews,
  type Metric,
  ratio,
} from '../analytics.schema.ts'
import { type DaySpan, listDays } from '../dateRanges.ts'
import { findCountSources, findDailyCountSources, matchingEvents, unionCounts } from './countSources.server.ts'
import { countOpensAndDownloads } from './readBreakdowns.server.ts'
import { type AnalyticsQuery, isLeadInScope, resolveQuery } from './resolveQuery.server.ts'

/** How often listings were viewed, day by day, in the range and in the one before it. */
export async function readViews(db: Db, agent: Agent, input: AnalyticsInput): Promise<ListingViews> {
  const query = await resolveQuery(db, agent, input)
  const { days, daysBefore } = await countEventsByDay(db, query)
  return {
    span: query.span,
    spanBefore: query.spanBefore,
    days,
    daysBefore,
    views: { now: sumOverDays(days, 'views'), before: sumOverDays(daysBefore, 'views') },
    visitors: { now: sumOverDays(days, 'visitors'), before: sumOverDays(daysBefore, 'visitors') },
  }
}

export const sumOverDays = (days: DayCounts[], key: Exclude<keyof DayCounts, 'day'>) =>
  days.reduce((total, day) => total + day[key], 0)

interface DayRow extends Record<string, unknown> {
  day: string
  event: EventName
  events: number
  uniques: number
}

const dayCountKeys: Partial<Record<EventName, keyof DayCounts>> = {
  listing_view: 'views',
  file_view: 'filesOpened',
  lead_created: 'leads',
}

/** The days of the range and of the one before, including days without events. */
export async function countEventsByDay(db: Db, query: AnalyticsQuery) {
  const { span, spanBefore } = query
  const sources = findDailyCountSources(query, 'total', { from: spanBefore.from, to: span.to })
  const names = Object.keys(dayCountKeys).map((name) => sql`${name}`)
  const counts = unionCounts(
    sources,
    (source) => sql`
      select ${source.day} as day, ${source.event} as event, ${source.events} as events, ${source.uniques} as uniques
      from ${source.from} where ${source.where} and ${source.event} in (${sql.join(names, sql`, `)}) group by 1, 2`,
  )
  const { rows } = await db.execute<DayRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, event, sum(events)::int as events, sum(uniques)::int as uniques
    from ${counts} group by counts.day, event`)
  return { days: fillDays(span, rows), daysBefore: fillDays(spanBefore, rows) }
}

function fillDays(span: DaySpan, rows: Iterable<DayRow>): DayCounts[] {
  const days = new Map(
    listDays(span).map((day): [string, DayCounts] => [day, { day, views: 0, visitors: 0, leads: 0, filesOpened: 0 }]),
  )
  for (const { day, event, events, uniques } of rows) {
    const counts = days.get(day)
    const key = dayCountKeys[event]
    if (!counts || !key) continue
    Object.assign(counts, { [key]: events }, event === 'listing_view' ? { visitors: uniques } : {})
  }
  return [...days.values()]
}

interface EventTotal extends Record<string, unknown> {
  event: EventName
  isNow: boolean
  events: number
  uniques: number
  seconds: number
  timed: number
}
const zeroTotal = { events: 0, uniques: 0, seconds: 0, timed: 0 }

/** What visitors do: from a visit to a lead, and from there to the documents. */
export async function readEngagement(db: Db, agent: Agent, input: AnalyticsInput): Promise<Engagement> {
  const query = await resolveQuery(db, agent, input)
  const [totals, documents, readers] = await Promise.all([
    totalEvents(db, query),
    countOpensAndDownloads(db, agent, query),
    countReaders(db, query),
  ])
  const find = (event: EventName, isNow: boolean) =>
    totals.find((total) => total.event === event && total.isNow === isNow) ?? zeroTotal
  const metric = (count: (isNow: boolean) => number): Metric => ({ now: count(true), before: count(false) })
  const events = (event: EventName) => metric((isNow) => find(event, isNow).events)
  return {
    visitors: metric((isNow) => find('listing_view', isNow).uniques),
    leads: events('lead_created'),
    readers,
    conversion: metric((isNow) => ratio(find('lead_created', isNow).events, find('listing_view', isNow).uniques)),
    filesOpened: events('file_view'),
    downloads: events('file_download'),
    clicks: events('link_click'),
    averageSeconds: metric((isNow) => ratio(find('listing_leave', isNow).seconds, find('listing_leave', isNow).timed)),
    documents,
  }
}

async function totalEvents(db: Db, query: AnalyticsQuery): Promise<EventTotal[]> {
  const totals = [query.span, query.spanBefore].map((span) => {
    const counts = unionCounts(
      findCountSources(query, 'total', span),
      (source) => sql`
        select ${source.event} as event, ${source.events} as events, ${source.uniques} as uniques, ${source.seconds} as seconds, ${source.timed} as timed
        from ${source.from} where ${source.where} group by 1`,
    )
    return sql`select event, ${span === query.span}::boolean as "isNow", sum(events)::int as events, sum(uniques)::int as uniques,
      sum(seconds)::float8 as seconds, sum(timed)::int as timed from ${counts} group by 1`
  })
  const { rows } = await db.execute<EventTotal>(sql.join(totals, sql` union all `))
  return rows
}

/** A lead and its event are written in one transaction, but their times come from two clocks. */
const CLOCK_TOLERANCE = sql`interval '1 day'`

/**
 * How many leads of the range have opened a document since. Documents open to leads only, so this is the last step of the funnel and never
 * more than the step before it. A lead knows its own day; with filters by what a visitor used, its event is looked up.
 */
async function countReaders(db: Db, query: AnalyticsQuery): Promise<Metric> {
  const { scopes, span, spanBefore, filters } = query
  const { leadId, fileId, device, os, browser, place, referrer, channel, campaign } = filters
  const needsEvents = [leadId, fileId, device, os, browser, place, referrer, channel, campaign].some(Boolean)
  const {
    rows: [counts],
  } = await db.execute<{ now: number; before: number }>(sql`
    select (${countIn(span)})::int as now, (${countIn(spanBefore)})::int as before`)
  return { now: counts?.now ?? 0, before: counts?.before ?? 0 }

  function countIn(days: DaySpan): SQL {
    return sql`select count(*) from ${lead} where ${lead.firstOpenedAt} is not null
      and ${lead.createdOn} between ${days.from}::date and ${days.to}::date and ${or(...scopes.map(isLeadInScope))}
      ${needsEvents ? sql`and exists (${createdEvent(days)})` : sql``}`
  }

  function createdEvent(days: DaySpan): SQL {
    return sql`select from ${event} where ${event.leadId} = ${lead.id} and ${event.event} = 'lead_created'
      and ${event.createdAt} between ${lead.createdAt} - ${CLOCK_TOLERANCE} and ${lead.createdAt} + ${CLOCK_TOLERANCE}
      and ${matchingEvents(query, days)}`
  }
}
