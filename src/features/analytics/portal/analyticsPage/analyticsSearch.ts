import type { SearchSchemaInput } from '@tanstack/react-router'
import { type EventName, eventNames } from '#platform/events/events.ts'
import { choiceParam, dayParam, idPattern, patternParam, textParam, whoseParam } from '#platform/input/searchParams.ts'
import { channelKinds } from '#values/channelKinds.ts'
import { type AnalyticsInput, isChannelId } from '../../analytics.schema.ts'
import { type DateRangeOption, dateRangeOptions } from '../../dateRanges.ts'

/** The search parameters of the page. An empty one does not filter. */
export interface AnalyticsSearch {
  /** Whose listings, in a team. */
  whose: string
  listingId: string
  leadId: string
  range: DateRangeOption
  /** The days of a `custom` range. */
  from: string
  to: string
  /** Whether the range before is shown too. */
  compare: boolean
  device: string
  os: string
  browser: string
  place: string
  referrer: string
  fileId: string
  channel: string
  campaign: string
  /** Filters the activity log only. */
  event: EventName | ''
}

const CHANNEL = new RegExp(`^(?:direct|${channelKinds.join('|')}|chan_[0-9a-z]{1,40})$`)

export const parseAnalyticsSearch = (given: Partial<AnalyticsSearch> & SearchSchemaInput): AnalyticsSearch => ({
  whose: whoseParam(given.whose),
  listingId: textParam(given.listingId),
  leadId: textParam(given.leadId),
  range: choiceParam(given.range, dateRangeOptions, '30d'),
  from: dayParam(given.from),
  to: dayParam(given.to),
  compare: given.compare !== false,
  device: textParam(given.device),
  os: textParam(given.os),
  browser: textParam(given.browser),
  place: textParam(given.place, 300),
  referrer: textParam(given.referrer, 255),
  fileId: patternParam(given.fileId, /^file_[0-9a-z]{1,40}$/),
  channel: patternParam(given.channel, CHANNEL),
  campaign: textParam(given.campaign, 310),
  event: choiceParam(given.event, eventNames, ''),
})

/** The search of an address without parameters. */
export const defaultAnalyticsSearch = parseAnalyticsSearch({} as SearchSchemaInput)

/** What a click on a bar or a metric sets. */
const filterKeys = ['place', 'device', 'browser', 'os', 'referrer', 'channel', 'campaign', 'fileId', 'event'] as const
export type FilterKey = (typeof filterKeys)[number]

const inputKeys = [
  'whose',
  'listingId',
  'leadId',
  'range',
  'device',
  'os',
  'browser',
  'place',
  'referrer',
  'fileId',
  'channel',
  'campaign',
] as const satisfies (keyof AnalyticsInput & keyof AnalyticsSearch)[]

/** The input of the server functions, without empty filters. */
export function toAnalyticsInput(search: AnalyticsSearch): Partial<AnalyticsInput> {
  const keys = search.range === 'custom' ? ([...inputKeys, 'from', 'to'] as const) : inputKeys
  return Object.fromEntries(keys.filter((key) => search[key]).map((key) => [key, search[key]]))
}

/** The same for the log, which shows one kind of event or all. */
export const toEventsFilter = (search: AnalyticsSearch) => ({
  ...toAnalyticsInput(search),
  ...(search.event && { event: search.event }),
})

/** Sets a filter, or removes it when it is set already. */
export const toggleFilter = (search: AnalyticsSearch, by: FilterKey, value: string): Partial<AnalyticsSearch> => ({
  ...search,
  [by]: search[by] === value ? '' : value,
})

/** Removes all filters but the range. */
export const clearFilters = ({ range, from, to, compare }: AnalyticsSearch): AnalyticsSearch => ({
  ...defaultAnalyticsSearch,
  range,
  from,
  to,
  compare,
})

/** Filters by something that may not exist any more. */
export const hasIdFilter = ({ listingId, leadId, fileId, channel }: AnalyticsSearch) =>
  Boolean(listingId || leadId || fileId || isChannelId(channel))

/** The address may contain anything. */
export const hasValidIds = ({ listingId, leadId }: AnalyticsSearch) =>
  (listingId === '' || idPattern('list').test(listingId)) && (leadId === '' || idPattern('lead').test(leadId))

export const analyticsCsvUrl = (search: AnalyticsSearch) =>
  `/portal/analytics.csv?${new URLSearchParams(toEventsFilter(search))}`
