import { subtractDays } from '#ui/calendarDays.ts'

/** "The last 7 days" begins six days before today. */
export const dayRanges = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

export const startOfRange = (today: string, days: number) => subtractDays(today, days - 1)
