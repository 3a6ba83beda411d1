const GIGABYTE = 1000 ** 3

/** What one agent may store. */
export const STORAGE_QUOTA_BYTES = 100 * GIGABYTE
/** The same during the free trial, which costs nothing but a card that may not be charged. */
export const TRIAL_STORAGE_QUOTA_BYTES = 10 * GIGABYTE
