import type { ReactNode } from 'react'
import classes from './PersonCell.module.css'

interface PersonCellProps {
  firstName: string
  lastName: string
  /** The name, and what is below it. */
  children: ReactNode
  className?: string
}

/** The first cell of a row about a person. A phone has no room for the initials. */
export const PersonCell = ({ firstName, lastName, children, className }: PersonCellProps) => (
  <th scope="row" className={className}>
    <div className={classes.beside}>
      <span className={classes.besideNames}>
        <Initials firstName={firstName} lastName={lastName} />
      </span>
      <div className={classes.names}>{children}</div>
    </div>
  </th>
)

/** Decorative: the person's name is beside it. */
export const Initials = ({ firstName, lastName }: { firstName: string; lastName: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {[firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')}
  </span>
)
