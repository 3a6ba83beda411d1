export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const DAY_SECONDS = 24 * 3600
export const YEAR_SECONDS = 365 * DAY_SECONDS

/** For agents who have not chosen a time zone, and for pages that don't know their reader's. */
export const DEFAULT_TIME_ZONE = 'Pacific/Auckland'
