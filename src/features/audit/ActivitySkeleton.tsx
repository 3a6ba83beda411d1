import { FactRowSkeleton } from '#ui/FactRow.tsx'
import classes from './ActivityList.module.css'

export function ActivitySkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading your activity">
      {['first', 'second', 'third'].map((row) => (
        <FactRowSkeleton key={row} />
      ))}
    </div>
  )
}
