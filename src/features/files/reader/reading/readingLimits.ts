/** Pages after these are not measured. No property document has as many, and a report stays small enough for a beacon. */
export const MAX_MEASURED_PAGES = 5_000
/** Different searches of one reader in one document. */
export const MAX_SEARCHES = 20
export const MAX_SEARCH_LENGTH = 100
