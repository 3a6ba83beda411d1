import type { ReactNode } from 'react'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './ListingTable.module.css'

const columns = [
  { name: 'Listing', className: classes.first },
  { name: 'Status', className: classes.state },
  { name: 'Views', className: classes.figure },
  { name: 'Leads', className: classes.figure },
  { name: 'Files', className: classes.figure },
  { name: 'Edited', className: classes.changed },
  { name: 'Actions', className: classes.menu, unseen: true },
]

export const ListingsTable = ({ children }: { children: ReactNode }) => <RowTable columns={columns}>{children}</RowTable>
