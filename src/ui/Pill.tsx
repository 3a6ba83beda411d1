import type { ReactNode } from 'react'
import classes from './Pill.module.css'

export type PillLook = 'open' | 'live' | 'half' | 'warm' | 'over'

/** How far something has come, in a word. */
export const Pill = ({ look, children }: { look: PillLook; children: ReactNode }) => (
  <span className={classes.pill} data-look={look}>
    {children}
  </span>
)
