import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ListingTable.module.css'

/** The frame around rows, whether they are there or on their way. */
export const ListingTable = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Listing</th>
          <th scope="col" className={classes.state}>
            State
          </th>
          <th scope="col" className={classes.figure}>
            Views
          </th>
          <th scope="col" className={classes.figure}>
            Leads
          </th>
          <th scope="col" className={classes.figure}>
            Files
          </th>
          <th scope="col" className={classes.changed}>
            Changed
          </th>
          <th scope="col" className={classes.menu}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
