import { Skeleton } from '@mantine/core'
import { CheckCell } from '#ui/RowTable.tsx'
import classes from './FilesPage.module.css'
import { FilesTable } from './FilesTable.tsx'

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** As tall as what it stands for, so that nothing moves when that arrives. */
export const FilesSkeleton = () => (
  <div role="status" aria-label="Loading your files">
    <FilesTable>
      {skeletonRows.map((place) => (
        <tr key={place}>
          <CheckCell />
          <td className={classes.file}>
            <div className={classes.beside}>
              <Skeleton w={40} h={40} style={{ flex: 'none' }} />
              <Skeleton h={12} w={180} />
            </div>
          </td>
          <td className={classes.kind} />
          <td className={classes.home} />
          <td className={classes.figure} />
          <td className={classes.figure} />
          <td className={classes.added} />
          <td className={classes.menu} />
        </tr>
      ))}
    </FilesTable>
  </div>
)
