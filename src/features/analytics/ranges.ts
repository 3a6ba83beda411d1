/** Spans of whole days up to today, as the agent's calendar has them. */
export const ranges = ['7d', '30d', '90d', '12m', 'custom'] as const
export type Range = (typeof ranges)[number]

export const rangeWords: Record<Range, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  custom: 'Choose days',
}

const lengths = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 }
const MOST_DAYS = 731
/** No home was looked at outside these, and every database can count with them. */
const [EARLIEST, LATEST] = ['1990-01-01', '2199-12-31']
const DAY = 24 * 3600 * 1000

/** The first and the last of some days: "2026-11-15". */
export interface Span {
  from: string
  to: string
}

interface Wish {
  range: Range
  from?: string
  to?: string
}

/** The days that are asked for, and as many directly before them. */
export function spansOf({ range, from, to }: Wish, today: string): { span: Span; spanBefore: Span } {
  const span = range === 'custom' ? customSpan(from, to) : undefined
  return withSpanBefore(span ?? lastDays(today, range === 'custom' ? lengths['30d'] : lengths[range]))
}

export function addDays(day: string, days: number) {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** Every day of a span, in order. */
export function daysOf(span: Span) {
  return Array.from({ length: lengthOf(span) }, (_, nth) => addDays(span.from, nth))
}

/** What sums are kept of beside days. */
export type Period = 'week' | 'month'

/** The weeks or months that lie wholly in a span, by their first days, and the days around them. */
export function wholePeriods(period: Period, { from, to }: Span): { whole?: Span; rest: Span[] } {
  const begin = beginOf[period]
  const first = begin(from, 0) === from ? from : begin(from, 1)
  const past = begin(addDays(to, 1), 0)
  if (first >= past) return { rest: [{ from, to }] }
  const rest = [
    { from, to: addDays(first, -1) },
    { from: past, to },
  ].filter((span) => span.from <= span.to)
  return { whole: { from: first, to: begin(past, -1) }, rest }
}

/** The first day of the period that a day lies in, or of one that comes so many later. */
const beginOf: Record<Period, (day: string, later: number) => string> = {
  week: (day, later) => addDays(day, 7 * later - ((new Date(day).getUTCDay() + 6) % 7)),
  month: (day, later) => {
    const [year = 0, month = 1] = day.split('-').map(Number)
    return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10)
  },
}

function lastDays(today: string, days: number): Span {
  return { from: addDays(today, 1 - days), to: today }
}

function customSpan(one = '', other = ''): Span | undefined {
  const [from = '', to = ''] = [one, other].sort()
  if (from < EARLIEST || to > LATEST) return undefined
  const longest = addDays(to, 1 - MOST_DAYS)
  return { from: from < longest ? longest : from, to }
}

function withSpanBefore(span: Span) {
  return { span, spanBefore: { from: addDays(span.from, -lengthOf(span)), to: addDays(span.from, -1) } }
}

function lengthOf({ from, to }: Span) {
  return (Date.parse(to) - Date.parse(from)) / DAY + 1
}
