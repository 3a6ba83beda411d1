import type { ReactNode } from 'react'
import classes from './Pill.module.css'

export type PillTone = 'neutral' | 'positive' | 'partial' | 'attention' | 'ended'

/** A short status. */
export const Pill = ({ tone, children }: { tone: PillTone; children: ReactNode }) => (
  <span className={classes.pill} data-tone={tone}>
    {children}
  </span>
)
