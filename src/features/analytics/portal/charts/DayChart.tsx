import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { formatAmount, formatCount } from '#ui/format/format.ts'
import type { DayCounts } from '../../analytics.schema.ts'
import type { DaySpan } from '../../dateRanges.ts'
import {
  areaPath,
  axisLabels,
  axisTicks,
  type ChartPoint,
  columnCentreX,
  edgeToEdgeX,
  linePath,
  tickLabel,
  toPoints,
  VIEW_BOX,
} from './chartPoints.ts'
import { type ComparedMeasure, chartSummary, type Measure, measureLabels, pointText, spanLabel } from './chartText.ts'
import classes from './DayChart.module.css'
import { useChartPointer } from './useChartPointer.ts'

interface DayChartProps {
  /** For screen readers: "Views and leads per day". */
  label: string
  days: readonly DayCounts[]
  /** As many days before: their views are dotted, the rest is in the tooltip. */
  daysBefore?: readonly DayCounts[]
  comparison: ComparedMeasure
  /** The last day is today, which is not over. */
  endsToday?: boolean
  /** Called with the day that was clicked, or with the week or month where days are grouped. */
  onSelectDays?: (span: DaySpan) => void
}

/** Views by day. Its height does not depend on its content. */
export function DayChart({ label, days, daysBefore, comparison, endsToday, onSelectDays }: DayChartProps) {
  const points = toPoints(days, daysBefore)
  const hasBars = comparison !== 'visitors'
  const withVisitors = !hasBars
  const across = hasBars ? columnCentreX(points.length) : edgeToEdgeX(points.length)
  const select = (index: number) => points[index] && onSelectDays?.({ from: points[index].from, to: points[index].to })
  const { at, handlers } = useChartPointer(points.length, hasBars, select)
  const scale = axisTicks(Math.max(0, ...points.flatMap(({ views, before }) => [views, before?.views ?? 0])))
  const top = scale.at(-1) ?? 1
  const shown = points[at ?? points.length - 1]
  const hasBefore = points.some(({ before }) => before && before.views > 0)
  const isUnfinished = endsToday === true && points.length === days.length && points.length > 1
  if (!shown) return <div className={classes.chart} />
  return (
    <figure className={classes.chart}>
      <VisuallyHidden component="figcaption">{chartSummary(label, points, comparison)}</VisuallyHidden>
      <ChartKey comparison={comparison} days={hasBefore ? days.length : 0} />
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={pointText(shown, comparison)}
        data-clickable={onSelectDays ? true : undefined}
        {...handlers}
      >
        <div className={classes.lines} data-above-bars={hasBars || undefined}>
          {scale.map((tick) => (
            <span key={tick} className={classes.grid} style={{ bottom: `${(tick / top) * 100}%` }}>
              <span className={classes.tick}>{tickLabel(tick)}</span>
            </span>
          ))}
          <ChartLines
            points={points}
            across={across}
            top={top}
            at={at}
            {...{ withVisitors, hasBefore, isUnfinished }}
          />
        </div>
        {hasBars && <Bars label={barLabels[comparison]} amounts={points.map((point) => point[comparison])} at={at} />}
        {at !== undefined && (
          <ChartTooltip
            point={shown}
            comparison={comparison}
            across={across(at)}
            isToday={isUnfinished && shown === points.at(-1)}
          />
        )}
      </div>
      <AxisLabels points={points} across={across} />
    </figure>
  )
}

/** Short enough for the margin. */
const barLabels = { leads: 'Leads', filesOpened: 'Opened' }

/** On their own scale: there are too few to be visible on that of the views. */
function Bars({ label, amounts, at }: { label: string; amounts: readonly number[]; at?: number }) {
  const maximum = Math.max(1, ...amounts)
  return (
    <div className={classes.bars} aria-hidden="true">
      <span className={classes.tick}>{label}</span>
      {[...amounts.entries()].map(([index, amount]) => (
        <span key={index} className={classes.column} data-at={index === at || undefined}>
          <span className={classes.bar} style={{ height: `${(amount / maximum) * 100}%` }} />
        </span>
      ))}
    </div>
  )
}

interface ChartKeyProps {
  comparison: ComparedMeasure
  /** How many days before are drawn. */
  days: number
}

/** Which line is which. Screen readers get the chart's summary instead. */
const ChartKey = ({ comparison, days }: ChartKeyProps) => (
  <div className={classes.key} aria-hidden="true">
    <span data-line="views">{measureLabels.views}</span>
    <span data-line={comparison}>{measureLabels[comparison]}</span>
    {days > 0 && (
      <span data-line="before">
        {days === 1 ? 'Views, previous day' : `Views, previous ${formatCount(days, 'day')}`}
      </span>
    )}
  </div>
)

