import { VisuallyHidden } from '@mantine/core'
import type { Figure } from '../analytics.ts'
import classes from './Change.module.css'
import { changeWords, shareChangeWords } from './change.ts'

const arrows = { up: '▲', down: '▼', same: '', new: '' }

interface ChangeProps {
  figure: Figure
  /** How the figure before is read out. */
  write: (amount: number) => string
  /** A share changes by percentage points, an amount by percent. */
  isShare?: boolean
}

/** ▲12%, ▼3%, ▲0.4 pts, "new" or "–": the change to the period before. */
export function Change({ figure, write, isShare }: ChangeProps) {
  const { direction, short, long } = isShare ? shareChangeWords(figure, write) : changeWords(figure, write)
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
