import type { ReactNode } from 'react'
import classes from './Stage.module.css'

interface StageProps {
  /** What stands on it: a laptop runs out of it on the right, a phone or a sheet of paper at the bottom. */
  holds: 'laptop' | 'phone' | 'sheet'
  children: ReactNode
}

/** A calm ground for a picture. It shows the upper part, large enough to read. */
export const Stage = ({ holds, children }: StageProps) => (
  <div className={classes.stage} data-holds={holds}>
    {children}
  </div>
)
