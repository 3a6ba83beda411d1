import { written } from '#ui/amounts.ts'
import classes from './ChartTip.module.css'
import { spanWords } from './dayWords.ts'
import { type Beside, type Measure, measureNames } from './measures.ts'
import type { Point } from './points.ts'

const HALF = 108

interface ChartTipProps {
  point: Point
  beside?: Beside
  /** How far across the chart, in percent. */
  across: number
  /** The day is not over yet. */
  soFar: boolean
}

/** What a point stands for, and what stood there the period before. The chart reads the same out. */
export function ChartTip({ point, beside, across, soFar }: ChartTipProps) {
  const { before } = point
  const measures = ['views', ...(beside ? [beside] : [])] as const
  return (
    <div
      className={classes.tip}
      // Never beyond the card.
      style={{ left: `clamp(${HALF - 40}px, ${across}%, 100% - ${HALF}px)`, width: 2 * HALF }}
      aria-hidden="true"
    >
      <strong className={classes.title}>{soFar ? 'Today, so far' : spanWords(point)}</strong>
      <span className={classes.before}>{before && 'Before'}</span>
      {measures.map((measure) => (
        <Row key={measure} measure={measure} now={point[measure]} before={before?.[measure]} />
      ))}
    </div>
  )
}

const Row = ({ measure, now, before }: { measure: Measure; now: number; before?: number }) => (
  <>
    <span className={classes.name} data-sign={measure}>
      {measureNames[measure]}
    </span>
    <b>{written(now)}</b>
    <span className={classes.before}>{before !== undefined && written(before)}</span>
  </>
)
