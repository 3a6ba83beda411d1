import { Skeleton } from '@mantine/core'
import classes from './ListingCard.module.css'
import rows from './ListingsTable.module.css'
import { ListingsTable } from './ListingsTable.tsx'
import type { ListingsView } from './listingsView.ts'

const skeletonItems = [1, 2, 3, 4, 5, 6, 7, 8]

/** As tall as what it stands for, so that nothing moves when that arrives. */
export const ListingsSkeleton = ({ view }: { view: ListingsView }) => (
  <div role="status" aria-label="Loading your listings">
    {view === 'grid' ? (
      <div className={classes.grid}>
        {skeletonItems.map((place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    ) : (
      <ListingsTable>
        {skeletonItems.map((place) => (
          <RowSkeleton key={place} />
        ))}
      </ListingsTable>
    )}
  </div>
)

const CardSkeleton = () => (
  <div className={classes.card}>
    <Skeleton radius={0} style={{ aspectRatio: '3 / 2' }} />
    <div className={classes.words}>
      <div className={classes.names}>
        <Skeleton h={14} w="70%" mt={3} mb={11} />
        <Skeleton h={12} w="50%" mb={5} />
      </div>
    </div>
    <div className={classes.figures}>
      <Skeleton h={12} w="80%" my={5} />
    </div>
    <div className={classes.changed}>
      <Skeleton h={10} w="45%" my={4} />
    </div>
  </div>
)

const RowSkeleton = () => (
  <tr>
    <td className={rows.listing}>
      <div className={rows.beside}>
        <Skeleton w={48} h={40} style={{ flex: 'none' }} />
        <div>
          <Skeleton h={12} w={160} my={4} />
          <Skeleton h={12} w={112} my={4} />
          <div className={rows.folded}>
            <Skeleton h={22} w={80} />
          </div>
        </div>
      </div>
    </td>
    <td className={rows.state} />
    <td className={rows.figure} />
    <td className={rows.figure} />
    <td className={rows.figure} />
    <td className={rows.changed} />
    <td className={rows.menu} />
  </tr>
)
