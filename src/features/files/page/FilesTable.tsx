import type { ReactNode } from 'react'
import { SelectAll, type SelectAllProps } from '#ui/ChooseAll.tsx'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './FilesPage.module.css'

interface FilesTableProps extends SelectAllProps {
  children: ReactNode
}

const columns = [
  { name: 'Name' },
  { name: 'Type', className: classes.kind },
  { name: 'Listing', className: classes.home },
  { name: 'Pages', className: classes.figure },
  { name: 'Size', className: classes.figure },
  { name: 'Added', className: classes.added },
  { name: 'Actions', className: classes.menu, unseen: true },
]

export const FilesTable = ({ children, ...choice }: FilesTableProps) => (
  <RowTable columns={columns} check={<SelectAll {...choice} />}>
    {children}
  </RowTable>
)
