import { axisLabels } from './axisLabels.ts'
import classes from './DayChart.module.css'
import type { Point } from './points.ts'

/** The days under the chart. */
export const AxisLine = ({ points, across }: { points: readonly Point[]; across: (index: number) => number }) => (
  <div className={classes.axis} aria-hidden="true">
    {axisLabels(points).map(({ index, words, isMinor }) => (
      <span
        key={index}
        style={{ left: `${across(index)}%` }}
        data-minor={isMinor || undefined}
        data-edge={edgeOf(across(index))}
      >
        {words}
      </span>
    ))}
  </div>
)

/** Near an edge, a label grows inwards. */
const edgeOf = (percent: number) => (percent < 4 ? 'left' : percent > 96 ? 'right' : undefined)
