import type { SearchSchemaInput } from '@tanstack/react-router'
import { type EventName, eventNames } from '#platform/events/events.ts'
import { calendarDay, matching, oneOf, shortText } from '#platform/searchPart.ts'
import { type Range, ranges } from '../ranges.ts'

/** The search part of the address. What is empty filters nothing. */
export interface AnalyticsWish {
  listingId: string
  leadId: string
  range: Range
  /** The days of a `custom` range. */
  from: string
  to: string
  /** Whether the range before stands beside it. */
  compare: boolean
  device: string
  os: string
  browser: string
  place: string
  referrer: string
  fileId: string
  /** What the log shows; the figures count everything. */
  event: EventName | ''
}

export const readWish = (given: Partial<AnalyticsWish> & SearchSchemaInput): AnalyticsWish => ({
  listingId: shortText(given.listingId),
  leadId: shortText(given.leadId),
  range: oneOf(given.range, ranges, '30d'),
  from: calendarDay(given.from),
  to: calendarDay(given.to),
  compare: given.compare !== false,
  device: shortText(given.device),
  os: shortText(given.os),
  browser: shortText(given.browser),
  place: shortText(given.place, 300),
  referrer: shortText(given.referrer, 255),
  fileId: matching(given.fileId, /^file_[0-9a-z]{1,40}$/),
  event: oneOf(given.event, eventNames, ''),
})

/** What an address without a search part means. */
export const noWish = readWish({} as SearchSchemaInput)
