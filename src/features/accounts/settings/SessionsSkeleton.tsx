import { FactRowSkeleton } from '#ui/FactRow.tsx'
import classes from './SettingsSessions.module.css'

/** One row, which everybody who sees this page has. */
export function DevicesSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading your signed-in devices">
      <FactRowSkeleton />
    </div>
  )
}
