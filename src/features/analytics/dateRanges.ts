import { addDays } from '#ui/format/dates.ts'
import { DAY_MS } from '#values/time.ts'

/** Ranges of whole local days up to today. */
export const dateRangeOptions = ['7d', '30d', '90d', '12m', 'custom'] as const
export type DateRangeOption = (typeof dateRangeOptions)[number]

export const dateRangeLabels: Record<DateRangeOption, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  custom: 'Custom dates',
}

const rangeDays = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 }
const MAX_DAYS = 731
/** No event is outside these, and PostgreSQL can calculate with them. */
const [EARLIEST, LATEST] = ['1990-01-01', '2199-12-31']

/** The first and the last day: "2026-11-15". */
export interface DaySpan {
  from: string
  to: string
}

interface RangeInput {
  range: DateRangeOption
  from?: string
  to?: string
}

/** The days of a range, and as many directly before them. */
export function resolveSpans({ range, from, to }: RangeInput, today: string): { span: DaySpan; spanBefore: DaySpan } {
  const span = range === 'custom' ? customSpan(from, to) : undefined
  return withSpanBefore(span ?? lastDays(today, range === 'custom' ? rangeDays['30d'] : rangeDays[range]))
}

/** Every day of a span, in order. */
export function listDays(span: DaySpan) {
  return Array.from({ length: countSpanDays(span) }, (_, index) => addDays(span.from, index))
}

/** Beside days, sums are kept of these. */
export type Period = 'week' | 'month'

interface SplitSpan {
  /** Weeks or months, by their first days. */
  whole?: DaySpan
  /** Days of the span outside of them. */
  added: DaySpan[]
  /** Days of theirs outside of the span. */
  subtracted: DaySpan[]
}

/**
 * A span as weeks or months, and as few days as possible to add or to subtract. A week or month that is mostly in the span is taken as a whole. After
 * `lastDay`, if it is given, there is nothing to subtract.
 */
export function splitIntoWholePeriods(period: Period, span: DaySpan, lastDay?: string): SplitSpan {
  const { from, to } = span
  const start = startOf[period]
  const [before, after] = [
    { from: start(from, 0), to: addDays(from, -1) },
    { from: addDays(to, 1), to: addDays(start(to, 1), -1) },
  ]
  const [beginning, end] = [
    { from, to: addDays(start(from, 1), -1) },
    { from: start(to, 0), to },
  ]
  const isEmptyAfter = lastDay !== undefined && to >= lastDay
  const takesFirst = countSpanDays(before) <= countSpanDays(beginning)
  const takesLast = isEmptyAfter || countSpanDays(after) <= countSpanDays(end)
  const whole = { from: start(from, takesFirst ? 0 : 1), to: start(to, takesLast ? 0 : -1) }
  const added = [...(takesFirst ? [] : [beginning]), ...(takesLast ? [] : [end])]
  const subtracted = [...(takesFirst ? [before] : []), ...(takesLast && !isEmptyAfter ? [after] : [])].filter(
    (days) => days.from <= days.to,
  )
  const days = [...added, ...subtracted].reduce((sum, one) => sum + countSpanDays(one), 0)
  if (whole.from > whole.to || days >= countSpanDays(span)) return { added: [span], subtracted: [] }
  return { whole, added, subtracted }
}

/** The first day of a day's period, or of a later one. */
const startOf: Record<Period, (day: string, later: number) => string> = {
  week: (day, later) => addDays(day, 7 * later - ((new Date(day).getUTCDay() + 6) % 7)),
  month: (day, later) => {
    const [year = 0, month = 1] = day.split('-').map(Number)
    return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10)
  },
}

function lastDays(today: string, days: number): DaySpan {
  return { from: addDays(today, 1 - days), to: today }
}

function customSpan(one = '', other = ''): DaySpan | undefined {
  const [from = '', to = ''] = [one, other].sort()
  if (from < EARLIEST || to > LATEST) return undefined
  const longest = addDays(to, 1 - MAX_DAYS)
  return { from: from < longest ? longest : from, to }
}

function withSpanBefore(span: DaySpan) {
  return { span, spanBefore: { from: addDays(span.from, -countSpanDays(span)), to: addDays(span.from, -1) } }
}

function countSpanDays({ from, to }: DaySpan) {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}
