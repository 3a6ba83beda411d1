import type { ReactNode } from 'react'
import { ChooseAll, type ChooseAllProps } from '#ui/ChooseAll.tsx'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './LeadsTable.module.css'

interface LeadsTableProps extends ChooseAllProps {
  children: ReactNode
}

/** A table on a laptop; on a phone each row is a card. */
export const LeadsTable = ({ children, ...choice }: LeadsTableProps) => (
  <RowTable
    className={classes.table}
    head={
      <>
        <th className={classes.check}>
          <ChooseAll {...choice} />
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
