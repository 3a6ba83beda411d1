import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FilesPage.module.css'

interface FilesTableProps {
  allChosen?: boolean
  someChosen?: boolean
  onAll?: () => void
  children: ReactNode
}

/** The frame around rows, whether they are there or on their way. */
export const FilesTable = ({ allChosen = false, someChosen = false, onAll, children }: FilesTableProps) => (
  <div className={classes.frame}>
    <table className={classes.table}>
      <thead>
        <tr>
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
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
