import type { ReactNode } from 'react'
import classes from './badges.module.css'

export type PillTone = 'open' | 'live' | 'half' | 'warm' | 'over'

/** A short status. */
export const Pill = ({ look, children }: { look: PillTone; children: ReactNode }) => (
  <span className={classes.pill} data-look={look}>
    {children}
  </span>
)

/** Decorative: the person's name is beside it. */
export const Initials = ({ firstName, lastName }: { firstName: string; lastName: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {[firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')}
  </span>
)
