import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './RowTable.module.css'
import { SelectAll, type SelectAllProps } from './selection.tsx'

export interface Column {
  name: string
  /** Its width and alignment. */
  className?: string
  /** For the cells below the head, where they differ. */
  cellClassName?: string
  /** Only screen readers need the name. */
  hasHiddenName?: boolean
  /** What its cells show while the rows are loading. */
  skeleton?: ReactNode
}

interface RowTableProps {
  columns: readonly Column[]
  /** For a table whose rows can be selected. */
  selectAll?: SelectAllProps
  /** On a phone the head is hidden, and the rows have their own layout. */
  folds?: boolean
  /** For many rows of one line. */
  dense?: boolean
  /** Inside a card already: without a frame. */
  bare?: boolean
  children: ReactNode
  className?: string
}

export function RowTable({ columns, selectAll, folds, dense, bare, children, className = '' }: RowTableProps) {
  const table = (
    <table className={classes.table} data-folds={folds || undefined} data-dense={dense || undefined}>
      <thead>
        <tr>
          {selectAll && (
            <th className={classes.check}>
              <SelectAll {...selectAll} />
            </th>
          )}
          {columns.map(({ name, className, hasHiddenName }) => (
            <th key={name} scope="col" className={className}>
              {hasHiddenName ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  return bare ? table : <RowFrame className={className}>{table}</RowFrame>
}

interface RowTableSkeletonProps extends Omit<RowTableProps, 'children'> {
  rowCount?: number
  rowClassName?: string
}

/** The table while its rows are loading. */
export const RowTableSkeleton = ({ rowCount = 8, rowClassName, ...table }: RowTableSkeletonProps) => (
  <RowTable {...table}>
    {Array.from({ length: rowCount }, (_, index) => `row ${index}`).map((row) => (
      <tr key={row} className={rowClassName}>
        {table.selectAll && <td className={classes.check} />}
        {table.columns.map(({ name, className, cellClassName = className, skeleton }) => (
          <td key={name} className={cellClassName}>
            {skeleton}
          </td>
        ))}
      </tr>
    ))}
  </RowTable>
)

interface SelectCellProps {
  rowName: string
  isSelected: boolean
  onToggle: () => void
}

/** The first cell of a row that can be selected. */
export const SelectCell = ({ rowName, isSelected, onToggle }: SelectCellProps) => (
  <td className={classes.check}>
    <Checkbox size="sm" aria-label={`Select ${rowName}`} checked={isSelected} onChange={onToggle} />
  </td>
)

/** The border around a table, or around a message in its place. */
export const RowFrame = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`${classes.frame} ${className}`}>{children}</div>
)
