import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { RowTable } from '#ui/RowTable.tsx'
import classes from './EventTable.module.css'

const columns = [
  { name: 'When', className: classes.when },
  { name: 'What', className: classes.what },
  { name: 'Buyer', className: classes.buyer },
  { name: 'Listing', className: classes.listing },
  { name: 'Where', className: classes.where },
  { name: 'With', className: classes.machine },
  { name: 'From', className: classes.from },
]

/** Narrow rows on a laptop; on a phone two lines each. */
export const EventTable = ({ isOld, children }: { isOld?: boolean; children: ReactNode }) => (
  <div className={classes.events} data-old={isOld || undefined} aria-busy={isOld}>
    <RowTable columns={columns} folds dense bare>
      {children}
    </RowTable>
  </div>
)

const places = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export const EventTableSkeleton = () => (
  <div role="status" aria-label="Loading what happened">
    <EventTable>
      {places.map((place) => (
        <tr key={place} className={classes.row}>
          <td className={classes.when} />
          <td className={classes.what}>
            <Skeleton h={12} w={180} maw="100%" />
          </td>
        </tr>
      ))}
    </EventTable>
  </div>
)
