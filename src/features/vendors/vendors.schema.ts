import * as z from 'zod/mini'
import type { DaySpan } from '#features/analytics/dateRanges.ts'
import type { ChannelKind } from '#values/channelKinds.ts'
import type { propertyTypes, saleMethods } from '#values/listingFactValues.ts'

export const MAX_VENDOR_KEY_LENGTH = 200

export const VendorKeyInput = z.strictObject({
  key: z.string().check(z.minLength(1), z.maxLength(MAX_VENDOR_KEY_LENGTH)),
})

/** Exact for its days, which are the ones that the agent's analytics would be asked for. Never fewer than `MIN_GROUP` people. */
export interface CountedDays extends DaySpan {
  count: number
}

/** Null where the days so far have fewer than five people. */
export interface VendorFigure {
  /** What was counted in the last seven days. */
  week: CountedDays | null
  weekBefore: CountedDays | null
  /** Since the listing was published. */
  total: CountedDays | null
}

/** A bar of the chart: one day, or the days that have at least five visitors together. */
export interface DayBar extends DaySpan {
  views: number
  visitors: number
}

/** By which links visitors came. `other` has what is too small to be shown by itself. */
export type VendorChannel = ChannelKind | 'direct' | 'other'

export interface VendorChannelCount {
  channel: VendorChannel
  views: number
  visitors: number
  /** Null where fewer than five came by this link, or none. */
  enquiries: number | null
}

export interface VendorDocument {
  name: string
  /** At least so many, in steps of five. */
  readers: number
  /** Of all readers together, rounded. */
  seconds: number
  /** The share of the time of the longest read page, in tenths. Null for pages that fewer than five have read. */
  pages: (number | null)[]
  /** The last page that at least half of the readers, and never fewer than five, have read. */
  mostReadTo: number
}

export interface VendorOpenHome {
  startsAt: Date
  endsAt: Date
  /** Null while it is to come and on its day, and where fewer than five came. */
  visitors: number | null
  isCounted: boolean
}

export type VendorDate =
  | { kind: 'open_home'; at: Date; endsAt: Date }
  | { kind: 'sale'; at: Date; method: (typeof saleMethods)[number] }

export interface VendorComparison {
  /** What the other listings have in common with this one. */
  alike: { by: 'type'; propertyType: (typeof propertyTypes)[number] } | { by: 'price' }
  listings: number
  /** The middle one of the others over as many days, rounded to fives. Null where it would be under five. */
  typical: { views: number | null; visitors: number | null; enquiries: number | null }
}

/** `draft`: never public so far. `archived`: the agent took it down. */
export type VendorListingState = 'draft' | 'available' | 'under_offer' | 'sold' | 'withdrawn' | 'archived'

/** What the vendor of a listing is shown. It names no buyer, and has no count that points at one (decision 0083). */
export interface VendorReport {
  listing: { title: string; address: string; state: VendorListingState }
  /** Of the property: for the times of open homes and of the sale. */
  timeZone: string
  /** Local days of the agent. Null for a draft. */
  publishedOn: string | null
  /** The last whole day that is counted: yesterday, or the day on which the listing was taken down. Null before the first. */
  countedTo: string | null
  /** The agent's words. Empty without any. */
  words: string
  wordsAt: Date | null
  figures: { views: VendorFigure; visitors: VendorFigure; enquiries: VendorFigure; openHomeVisitors: number | null }
  /** The last two weeks, the oldest first. What they do not cover has fewer than five visitors. */
  days: { span: DaySpan; spanBefore: DaySpan; bars: DayBar[] } | null
  channels: VendorChannelCount[]
  /** The longest read first. */
  documents: VendorDocument[]
  /** How many more there are, with fewer than five readers each. */
  otherDocuments: number
  openHomes: VendorOpenHome[]
  comparison: VendorComparison | null
  /** The soonest first. */
  next: VendorDate[]
}
