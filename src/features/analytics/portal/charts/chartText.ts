import { formatAmount, formatCount, formatDate, formatNumber, nounForCount } from '#ui/format/format.ts'
import { formatPercent } from '#ui/format/moneyAndPercent.ts'
import type { Metric } from '../../analytics.schema.ts'
import type { DaySpan } from '../../dateRanges.ts'
import type { ChartPoint, PointCounts } from './chartPoints.ts'

// Local days have no time zone: read and written in UTC, they stay the same.
const format = (parts: Intl.DateTimeFormatOptions) => (day: string) =>
  formatDate(new Date(`${day}T00:00:00Z`), { ...parts, timeZone: 'UTC' })

/** "9 Nov" */
export const chartDay = format({ day: 'numeric', month: 'short' })
/** "Nov 2026" */
export const chartMonth = format({ month: 'short', year: 'numeric' })
/** "Mon, 9 November" */
const namedDay = format({ weekday: 'short', day: 'numeric', month: 'long' })
/** "9 Nov 2026" */
const datedDay = format({ day: 'numeric', month: 'short', year: 'numeric' })

/** "Mon, 9 November", or "3 Nov – 9 Nov 2026". */
export const spanLabel = ({ from, to }: DaySpan) =>
  from === to ? namedDay(from) : `${chartDay(from)} – ${datedDay(to)}`

/** What is drawn with the views: visitors as a second line, the others as bars. */
export type ComparedMeasure = 'visitors' | 'leads' | 'filesOpened'
export type Measure = 'views' | ComparedMeasure

export const measureLabels: Record<Measure, string> = {
  views: 'Views',
  visitors: 'Visitors',
  leads: 'Leads',
  filesOpened: 'Document views',
}

const comparisonNouns: Record<ComparedMeasure, string> = {
  visitors: 'visitor',
  leads: 'lead',
  filesOpened: 'document view',
}

type MeasuredCounts = Pick<PointCounts, Measure>

/** "45 views and 2 leads" */
const countText = (counts: MeasuredCounts, comparison: ComparedMeasure) =>
  `${formatCount(counts.views, 'view')} and ${formatCount(counts[comparison], comparisonNouns[comparison])}`

/** "Mon, 9 November: 45 views and 2 leads; previous period 38 views and 1 lead" */
export function pointText(point: ChartPoint, comparison: ComparedMeasure) {
  const before = point.before ? `; previous period ${countText(point.before, comparison)}` : ''
  return `${spanLabel(point)}: ${countText(point, comparison)}${before}`
}

/** What the chart shows at a glance, for screen readers. The arrow keys read out single days. */
export function chartSummary(label: string, points: readonly ChartPoint[], comparison: ComparedMeasure) {
  const total = (measure: Measure) => points.reduce((sum, point) => sum + point[measure], 0)
  const totals = {
    views: total('views'),
    visitors: total('visitors'),
    leads: total('leads'),
    filesOpened: total('filesOpened'),
  }
  const best = points.reduce<ChartPoint | undefined>(
    (most, point) => (most && most.views >= point.views ? most : point),
    undefined,
  )
  const peak = best && best.views > 0 ? ` Most views: ${spanLabel(best)}, ${formatCount(best.views, 'view')}.` : ''
  return `${label}. ${countText(totals, comparison)} in total.${peak} Left and right arrow keys move between the days.`
}

interface ChangeText {
  direction: 'up' | 'down' | 'same' | 'new'
  /** "12%" */
  short: string
  /** For screen readers. */
  long: string
}

const MAX_PERCENT = 999

/** The change of an amount to the period before, in percent. There is no percentage from nothing to something. */
export function changeText({ now, before }: Metric, write: (amount: number) => string = formatAmount): ChangeText {
  if (before === 0 && now > 0) return { direction: 'new', short: 'new', long: 'none in the previous period' }
  const percent = before === 0 ? 0 : Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', short: '–', long: 'no change from the previous period' }
  const amount = Math.abs(percent)
  const short = amount > MAX_PERCENT ? `${formatPercent(MAX_PERCENT / 100)}+` : formatPercent(amount / 100)
  const direction = percent > 0 ? 'up' : 'down'
  return { direction, short, long: `${direction} ${short} from ${write(before)} in the previous period` }
}

/** The change of a percentage, in percentage points: 3% after 2% is one point more, not 50% more. */
export function shareChangeText({ now, before }: Metric, write: (share: number) => string): ChangeText {
  const points = Math.round((now - before) * 1000) / 10
  if (points === 0) return { direction: 'same', short: '–', long: 'no change from the previous period' }
  const amount = formatNumber(Math.abs(points), { maximumFractionDigits: 1 })
  const direction = points > 0 ? 'up' : 'down'
  const count = Math.abs(points)
  return {
    direction,
    short: `${amount} ${nounForCount(count, 'pt')}`,
    long: `${direction} ${amount} ${nounForCount(count, 'percentage point')} from ${write(before)} in the previous period`,
  }
}
