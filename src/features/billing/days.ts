import { plainDate } from '#ui/dates.ts'

/** "14 March 2026" where our agents are, for pages that do not know better. The server and the browser agree on it. */
export const dayHere = (moment: Date, timeZone = 'Pacific/Auckland') => plainDate(moment, timeZone)
