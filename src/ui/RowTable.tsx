import type { ReactNode } from 'react'
import classes from './RowTable.module.css'

interface RowTableProps {
  /** The cells of the head. */
  head: ReactNode
  children: ReactNode
  className?: string
}

/** A list as a table, whether its rows are there or on their way. */
export const RowTable = ({ head, children, className = '' }: RowTableProps) => (
  <RowFrame className={className}>
    <table className={classes.table}>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </RowFrame>
)

/** The place of the list, for when there is something else to say there. */
export const RowFrame = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`${classes.frame} ${className}`}>{children}</div>
)
