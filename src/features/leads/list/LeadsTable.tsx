import type { ReactNode } from 'react'
import { SelectAll, type SelectAllProps } from '#ui/ChooseAll.tsx'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './LeadsTable.module.css'

interface LeadsTableProps extends SelectAllProps {
  children: ReactNode
}

const columns = [
  { name: 'Name' },
  { name: 'Listing', className: classes.home },
  { name: 'Status', className: classes.status },
  { name: 'Opened', className: classes.figure },
  { name: 'Downloaded', className: classes.figure },
  { name: 'Last seen', className: classes.time },
  { name: 'Received', className: classes.time },
]

/** A table on a laptop; on a phone each row is a card. */
export const LeadsTable = ({ children, ...choice }: LeadsTableProps) => (
  <RowTable className={classes.table} columns={columns} check={<SelectAll {...choice} />} folds>
    {children}
  </RowTable>
)
