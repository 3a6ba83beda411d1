import { Skeleton } from '@mantine/core'
import classes from './ActivityList.module.css'

export function ActivitySkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading your activity">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton w={36} h={36} radius="md" />
          <div className={classes.words}>
            <Skeleton h={12} w={220} maw="100%" my={4} />
            <Skeleton h={10} w={120} maw="100%" my={5} />
          </div>
        </div>
      ))}
    </div>
  )
}
