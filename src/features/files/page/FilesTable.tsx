import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './FilesPage.module.css'

interface FilesTableProps {
  allChosen?: boolean
  someChosen?: boolean
  onAll?: () => void
  children: ReactNode
}

export const FilesTable = ({ allChosen = false, someChosen = false, onAll, children }: FilesTableProps) => (
  <RowTable
    head={
      <>
        <th className={classes.check}>
          <Checkbox
            size="sm"
            aria-label="Choose all"
            disabled={!onAll}
            checked={allChosen}
            indeterminate={someChosen && !allChosen}
            onChange={onAll}
          />
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
