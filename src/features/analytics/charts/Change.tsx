import { VisuallyHidden } from '@mantine/core'
import type { Figure } from '../analytics.ts'
import classes from './Change.module.css'
import { changeWords } from './change.ts'

const arrows = { up: '▲', down: '▼', same: '', new: '' }

interface ChangeProps {
  figure: Figure
  /** How the figure before is read out; as a whole number unless told otherwise. */
  write?: (amount: number) => string
}

/** ▲12%, ▼3%, "new" or "–": the change to the period before. */
export function Change({ figure, write }: ChangeProps) {
  const { direction, short, long } = changeWords(figure, write)
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
