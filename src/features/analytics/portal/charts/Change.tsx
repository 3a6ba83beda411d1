import { VisuallyHidden } from '@mantine/core'
import type { Metric } from '../../analytics.schema.ts'
import classes from './Change.module.css'
import { changeText, shareChangeText } from './chartText.ts'

const arrows = { up: '▲', down: '▼', same: '', new: '' }

interface ChangeProps {
  metric: Metric
  /** How the value before is written. */
  write: (amount: number) => string
  /** A share changes by percentage points, an amount by percent. */
  isShare?: boolean
}

/** The change to the period before: ▲12%, ▼3%, ▲0.4 pts, "new" or "–". */
export function Change({ metric, write, isShare }: ChangeProps) {
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
