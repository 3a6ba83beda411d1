/** "Saturday, 14 March 2026", as it is where the agent is. */
export const longDate = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'full', timeZone }).format(moment)

/** "14 Mar", or "14 Mar 2025" if that is not this year: where there is little room. */
export function shortDate(moment: Date, timeZone: string) {
  const year = (date: Date) => new Intl.DateTimeFormat('en-NZ', { year: 'numeric', timeZone }).format(date)
  const isThisYear = year(moment) === year(new Date())
  const parts = { day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric', timeZone } as const
  return new Intl.DateTimeFormat('en-NZ', parts).format(moment)
}
