import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { STORAGE_QUOTA_BYTES } from '#platform/storage/quota.ts'
import { formatBytes } from '#ui/bytes.ts'
import { storageQuery } from '../files.functions.ts'
import classes from './FilesPage.module.css'

/** From here on the agent should know. */
const NEARLY_FULL_PERCENT = 90

export function StorageUsed() {
  const { data } = useQuery(storageQuery)
  const percent = data ? (data.used / data.quota) * 100 : 0
  return (
    <div className={classes.storage}>
      <span>
        {data ? `${formatBytes(data.used)} of ${formatBytes(data.quota)} used` : 'Storage'}
        {data?.isTrial && ` · ${formatBytes(STORAGE_QUOTA_BYTES)} after your trial`}
      </span>
      <Progress
        // A little is not nothing.
        value={data?.used ? Math.max(1, percent) : 0}
        size={6}
        color={percent >= NEARLY_FULL_PERCENT ? 'orange.8' : 'teal.9'}
        aria-label="Storage used"
      />
    </div>
  )
}
