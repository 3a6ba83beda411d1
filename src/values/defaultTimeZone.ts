/** For agents who have not chosen a time zone, and for pages that don't know their reader's. Directly in `src`, because the database and the browser share it. */
export const DEFAULT_TIME_ZONE = 'Pacific/Auckland'
