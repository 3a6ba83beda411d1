import type { ReactNode } from 'react'
import classes from './badges.module.css'

export type PillLook = 'open' | 'live' | 'half' | 'warm' | 'over'

/** How far something has come, in a word. */
export const Pill = ({ look, children }: { look: PillLook; children: ReactNode }) => (
  <span className={classes.pill} data-look={look}>
    {children}
  </span>
)

/** Stands for a person whose name stands beside it, so it needs no words of its own. */
export const Initials = ({ firstName, lastName }: { firstName: string; lastName: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {[firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')}
  </span>
)
