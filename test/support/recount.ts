import type { event } from '#db/schema/event.ts'
import type { AnalyticsQuestion, DayCount, PlaceSlice, Slice } from '#features/analytics/analytics.ts'
import { addDays, daysOf, type Span } from '#features/analytics/ranges.ts'

export type EventRow = typeof event.$inferSelect
type Wish = Partial<AnalyticsQuestion>

/** The same numbers as the application's, counted once more in the plainest way from the events themselves. */
export function recount(all: EventRow[], agentId: string, timeZone: string, wish: Wish, { span, spanBefore }: Spans) {
  const dayOf = dayIn(timeZone)
  const wanted = all.filter((row) => row.userId === agentId && isWanted(row, wish))
  const within = ({ from, to }: Span) => wanted.filter((row) => dayOf(row) >= from && dayOf(row) <= to)
  const isOfOne = Boolean(wish.listingId || wish.leadId || wish.fileId)
  const isNew = (row: EventRow) => (isOfOne || row.event !== 'listing_view' ? row.isUnique : row.isFirstToday)
  const [now, before] = [within(span), within(spanBefore)]
  const figure = (number: (rows: EventRow[]) => number) => ({ now: number(now), before: number(before) })
  /** One buyer is one visitor on each of their days. */
  const visitors = (rows: EventRow[]) => {
    const views = named(rows, 'listing_view')
    return wish.leadId ? new Set(views.map(dayOf)).size : views.filter(isNew).length
  }
  const openedBy = new Set(named(all, 'file_view').flatMap(({ leadId }) => leadId ?? []))
  const days = (of: Span, rows: EventRow[]) =>
    daysOf(of).map((day): DayCount => {
      const here = rows.filter((row) => dayOf(row) === day)
      return {
        day,
        views: named(here, 'listing_view').length,
        visitors: visitors(here),
        leads: named(here, 'lead_created').length,
        filesOpened: named(here, 'file_view').length,
      }
    })
  const slices = (part: (row: EventRow) => string | null) =>
    group(named(now, 'listing_view'), (row) => part(row) ?? '').map(
      ([name, rows]): Slice => ({ name, views: rows.length, visitors: visitors(rows) }),
    )
  return {
    log: now,
    days: days(span, now),
    daysBefore: days(spanBefore, before),
    views: figure((rows) => named(rows, 'listing_view').length),
    visitors: figure(visitors),
    leads: figure((rows) => named(rows, 'lead_created').length),
    filesOpened: figure((rows) => named(rows, 'file_view').length),
    downloads: figure((rows) => named(rows, 'file_download').length),
    clicks: figure((rows) => named(rows, 'link_click').length),
    readers: figure((rows) => named(rows, 'lead_created').filter(({ leadId }) => openedBy.has(leadId ?? '')).length),
    conversion: figure((rows) => (visitors(rows) ? named(rows, 'lead_created').length / visitors(rows) : 0)),
    secondsPerLook: figure((rows) => {
      const known = named(rows, 'listing_leave').flatMap(({ seconds }) => seconds ?? [])
      return known.length ? known.reduce((sum, seconds) => sum + seconds, 0) / known.length : 0
    }),
    devices: slices(({ device }) => device),
    systems: slices(({ os }) => os),
    browsers: slices(({ browser }) => browser),
    referrers: slices(({ referrerHostname }) => referrerHostname),
    places: group(named(now, 'listing_view'), ({ country, region, city }) =>
      [country, region, city].map((part) => part ?? '').join('|'),
    ).map(([name, rows]): PlaceSlice => {
      const [country = '', region = '', city = ''] = name.split('|')
      return { country, region, city, views: rows.length, visitors: visitors(rows) }
    }),
    documents: group(
      now.filter(({ fileId }) => fileId),
      ({ fileId }) => fileId ?? '',
    ).map(([fileId, rows]) => ({
      fileId,
      opens: named(rows, 'file_view').length,
      downloads: named(rows, 'file_download').length,
    })),
    listings: group(now, ({ listingId }) => listingId ?? '').map(([id, rows]) => ({
      id,
      views: named(rows, 'listing_view').length,
      visitors: named(rows, 'listing_view').filter(({ isUnique }) => isUnique).length,
      leads: named(rows, 'lead_created').length,
    })),
  }
}

interface Spans {
  span: Span
  spanBefore: Span
}

/** The last days up to today, and as many before. */
export function lastDays(timeZone: string, days: number): Spans {
  const today = dayIn(timeZone)({ createdAt: new Date() })
  return {
    span: { from: addDays(today, 1 - days), to: today },
    spanBefore: { from: addDays(today, 1 - 2 * days), to: addDays(today, -days) },
  }
}

function dayIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return ({ createdAt }: { createdAt: Date }) => format.format(createdAt)
}

const named = (rows: EventRow[], name: string) => rows.filter(({ event }) => event === name)

function group(rows: EventRow[], by: (row: EventRow) => string) {
  return [...Map.groupBy(rows, by)]
}

function isWanted(row: EventRow, wish: Wish) {
  const is = (stored: string | null, word: string | undefined) =>
    word === undefined || (stored ?? '') === (['unknown', 'direct', ''].includes(word) ? '' : word)
  const [country, region, city] = wish.place?.split('|') ?? []
  return (
    (!wish.listingId || row.listingId === wish.listingId) &&
    (!wish.leadId || row.leadId === wish.leadId) &&
    (!wish.fileId || row.fileId === wish.fileId) &&
    is(row.device, wish.device) &&
    is(row.os, wish.os) &&
    is(row.browser, wish.browser) &&
    is(row.referrerHostname, wish.referrer) &&
    is(row.country, country) &&
    is(row.region, region) &&
    is(row.city, city)
  )
}
