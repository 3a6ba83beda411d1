import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChooseAll, type ChooseAllProps } from '#ui/ChooseAll.tsx'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './FilesPage.module.css'

interface FilesTableProps extends ChooseAllProps {
  children: ReactNode
}

export const FilesTable = ({ children, ...choice }: FilesTableProps) => (
  <RowTable
    head={
      <>
        <th className={classes.check}>
          <ChooseAll {...choice} />
        </th>
        <th>Name</th>
        <th className={classes.kind}>Kind</th>
        <th className={classes.home}>Listing</th>
        <th className={classes.figure}>Pages</th>
        <th className={classes.figure}>Size</th>
        <th className={classes.added}>Added</th>
        <th className={classes.menu}>
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </>
    }
  >
    {children}
  </RowTable>
)
