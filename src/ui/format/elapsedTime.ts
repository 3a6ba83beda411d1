import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#values/time.ts'
import { shortDate } from './dates.ts'
import { formatRelativeUnits } from './format.ts'

const WEEK_SECONDS = 7 * 24 * 3600

const relativeUnits = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "just now", "3 hours ago", "yesterday"; after a week the date: "1 Mar". */
export function formatRelativeTime(moment: Date, now: Date, timeZone: string) {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  if (seconds >= WEEK_SECONDS) return shortDate(moment, timeZone, now)
  const step = relativeUnits.find(([, length]) => seconds >= length)
  return step ? formatRelativeUnits(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}

/** "45 s", "2 min 5 s", "1 h 3 min": how long something took, where there is little room. */
export function formatDuration(seconds: number) {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return formatUnitPair(whole, 60, 'min', 's')
  return formatUnitPair(Math.round(whole / 60), 60, 'h', 'min')
}

const formatUnitPair = (amount: number, size: number, unit: string, part: string) => {
  const [large, small] = [Math.floor(amount / size), amount % size]
  return small > 0 ? `${large} ${unit} ${small} ${part}` : `${large} ${unit}`
}

/** The time, updated every half minute: often enough for "5 minutes ago" and for a clock without seconds. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}
