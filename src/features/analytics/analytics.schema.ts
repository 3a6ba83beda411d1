import * as z from 'zod/mini'
import { eventNames } from '#platform/events/events.ts'
import { Day, FileId, LeadId, ListingId, Whose } from '#platform/input/fieldSchemas.ts'
import { type ChannelKind, channelKinds } from '#values/channelKinds.ts'
import { type DaySpan, dateRangeOptions } from './dateRanges.ts'

const shortText = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

const CHANNEL_ID = /^chan_[0-9a-z]{1,40}$/
export const isChannelId = (channel = '') => CHANNEL_ID.test(channel)

/** Which events are counted, over which local days. */
const filters = {
  /** Whose listings; all within reach by default. */
  whose: z.optional(Whose),
  /** Empty: all listings. */
  listingId: z._default(z.union([z.literal(''), ListingId]), ''),
  /** Empty: all visitors. */
  leadId: z._default(z.union([z.literal(''), LeadId]), ''),
  range: z._default(z.enum(dateRangeOptions), '30d'),
  /** The first and the last day of a `custom` range. */
  from: z.optional(Day),
  to: z.optional(Day),
  /** `unknown` where it was not recognised. */
  device: shortText,
  os: shortText,
  browser: shortText,
  /** Country, region and city with `|` between them, or the first of them. */
  place: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  /** A host, or `direct`. */
  referrer: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  fileId: z.optional(FileId),
  /** The kind of a listing's link, the id of one, or `direct`. */
  channel: z.optional(z.union([z.enum(['direct', ...channelKinds]), z.string().check(z.regex(CHANNEL_ID))])),
  /** Source, medium and campaign with `|` between them, or the first of them. */
  campaign: z.optional(z.string().check(z.minLength(1), z.maxLength(310))),
}

export const AnalyticsInput = z.strictObject(filters)
export type AnalyticsInput = z.infer<typeof AnalyticsInput>

/** Which events the log and its export show. */
export const EventsFilter = z.strictObject({ ...filters, event: z.optional(z.enum(eventNames)) })
export type EventsFilter = z.infer<typeof EventsFilter>

export const ListEventsInput = z.strictObject({
  ...EventsFilter.shape,
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type ListEventsInput = z.infer<typeof ListEventsInput>

export const DashboardInput = z.strictObject({
  range: z._default(z.enum(['7d', '30d', '90d', '12m']), '30d'),
  whose: z.optional(Whose),
})
export type DashboardInput = z.infer<typeof DashboardInput>

/** The agency's agents side by side, over these local days. */
export const AgentFiguresInput = z.strictObject({ range: filters.range, from: filters.from, to: filters.to })
export type AgentFiguresInput = z.infer<typeof AgentFiguresInput>

export interface AgentFigures {
  id: string
  firstName: string
  lastName: string
  email: string
  /** Published now. */
  listings: number
  /** Of the range. */
  views: number
  leads: number
  /** Now. */
  needsReply: number
  /** From an enquiry to the first change of its status. Null where no enquiry of the range has one. */
  medianReplySeconds: number | null
}

/** A number for the range, and for the equally long range before it. */
export interface Metric {
  now: number
  before: number
}

/** 0 where there is nothing to compare with. */
export const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

/** A visitor who returns on another day counts again, also in the analytics of one buyer. */
export interface DayCounts {
  /** "2026-11-15" */
  day: string
  views: number
  visitors: number
  leads: number
  filesOpened: number
}

export interface ListingViews {
  span: DaySpan
  spanBefore: DaySpan
  days: DayCounts[]
  daysBefore: DayCounts[]
  views: Metric
  visitors: Metric
}

export interface Engagement {
  visitors: Metric
  /** Those of these leads who have opened a document since. */
  readers: Metric
  leads: Metric
  /** Leads for each visitor, between 0 and 1. */
  conversion: Metric
  filesOpened: Metric
  downloads: Metric
  clicks: Metric
  /** Seconds that a page was open, on average; 0 where it is not known. */
  averageSeconds: Metric
  documents: DocumentCounts[]
}

export interface DocumentCounts {
  fileId: string
  name: string
  kind: string | null
  listingTitle: string | null
  opens: number
  downloads: number
}

/** How long all readers have read, since documents were uploaded. */
export interface ReadingTime {
  /** The longest reading first. */
  documents: DocumentReadingTime[]
  /** Of the document in the filters, if anyone has read it. */
  pages: DocumentPages | null
}

export interface DocumentReadingTime {
  fileId: string
  name: string
  listingTitle: string | null
  seconds: number
  readers: number
}

export interface DocumentPages {
  /** The first element is page 1. */
  pageSeconds: number[]
  /** How many readers have read the page. */
  pageReaders: number[]
  pageCount: number
  isCurrentVersion: boolean
}

/** One bar of a bar list. */
export interface NamedViews {
  /** Empty: unknown, or a direct visit. */
  name: string
  views: number
  visitors: number
}

export interface PlaceViews {
  country: string
  region: string
  city: string
  views: number
  visitors: number
}

/** By which links visitors came. */
export interface ChannelViews {
  /** The value of the filter: the id of a link of one listing, or over all listings its kind; `direct` for the rest. */
  channel: string
  kind: ChannelKind | null
  /** The agent's own name of the link. */
  name: string
  views: number
  visitors: number
  leads: number
}

export interface CampaignViews {
  source: string
  medium: string
  campaign: string
  views: number
  visitors: number
  leads: number
}

export interface ViewsByChannel {
  channels: ChannelViews[]
  campaigns: CampaignViews[]
}

export interface ViewsByDevice {
  devices: NamedViews[]
  systems: NamedViews[]
  browsers: NamedViews[]
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
  channelKind: ChannelKind | null
  channelName: string | null
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
  seconds: number | null
}

export interface EventsPage {
  events: LoggedEvent[]
  next: string | null
}

export interface DashboardSummary {
  timeZone: string
  span: DaySpan
  spanBefore: DaySpan
  views: Metric
  visitors: Metric
  leads: Metric
  conversion: Metric
  filesOpened: Metric
  days: DayCounts[]
  daysBefore: DayCounts[]
  newLeads: DashboardLead[]
  topListings: TopListing[]
  attention: AttentionItem[]
  firstSteps: FirstStepsProgress
}

/** Which first steps a new agent has done, and the listing to continue with. */
export interface FirstStepsProgress {
  hasListing: boolean
  hasFiles: boolean
  isPublished: boolean
  /** The contact card has a name, a phone number, an agency, a licence line and a photo. */
  hasContactCard: boolean
  isShared: boolean
  isSeen: boolean
  listingId: string | null
}

export interface DashboardLead {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  status: string
  heat: number
  listingId: string
  listingTitle: string
  openedFiles: number
  downloadedFiles: number
  createdAt: Date
}

export interface TopListing {
  id: string
  title: string
  views: number
  visitors: number
  leads: number
}

/** Something that needs the agent's attention. The subscription has a banner of its own. */
export type AttentionItem =
  | { kind: 'drafts'; count: number; listingId: string; title: string }
  | { kind: 'failed uploads'; count: number; listingId: string | null; fileName: string }
  | { kind: 'without photos'; count: number; listingId: string; title: string }
  | { kind: 'leads to reply to'; count: number }
  /** On published listings, with a type whose limit they exceed. */
  | { kind: 'old documents'; count: number; listingId: string; fileName: string }
