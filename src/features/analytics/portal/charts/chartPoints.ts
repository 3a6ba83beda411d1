import { formatNumber } from '#ui/format/format.ts'
import type { DayCounts } from '../../analytics.schema.ts'
import type { DaySpan } from '../../dateRanges.ts'
import { chartDay, chartMonth } from './chartText.ts'

export type PointCounts = Omit<DayCounts, 'day'>

/** One day, or several where single days would be too narrow to point at. */
export interface ChartPoint extends DaySpan, PointCounts {
  before?: DaySpan & PointCounts
}

const MAX_DAY_POINTS = 120
const MAX_DAYS_BY_WEEK = 400

/** Days, weeks or months, depending on how many days there are. The days before are grouped in the same way. */
export function toPoints(days: readonly DayCounts[], daysBefore: readonly DayCounts[] = []): ChartPoint[] {
  const indexes =
    days.length <= MAX_DAY_POINTS
      ? days.keys()
      : days.length <= MAX_DAYS_BY_WEEK
        ? weekStarts(days.length)
        : monthStarts(days)
  const starts = [...indexes]
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? days.length
    const before = daysBefore.slice(start, end)
    return { ...sumDays(days.slice(start, end)), ...(before.length > 0 && { before: sumDays(before) }) }
  })
}

/** The last week ends with the last day. Up to three remaining days at the beginning belong to the first week. */
function weekStarts(length: number) {
  const left = length % 7
  const whole = Array.from({ length: Math.floor(length / 7) }, (_, week) => left + week * 7)
  return [0, ...(left > 3 ? whole : whole.slice(1))]
}

const monthStarts = (days: readonly DayCounts[]) =>
  [...days.keys()].filter((index) => index === 0 || days[index]?.day.endsWith('-01'))

function sumDays(days: readonly DayCounts[]): DaySpan & PointCounts {
  const total = (of: keyof PointCounts) => days.reduce((sum, count) => sum + count[of], 0)
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    views: total('views'),
    visitors: total('visitors'),
    leads: total('leads'),
    filesOpened: total('filesOpened'),
  }
}

const MAX_TICKS = 3

/** A few round whole numbers from zero to at least the maximum. */
export function axisTicks(maximum: number) {
  const atLeast = Math.max(1, maximum) / MAX_TICKS
  const power = 10 ** Math.max(0, Math.floor(Math.log10(atLeast)))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= atLeast) ?? 10 * power
  const lines = Math.max(1, Math.ceil(maximum / step))
  return Array.from({ length: lines + 1 }, (_, line) => line * step)
}

/** "250", "1.5K" */
export const tickLabel = (tick: number) => formatNumber(tick, { notation: 'compact', maximumFractionDigits: 1 })

interface AxisLabel {
  /** Of its point. */
  index: number
  text: string
  /** Hidden where there is little room. */
  isMinor: boolean
}

const MAX_LABELS = 7
const MONTH_MS = 27 * 24 * 3600 * 1000

/** A few labels, evenly spread, counted from the last day. Every other one is minor. */
export function axisLabels(points: readonly ChartPoint[]): AxisLabel[] {
  const step = Math.ceil(points.length / MAX_LABELS)
  const write = durationMs(points[1]) > MONTH_MS ? chartMonth : chartDay
  return points.flatMap(({ from, to }, index) => {
    const back = points.length - 1 - index
    if (back % step !== 0) return []
    return [{ index, text: write(write === chartDay ? to : from), isMinor: (back / step) % 2 === 1 }]
  })
}

const durationMs = (point?: ChartPoint) => (point ? Date.parse(point.to) - Date.parse(point.from) : 0)

/** Lines are drawn in a box of 100 by 100 and stretched to their size, which the server does not know. */
export const VIEW_BOX = '0 0 100 100'

const coordinates = (values: readonly number[], across: (index: number) => number, top: number) =>
  values.map((value, index) => `${round(across(index))},${round(100 - (value / top) * 100)}`)

export const linePath = (...args: Parameters<typeof coordinates>) => `M${coordinates(...args).join('L')}`

/** The same, closed along the bottom edge. */
export const areaPath = (...args: Parameters<typeof coordinates>) => {
  const [values, across] = args
  return `${linePath(...args)}L${round(across(values.length - 1))},100L${round(across(0))},100Z`
}

/** From edge to edge; a single point is in the middle. */
export const edgeToEdgeX = (count: number) => (index: number) => (count > 1 ? (index / (count - 1)) * 100 : 50)

/** Each in the middle of its column. */
export const columnCentreX = (count: number) => (index: number) => ((index + 0.5) / count) * 100

const round = (number: number) => Math.round(number * 100) / 100
