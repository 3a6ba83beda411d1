/** Days as the address has them: 2026-03-14. */
export const todayIn = (timeZone: string, now = new Date()) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(now)

export const daysBefore = (day: string, days: number) => {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment.toISOString().slice(0, 10)
}

/** "The last 7 days" begins six days before today. */
export const spans = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

export const beginOfSpan = (today: string, days: number) => daysBefore(today, days - 1)
