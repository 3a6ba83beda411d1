import { formatRelativeUnits } from './formats.ts'

const relativeUnits = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 hours ago", in the largest unit that fits; the last minute is "just now". */
export function formatRelativeTime(moment: Date, now: Date) {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  const step = relativeUnits.find(([, length]) => seconds >= length)
  return step ? formatRelativeUnits(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}
