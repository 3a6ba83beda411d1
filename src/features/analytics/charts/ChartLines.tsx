import { useId } from 'react'
import classes from './DayChart.module.css'
import { areaPath, linePath, SHEET } from './linePath.ts'
import type { Point } from './points.ts'

interface ChartLinesProps {
  points: readonly Point[]
  across: (index: number) => number
  /** The number at the upper edge. */
  top: number
  withVisitors: boolean
  hasBefore: boolean
  /** The last point will still rise. */
  isUnfinished: boolean
  at?: number
}

export function ChartLines({ points, across, top, withVisitors, hasBefore, isUnfinished, at }: ChartLinesProps) {
  const id = useId()
  const views = points.map((point) => point.views)
  const done = isUnfinished ? views.slice(0, -1) : views
  const lastTwo = (index: number) => across(Math.max(0, points.length - 2) + index)
  const before = points.flatMap((point) => (point.before ? [point.before.views] : []))
  // A line needs two ends: one day alone is a dot.
  const dotted = at ?? (points.length === 1 ? 0 : undefined)
  const dot = dotted === undefined ? undefined : points[dotted]
  return (
    <>
      <svg className={classes.sheet} viewBox={SHEET} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--mantine-color-teal-6)" stopOpacity="0.2" />
            <stop offset="1" stopColor="var(--mantine-color-teal-6)" stopOpacity="0.01" />
          </linearGradient>
        </defs>
        <path d={areaPath(views, across, top)} fill={`url(#${id})`} />
        {hasBefore && <path className={classes.before} d={linePath(before, across, top)} />}
        {withVisitors && (
          <path
            className={classes.visitors}
            d={linePath(
              points.map(({ visitors }) => visitors),
              across,
              top,
            )}
          />
        )}
        <path className={classes.views} d={linePath(done, across, top)} />
        {isUnfinished && <path className={classes.unfinished} d={linePath(views.slice(-2), lastTwo, top)} />}
      </svg>
      {dot && dotted !== undefined && (
        <>
          {at !== undefined && <span className={classes.plumb} style={{ left: `${across(at)}%` }} />}
          {withVisitors && <Dot sign="visitors" left={across(dotted)} bottom={(dot.visitors / top) * 100} />}
          <Dot sign="views" left={across(dotted)} bottom={(dot.views / top) * 100} />
        </>
      )}
    </>
  )
}

const Dot = ({ sign, left, bottom }: { sign: string; left: number; bottom: number }) => (
  <span className={classes.dot} data-sign={sign} style={{ left: `${left}%`, bottom: `${bottom}%` }} />
)
