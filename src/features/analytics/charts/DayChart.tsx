import { VisuallyHidden } from '@mantine/core'
import type { DayCount, Span } from '../analytics.ts'
import { AxisLine } from './AxisLine.tsx'
import { ChartKey } from './ChartKey.tsx'
import { ChartLines } from './ChartLines.tsx'
import { ChartTip } from './ChartTip.tsx'
import { chartSummary } from './chartSummary.ts'
import classes from './DayChart.module.css'
import { edgeToEdge, inColumns } from './linePath.ts'
import { type Beside, pointWords } from './measures.ts'
import { asPoints } from './points.ts'
import { ticks, tickWords } from './ticks.ts'
import { usePointing } from './usePointing.ts'

interface DayChartProps {
  /** What the chart is called for those who listen: "Views and leads per day". */
  label: string
  days: readonly DayCount[]
  /** As many days before those: the views are dotted, the rest is told on pointing. */
  daysBefore?: readonly DayCount[]
  /** What is drawn with the views: visitors as a second line, or leads as bars under them. */
  beside?: Beside
  /** The last day is today, and not over yet. */
  untilNow?: boolean
  /** A day was clicked; a week or a month where there are too many days. */
  onDay?: (span: Span) => void
}

/** Views day by day. Its height is the same whatever it shows. */
export function DayChart({ label, days, daysBefore, beside, untilNow, onDay }: DayChartProps) {
  const points = asPoints(days, daysBefore)
  const hasBars = beside === 'leads'
  const withVisitors = beside === 'visitors'
  const across = hasBars ? inColumns(points.length) : edgeToEdge(points.length)
  const take = (index: number) => points[index] && onDay?.({ from: points[index].from, to: points[index].to })
  const { at, handlers } = usePointing(points.length, hasBars, take)
  const scale = ticks(Math.max(0, ...points.flatMap(({ views, before }) => [views, before?.views ?? 0])))
  const top = scale.at(-1) ?? 1
  const shown = points[at ?? points.length - 1]
  const hasBefore = points.some(({ before }) => before && before.views > 0)
  const isUnfinished = untilNow === true && points.length === days.length && points.length > 1
  if (!shown) return <div className={classes.chart} />
  return (
    <figure className={classes.chart}>
      <VisuallyHidden component="figcaption">{chartSummary(label, points, beside)}</VisuallyHidden>
      <ChartKey beside={beside} days={hasBefore ? days.length : 0} />
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={pointWords(shown, beside)}
        data-takes={onDay ? true : undefined}
        {...handlers}
      >
        <div className={classes.lines} data-over={hasBars || undefined}>
          {scale.map((tick) => (
            <span key={tick} className={classes.grid} style={{ bottom: `${(tick / top) * 100}%` }}>
              <span className={classes.tick}>{tickWords(tick)}</span>
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
        {hasBars && <LeadBars amounts={points.map(({ leads }) => leads)} at={at} />}
        {at !== undefined && (
          <ChartTip point={shown} beside={beside} across={across(at)} soFar={isUnfinished && shown === points.at(-1)} />
        )}
      </div>
      <AxisLine points={points} across={across} />
    </figure>
  )
}

/** On a scale of their own: beside the views there are too few of them to be seen. */
function LeadBars({ amounts, at }: { amounts: readonly number[]; at?: number }) {
  const most = Math.max(1, ...amounts)
  return (
    <div className={classes.bars} aria-hidden="true">
      <span className={classes.tick}>Leads</span>
      {[...amounts.entries()].map(([index, amount]) => (
        <span key={index} className={classes.column} data-at={index === at || undefined}>
          <span className={classes.bar} style={{ height: `${(amount / most) * 100}%` }} />
        </span>
      ))}
    </div>
  )
}
