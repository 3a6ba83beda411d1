import * as z from 'zod/mini'
import { Day } from '#platform/day.ts'
import { eventNames } from '#platform/events/events.ts'
import { FileId, LeadId, ListingId } from '#platform/ids.ts'
import { ranges, type Span } from './ranges.ts'

export type { Span } from './ranges.ts'

const word = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

/** What is counted: all of an agent's listings, or less, over a range of days of the agent's calendar. */
const wish = {
  /** Empty: all listings. */
  listingId: z._default(z.union([z.literal(''), ListingId]), ''),
  /** Empty: everybody. */
  leadId: z._default(z.union([z.literal(''), LeadId]), ''),
  range: z._default(z.enum(ranges), '30d'),
  /** The first and the last day of a `custom` range. */
  from: z.optional(Day),
  to: z.optional(Day),
  /** What was not recognised is `unknown`. */
  device: word,
  os: word,
  browser: word,
  /** Country, region and city with `|` between them, or the first of them. */
  place: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  /** A host, or `direct`. */
  referrer: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  fileId: z.optional(FileId),
}

export const AnalyticsQuestion = z.strictObject(wish)
export type AnalyticsQuestion = z.infer<typeof AnalyticsQuestion>

/** Which events: for the log and for its export alike. */
export const EventsFilter = z.strictObject({ ...wish, event: z.optional(z.enum(eventNames)) })
export type EventsFilter = z.infer<typeof EventsFilter>

export const EventsQuestion = z.strictObject({
  ...EventsFilter.shape,
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type EventsQuestion = z.infer<typeof EventsQuestion>

export const DashboardQuestion = z.strictObject({ range: z._default(z.enum(['7d', '30d', '90d', '12m']), '30d') })
export type DashboardQuestion = z.infer<typeof DashboardQuestion>

/** A number of the range, and of the range before it that is as long. */
export interface Figure {
  now: number
  before: number
}

/** Visitors are told apart for one day: a person who comes back on another day counts again, also where one buyer is asked for. */
export interface DayCount {
  /** "2026-11-15" */
  day: string
  views: number
  visitors: number
  leads: number
  filesOpened: number
}

export interface Views {
  /** The agent has chosen another time zone; days are still those of the one before. */
  isBeingRecut: boolean
  span: Span
  spanBefore: Span
  days: DayCount[]
  daysBefore: DayCount[]
  views: Figure
  visitors: Figure
}

export interface Engagement {
  visitors: Figure
  /** Of these leads, those who have opened at least one document since. */
  readers: Figure
  leads: Figure
  /** Leads for each visitor, between 0 and 1. */
  conversion: Figure
  filesOpened: Figure
  downloads: Figure
  clicks: Figure
  /** Seconds that a page is looked at, on average; 0 where nobody left one. */
  secondsPerLook: Figure
  documents: DocumentCount[]
}

export interface DocumentCount {
  fileId: string
  name: string
  kind: string | null
  /** Of the listing that it lies with. */
  listingTitle: string | null
  opens: number
  downloads: number
}

/** One bar of a list. */
export interface Slice {
  /** Empty: not known, or typed in directly. */
  name: string
  views: number
  visitors: number
}

export interface PlaceSlice {
  country: string
  region: string
  city: string
  views: number
  visitors: number
}

export interface Devices {
  devices: Slice[]
  systems: Slice[]
  browsers: Slice[]
}

export interface LoggedEvent {
  id: string
  event: string
  at: Date
  listingId: string | null
  listingTitle: string | null
  leadId: string | null
  leadName: string | null
  fileId: string | null
  fileName: string | null
  country: string | null
  region: string | null
  city: string | null
  device: string | null
  os: string | null
  browser: string | null
  referrerHostname: string | null
  seconds: number | null
}

export interface EventsPage {
  events: LoggedEvent[]
  next: string | null
}

export interface DashboardSummary {
  timeZone: string
  span: Span
  spanBefore: Span
  views: Figure
  visitors: Figure
  leads: Figure
  conversion: Figure
  filesOpened: Figure
  days: DayCount[]
  daysBefore: DayCount[]
  newLeads: NewLead[]
  bestListings: BestListing[]
  attention: Attention[]
  firstRun: FirstRun
}

/** The first steps of a new agent, and the listing to go on with. */
export interface FirstRun {
  hasListing: boolean
  hasFiles: boolean
  isPublished: boolean
  isSeen: boolean
  listingId: string | null
}

export interface NewLead {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  status: string
  listingId: string
  listingTitle: string
  openedFiles: number
  downloadedFiles: number
  createdAt: Date
}

export interface BestListing {
  id: string
  title: string
  views: number
  visitors: number
  leads: number
}

/** Something that waits for the agent. */
export type Attention =
  | { kind: 'inactive subscription' }
  | { kind: 'drafts'; count: number; listingId: string; title: string }
  | { kind: 'failed uploads'; count: number; listingId: string | null; fileName: string }
  | { kind: 'without photos'; count: number; listingId: string; title: string }
  | { kind: 'leads to reply to'; count: number }
