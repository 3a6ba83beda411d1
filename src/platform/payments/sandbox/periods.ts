import type { Price } from './records.ts'

const LONGEST = 10_000

/** When the period that starts at `start` ends: the anchor's day of the month, or the month's last when it has no such day. */
export function periodEnd(anchor: number, start: number, { interval, interval_count }: Price['recurring']) {
  const months = interval_count * (interval === 'year' ? 12 : 1)
  for (let periods = 0; periods < LONGEST; periods += 1) {
    const end = addMonths(anchor, periods * months)
    if (end > start) return end
  }
  throw new Error('The period lies too far from its anchor.')
}

function addMonths(seconds: number, months: number) {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}
