/**
 * What is counted. Views, the end of a look at a page, and clicks on links that lead away come from the browser's beacon; the rest
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

/** What a browser may say of itself. */
export const sentNames = ['listing_view', 'listing_leave', 'link_click'] as const satisfies EventName[]

export type SentName = (typeof sentNames)[number]

/** Where the beacon of a page sends it. */
export const EVENT_PATH = '/_event'
