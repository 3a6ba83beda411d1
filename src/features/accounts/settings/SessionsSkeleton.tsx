import { Skeleton } from '@mantine/core'
import classes from './SettingsSessions.module.css'

/** One row, which everybody who sees this page has. */
export function SessionsSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading the list of your browsers">
      <div className={classes.row}>
        <Skeleton w={36} h={36} radius="md" />
        <div className={classes.words}>
          <Skeleton h={12} w={180} maw="100%" my={4} />
          <Skeleton h={10} w={120} maw="100%" my={5} />
        </div>
      </div>
    </div>
  )
}
