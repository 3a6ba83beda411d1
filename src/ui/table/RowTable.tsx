import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './RowTable.module.css'

export interface Column {
  name: string
  /** Its width and its side. */
  className?: string
  /** The column speaks for itself: its name is read aloud only. */
  unseen?: boolean
}

interface RowTableProps {
  columns: readonly Column[]
  /** Stands above a column of boxes. */
  check?: ReactNode
  /** On a phone the head is gone, and each row lays itself out. */
  folds?: boolean
  /** Many rows of one line. */
  dense?: boolean
  /** Lies in a card already. */
  bare?: boolean
  children: ReactNode
  className?: string
}

/** A list as a table, whether its rows are there or on their way. */
export function RowTable({ columns, check, folds, dense, bare, children, className = '' }: RowTableProps) {
  const table = (
    <table className={classes.table} data-folds={folds || undefined} data-dense={dense || undefined}>
      <thead>
        <tr>
          {check && <th className={classes.check}>{check}</th>}
          {columns.map(({ name, className, unseen }) => (
            <th key={name} scope="col" className={className}>
              {unseen ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  return bare ? table : <RowFrame className={className}>{table}</RowFrame>
}

/** The box of a row, under the one that chooses all. */
export const CheckCell = ({ children }: { children?: ReactNode }) => <td className={classes.check}>{children}</td>

/** The place of the list, or of something else that there is to say instead. */
export const RowFrame = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`${classes.frame} ${className}`}>{children}</div>
)
