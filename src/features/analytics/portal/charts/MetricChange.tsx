import { VisuallyHidden } from '@mantine/core'
import type { Metric } from '../../analytics.schema.ts'
import { changeText, shareChangeText } from './chartText.ts'
import classes from './MetricChange.module.css'

const arrows = { up: '▲', down: '▼', same: '', new: '' }

interface MetricChangeProps {
  metric: Metric
  /** How the value before is written. */
  write: (amount: number) => string
  /** A share changes by percentage points, an amount by percent. */
  isShare?: boolean
}

/** The change to the period before: ▲12%, ▼3%, ▲0.4 pts, "new" or "–". */
export function MetricChange({ metric, write, isShare }: MetricChangeProps) {
  const { direction, short, long } = isShare ? shareChangeText(metric, write) : changeText(metric, write)
  return (
    <span className={classes.change} data-direction={direction} title={long}>
      <span aria-hidden="true">
        <span className={classes.arrow}>{arrows[direction]}</span>
        {short}
      </span>
      <VisuallyHidden>{long}</VisuallyHidden>
    </span>
  )
}