interface ChartLinesProps {
  points: readonly ChartPoint[]
  across: (index: number) => number
  /** The value at the upper edge. */
  top: number
  withVisitors: boolean
  hasBefore: boolean
  /** The last day is not over. */
  isUnfinished: boolean
  at?: number
}

function ChartLines({ points, across, top, withVisitors, hasBefore, isUnfinished, at }: ChartLinesProps) {
  const id = useId()
  const views = points.map((point) => point.views)
  const visitors = points.map((point) => point.visitors)
  const before = points.flatMap((point) => (point.before ? [point.before.views] : []))
  // A line needs two points: a single day is a dot.
  const dotted = at ?? (points.length === 1 ? 0 : undefined)
  const dot = dotted === undefined ? undefined : points[dotted]
  return (
    <>
      <svg className={classes.canvas} viewBox={VIEW_BOX} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--mantine-color-teal-6)" stopOpacity="0.2" />
            <stop offset="1" stopColor="var(--mantine-color-teal-6)" stopOpacity="0.01" />
          </linearGradient>
        </defs>
        <path d={areaPath(views, across, top)} fill={`url(#${id})`} />
        {hasBefore && <path className={classes.before} d={linePath(before, across, top)} />}
        {withVisitors && <DayLine line={classes.visitors} amounts={visitors} {...{ across, top, isUnfinished }} />}
        <DayLine line={classes.views} amounts={views} {...{ across, top, isUnfinished }} />
      </svg>
      {dot && dotted !== undefined && (
        <>
          {at !== undefined && <span className={classes.pointer} style={{ left: `${across(at)}%` }} />}
          {withVisitors && <Dot line="visitors" left={across(dotted)} bottom={(dot.visitors / top) * 100} />}
          <Dot line="views" left={across(dotted)} bottom={(dot.views / top) * 100} />
        </>
      )}
    </>
  )
}

interface DayLineProps extends Pick<ChartLinesProps, 'across' | 'top' | 'isUnfinished'> {
  line?: string
  amounts: readonly number[]
}

/** Dashed up to a day that is not over. */
function DayLine({ line, amounts, across, top, isUnfinished }: DayLineProps) {
  const done = isUnfinished ? amounts.slice(0, -1) : amounts
  const lastTwo = (index: number) => across(Math.max(0, amounts.length - 2) + index)
  return (
    <>
      <path className={line} d={linePath(done, across, top)} />
      {isUnfinished && <path className={line} data-unfinished d={linePath(amounts.slice(-2), lastTwo, top)} />}
    </>
  )
}

const Dot = ({ line, left, bottom }: { line: string; left: number; bottom: number }) => (
  <span className={classes.dot} data-line={line} style={{ left: `${left}%`, bottom: `${bottom}%` }} />
)

/** The days under the chart. */
const AxisLabels = ({ points, across }: { points: readonly ChartPoint[]; across: (index: number) => number }) => (
  <div className={classes.axis} aria-hidden="true">
    {axisLabels(points).map(({ index, text, isMinor }) => (
      <span
        key={index}
        style={{ left: `${across(index)}%` }}
        data-minor={isMinor || undefined}
        data-edge={findEdge(across(index))}
      >
        {text}
      </span>
    ))}
  </div>
)

/** A label near an edge extends inwards. */
const findEdge = (percent: number) => (percent < 4 ? 'left' : percent > 96 ? 'right' : undefined)

const TOOLTIP_WIDTH = 216

interface ChartTooltipProps {
  point: ChartPoint
  comparison: ComparedMeasure
  /** How far across the chart, in percent. */
  across: number
  /** The day is not over. */
  isToday: boolean
}

/** The values of a point, and those of the period before. Screen readers get the same text from the chart. */
function ChartTooltip({ point, comparison, across, isToday }: ChartTooltipProps) {
  const { before } = point
  return (
    <div
      className={classes.tooltip}
      // Inside the card.
      style={{
        left: `clamp(${TOOLTIP_WIDTH / 2 - 40}px, ${across}%, 100% - ${TOOLTIP_WIDTH / 2}px)`,
        width: TOOLTIP_WIDTH,
      }}
      aria-hidden="true"
    >
      <strong className={classes.tooltipTitle}>{isToday ? 'Today, so far' : spanLabel(point)}</strong>
      <span className={classes.tooltipBefore}>{before && 'Before'}</span>
      {(['views', comparison] as const).map((measure) => (
        <TooltipRow key={measure} measure={measure} now={point[measure]} before={before?.[measure]} />
      ))}
    </div>
  )
}

const TooltipRow = ({ measure, now, before }: { measure: Measure; now: number; before?: number }) => (
  <>
    <span className={classes.tooltipName} data-line={measure}>
      {measureLabels[measure]}
    </span>
    <b>{formatAmount(now)}</b>
    <span className={classes.tooltipBefore}>{before !== undefined && formatAmount(before)}</span>
  </>
)
