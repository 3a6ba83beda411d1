import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './ListingTable.module.css'

export const ListingTable = ({ children }: { children: ReactNode }) => (
  <RowTable
    head={
      <>
        <th scope="col" className={classes.first}>
          Listing
        </th>
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
      </>
    }
  >
    {children}
  </RowTable>
)
