import type { event } from '../../../src/db/schema/events.ts'
import type {
  AnalyticsInput,
  CampaignViews,
  ChannelViews,
  DayCounts,
  NamedViews,
  PlaceViews,
} from '../../../src/features/analytics/analytics.schema.ts'
import { type DaySpan, listDays } from '../../../src/features/analytics/dateRanges.ts'

export type EventRow = typeof event.$inferSelect
export type LocalDay = (row: EventRow) => string
type Filters = Partial<AnalyticsInput>

/** Which events are counted, and which views are the first of their visitor on that day. */
export interface RecountScope {
  includes: (row: EventRow) => boolean
  isFirst: (row: EventRow) => boolean
}

/** The events of one agent alone. */
export const scopeOfAgent = (agentId: string): RecountScope => ({
  includes: (row) => row.userId === agentId,
  isFirst: (row) => row.isFirstToday,
})

/** The application's numbers, counted a second time in plain TypeScript from the events. */
export function recount(
  all: EventRow[],
  { includes, isFirst }: RecountScope,
  localDay: LocalDay,
  filters: Filters,
  { span, spanBefore }: Spans,
) {
  const wanted = all.filter((row) => includes(row) && matches(row, filters))
  const within = ({ from, to }: DaySpan) => wanted.filter((row) => localDay(row) >= from && localDay(row) <= to)
  const isOfOne = Boolean(filters.listingId || filters.leadId || filters.fileId)
  const isNew = (row: EventRow) => (isOfOne || row.event !== 'listing_view' ? row.isUnique : isFirst(row))
  const [now, before] = [within(span), within(spanBefore)]
  const metric = (number: (rows: EventRow[]) => number) => ({ now: number(now), before: number(before) })
  /** One buyer is one visitor on each of their days. */
  const visitors = (rows: EventRow[]) => {
    const views = named(rows, 'listing_view')
    return filters.leadId ? new Set(views.map(localDay)).size : views.filter(isNew).length
  }
  const openedBy = new Set(named(all, 'file_view').flatMap(({ leadId }) => leadId ?? []))
  const days = (of: DaySpan, rows: EventRow[]) =>
    listDays(of).map((day): DayCounts => {
      const here = rows.filter((row) => localDay(row) === day)
      return {
        day,
        views: named(here, 'listing_view').length,
        visitors: visitors(here),
        leads: named(here, 'lead_created').length,
        filesOpened: named(here, 'file_view').length,
      }
    })
  const countBy = (part: (row: EventRow) => string | null) =>
    group(named(now, 'listing_view'), (row) => part(row) ?? '').map(
      ([name, rows]): NamedViews => ({ name, views: rows.length, visitors: visitors(rows) }),
    )
  const countViewsAndLeads = (rows: EventRow[]) => ({
    views: named(rows, 'listing_view').length,
    visitors: visitors(rows),
    leads: named(rows, 'lead_created').length,
  })
  return {
    log: now,
    days: days(span, now),
    daysBefore: days(spanBefore, before),
    views: metric((rows) => named(rows, 'listing_view').length),
    visitors: metric(visitors),
    leads: metric((rows) => named(rows, 'lead_created').length),
    filesOpened: metric((rows) => named(rows, 'file_view').length),
    downloads: metric((rows) => named(rows, 'file_download').length),
    clicks: metric((rows) => named(rows, 'link_click').length),
    readers: metric((rows) => named(rows, 'lead_created').filter(({ leadId }) => openedBy.has(leadId ?? '')).length),
    conversion: metric((rows) => (visitors(rows) ? named(rows, 'lead_created').length / visitors(rows) : 0)),
    averageSeconds: metric((rows) => {
      const known = named(rows, 'listing_leave').flatMap(({ seconds }) => seconds ?? [])
      return known.length ? known.reduce((sum, seconds) => sum + seconds, 0) / known.length : 0
    }),
    devices: countBy(({ device }) => device),
    systems: countBy(({ os }) => os),
    browsers: countBy(({ browser }) => browser),
    referrers: countBy(({ referrerHostname }) => referrerHostname),
    places: group(named(now, 'listing_view'), ({ country, region, city }) =>
      [country, region, city].map((part) => part ?? '').join('|'),
    ).map(([name, rows]): PlaceViews => {
      const [country = '', region = '', city = ''] = name.split('|')
      return { country, region, city, views: rows.length, visitors: visitors(rows) }
    }),
    channels: group(
      now.filter(isViewOrLead),
      ({ channelKind, channelId }) => (filters.listingId ? channelId : channelKind) ?? 'direct',
    ).map(
      ([channel, rows]): Omit<ChannelViews, 'name'> => ({
        ...{ channel, kind: rows[0]?.channelKind ?? null },
        ...countViewsAndLeads(rows),
      }),
    ),
    campaigns: group(now.filter(isViewOrLead).filter(hasCampaign), (row) => campaignParts(row).join('|')).map(
      ([key, rows]): CampaignViews => {
        const [source = '', medium = '', campaign = ''] = key.split('|')
        return { source, medium, campaign, ...countViewsAndLeads(rows) }
      },
    ),
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
  span: DaySpan
  spanBefore: DaySpan
}

const isViewOrLead = ({ event }: EventRow) => event === 'listing_view' || event === 'lead_created'
const campaignParts = ({ utmSource, utmMedium, utmCampaign }: EventRow) =>
  [utmSource, utmMedium, utmCampaign].map((part) => part ?? '')
const hasCampaign = (row: EventRow) => campaignParts(row).some(Boolean)

const named = (rows: EventRow[], name: string) => rows.filter(({ event }) => event === name)

function group(rows: EventRow[], by: (row: EventRow) => string) {
  return [...Map.groupBy(rows, by)]
}

function matches(row: EventRow, filters: Filters) {
  const is = (stored: string | null, word: string | undefined) =>
    word === undefined || (stored ?? '') === (['unknown', 'direct', ''].includes(word) ? '' : word)
  const [country, region, city] = filters.place?.split('|') ?? []
  return (
    (!filters.listingId || row.listingId === filters.listingId) &&
    (!filters.leadId || row.leadId === filters.leadId) &&
    (!filters.fileId || row.fileId === filters.fileId) &&
    is(row.device, filters.device) &&
    is(row.os, filters.os) &&
    is(row.browser, filters.browser) &&
    is(row.referrerHostname, filters.referrer) &&
    is(row.country, country) &&
    is(row.region, region) &&
    is(row.city, city) &&
    isOfChannel(row, filters.channel) &&
    isOfCampaign(row, filters.campaign)
  )
}

function isOfChannel({ channelKind, channelId }: EventRow, channel: string | undefined) {
  if (channel === undefined) return true
  if (channel === 'direct') return channelKind === null
  return channelKind === channel || channelId === channel
}

const isOfCampaign = (row: EventRow, campaign: string | undefined) =>
  campaign === undefined ||
  (hasCampaign(row) && campaign.split('|').every((part, index) => campaignParts(row)[index] === part))
