import { daysBefore } from '#ui/calendarDays.ts'

/** "The last 7 days" begins six days before today. */
export const spans = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

export const beginOfSpan = (today: string, days: number) => daysBefore(today, days - 1)
