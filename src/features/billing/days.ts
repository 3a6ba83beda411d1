/** "14 March 2026" where our agents are, for pages that do not know better. The server and the browser agree on it. */
export const dayHere = (moment: Date, timeZone = 'Pacific/Auckland') =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone }).format(moment)

/** "14 Mar 2026". */
export const shortDay = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeZone }).format(moment)
