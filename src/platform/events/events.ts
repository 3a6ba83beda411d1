/**
 * Everything that is counted. The beacon of a listing page sends views, leaving the page and clicks on links; the rest
 * is recorded where it happens.
 */
export const eventNames = [
  'listing_view',
  'listing_leave',
  'link_click',
  'file_view',
  'file_download',
  'lead_created',
] as const
export type EventName = (typeof eventNames)[number]

/** Events that browsers send. */
export const browserEventNames = ['listing_view', 'listing_leave', 'link_click'] as const satisfies EventName[]

export type BrowserEventName = (typeof browserEventNames)[number]

/** Where browsers send them. */
export const EVENT_PATH = '/_event'

/** How the path of a download ends that was part of a zip of all documents. Each document has its own event. */
export const ZIP_PATH_END = '/documents.zip'

/** Where browsers report what was read. */
export const READING_PATH = '/_reading'
