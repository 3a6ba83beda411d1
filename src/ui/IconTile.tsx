import type { ReactNode } from 'react'
import classes from './IconTile.module.css'

/** An icon that stands at the head of a row. */
export function IconTile({ children }: { children: ReactNode }) {
  return <span className={classes.tile}>{children}</span>
}
