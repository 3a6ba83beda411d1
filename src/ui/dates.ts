/** "Saturday, 14 March 2026", as it is where the agent is. */
export const longDate = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'full', timeZone }).format(moment)
