/** "Saturday, 14 March 2026", as it is where the agent is. */
export const longDate = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'full', timeZone }).format(moment)

/** "14 Mar 2026", where there is little room. */
export const shortDate = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeZone }).format(moment)
