import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './LeadsTable.module.css'

interface LeadsTableProps {
  allChosen?: boolean
  someChosen?: boolean
  onAll?: () => void
  children: ReactNode
}

/** A table on a laptop; on a phone each row is a card. */
export const LeadsTable = ({ allChosen = false, someChosen = false, onAll, children }: LeadsTableProps) => (
  <RowTable
    className={classes.table}
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
        <th scope="col">Name</th>
        <th scope="col" className={classes.home}>
          Listing
        </th>
        <th scope="col" className={classes.status}>
          Status
        </th>
        <th scope="col" className={classes.figure}>
          Opened files
        </th>
        <th scope="col" className={classes.time}>
          Last seen
        </th>
        <th scope="col" className={classes.time}>
          Received
        </th>
      </>
    }
  >
    {children}
  </RowTable>
)
