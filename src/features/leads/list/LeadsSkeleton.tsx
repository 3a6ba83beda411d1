import { Skeleton } from '@mantine/core'
import { CheckCell } from '#ui/RowTable.tsx'
import classes from './LeadsTable.module.css'
import { LeadsTable } from './LeadsTable.tsx'

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** As tall as what it stands for, so that nothing moves when that arrives. */
export const LeadsSkeleton = () => (
  <div role="status" aria-label="Loading your leads">
    <LeadsTable>
      {skeletonRows.map((place) => (
        <tr key={place} className={classes.row}>
          <CheckCell />
          <td className={classes.lead}>
            <div className={classes.beside}>
              <Skeleton w={36} h={36} circle style={{ flex: 'none' }} />
              <div className={classes.names}>
                <Skeleton h={12} w={140} my={5} />
                <Skeleton h={12} w={104} my={4} />
                <div className={classes.third}>
                  <Skeleton h={10} w={160} my={5} />
                </div>
              </div>
            </div>
          </td>
          <td className={classes.home} />
          <td className={classes.status} />
          <td className={classes.figure} />
          <td className={classes.figure} />
          <td className={classes.time} />
          <td className={classes.time} />
        </tr>
      ))}
    </LeadsTable>
  </div>
)
