import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EventLog.module.css'

const columns = [
  ['When', 'when'],
  ['What', 'what'],
  ['Buyer', 'buyer'],
  ['Listing', 'listing'],
  ['Where', 'where'],
  ['With', 'machine'],
  ['From', 'from'],
] as const

/** Narrow rows on a laptop; on a phone two lines each. */
export const EventTable = ({ isOld, children }: { isOld?: boolean; children: ReactNode }) => (
  <table className={classes.table} data-old={isOld || undefined} aria-busy={isOld}>
    <thead>
      <tr>
        {columns.map(([name, column]) => (
          <th key={name} scope="col" className={classes[column]}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
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
