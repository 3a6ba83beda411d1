/**
 * What is assumed of an installation. Everything else comes from bench/results. Events are mixed as in `bench/support/eventMix.ts`, and a listing has as many
 * of them as one of the office in `agency`.
 */
export const TARGET = { agencies: 10_000, listings: 1_000_000, eventsPerMonth: 100_000_000 }

export const PEOPLE_PER_AGENCY = 5
export const EVENTS_PER_LISTING = 2_000
export const MONTHS_KEPT = 24
export const DAYS_PER_MONTH = 30

/** Of the events. */
export const EVENT_SHARES = { listing_view: 0.58, file_view: 0.06, file_download: 0.02, lead_created: 0.005 }

/** A listing's files: within the ranges of product pages, 6 to 15 documents and 15 to 25 photos. */
export const DOCUMENTS_PER_LISTING = 10
export const PHOTOS_PER_LISTING = 20
export const BYTES_PER_DOCUMENT = 5_000_000
/** With its three widths. */
export const BYTES_PER_PHOTO = 4_000_000

/** What one visit asks for besides its events: the page, and photos the browser does not have yet. */
export const PHOTOS_PER_VIEW = 6
/** A changed listing is rendered again, once in each web process. */
export const RENDERINGS_PER_LISTING = 40
/** A browser reports what is being read every few seconds. */
export const REPORTS_PER_OPENED_DOCUMENT = 12
/** Calls of the portal by each person on a working day. */
export const PORTAL_CALLS_PER_PERSON_AND_DAY = 60

/**
 * The part of a day's visits in each hour, from midnight. Most of Australia and New Zealand lives within three hours, so there is one evening. The busiest day of a week has
 * half as many again as the mean.
 */
export const SHARE_BY_HOUR = [
  ...[0.012, 0.008, 0.006, 0.006, 0.008, 0.015, 0.028, 0.042],
  ...[0.048, 0.046, 0.045, 0.046, 0.052, 0.048, 0.044, 0.044],
  ...[0.046, 0.05, 0.058, 0.075, 0.092, 0.086, 0.06, 0.035],
]
export const BUSIEST_DAY = 1.5
/** When a portal sends its email of new listings, visits come in bursts: this many times the mean of the hour, for a minute in ten. */
export const BURST = { times: 3, secondsOf: 60, every: 600 }

/** How full a processor may be at the busiest hour, so that a process can be lost and a backup made. */
export const MAX_UTILISATION = 0.6
/** What waiting is allowed to add at the 95th percentile. */
export const MAX_WAIT_MS = 20

/** Rows of each table. Of a listing, unless another thing is named. */
export const ROWS = {
  listing: { each: 'listing', rows: 1 },
  file: { each: 'listing', rows: DOCUMENTS_PER_LISTING + PHOTOS_PER_LISTING },
  file_version: { each: 'listing', rows: DOCUMENTS_PER_LISTING * 1.2 },
  reading_sum: { each: 'listing', rows: DOCUMENTS_PER_LISTING * 1.2 },
  record_head: { each: 'listing', rows: 1 },
  lead: { each: 'lead', rows: 1 },
  person: { each: 'lead', rows: 0.8 },
  notification: { each: 'lead', rows: 1.5 },
  lead_answer: { each: 'lead', rows: 1.5 },
  record_subject: { each: 'lead', rows: 1 },
  record_entry: { each: 'lead', rows: 4 },
  reading: { each: 'lead', rows: 2 },
  acknowledgement: { each: 'lead', rows: 0.2 },
  change_recipient: { each: 'lead', rows: 1 },
  audit: { each: 'person and day', rows: 10 },
  event: { each: 'event', rows: 1 },
}
/** Free space in tables and indexes that change all the time. */
export const BLOAT = 1.25
