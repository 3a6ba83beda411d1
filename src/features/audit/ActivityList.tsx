import { keepPreviousData, useInfiniteQuery, useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { FactRowSkeleton } from '#ui/display/FactRow.tsx'
import { FilterSelect } from '#ui/table/ListFilters.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import classes from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'
import { kindLabels } from './activityText.ts'
import { activityQuery } from './audit.functions.ts'
import { type AuditCategory, auditCategories } from './auditActions.ts'

const kinds = Object.keys(auditCategories) as AuditCategory[]
const options: { value: AuditCategory | ''; label: string }[] = [
  { value: '', label: 'All activity' },
  ...kinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
]

export function ActivityList({ timeZone }: { timeZone: string }) {
  const [kind, setKind] = useState<AuditCategory | ''>('')
  // Any mutation on this page may add a row here, which is fetched when the mutation has finished.
  const enabled = useIsMutating() === 0
  const query = useInfiniteQuery({ ...activityQuery(kind || undefined), enabled, placeholderData: keepPreviousData })
  const activities = query.data?.pages.flatMap((page) => page.activities) ?? []
  return (
    <div className={classes.inside}>
      <div className={classes.filter}>
        <FilterSelect label="Filter activity" options={options} value={kind} onSelect={setKind} />
      </div>
      <ListResult
        query={query}
        what="your activity"
        isInCard
        loadMoreManually
        skeleton={<ActivitySkeleton />}
        isEmpty={activities.length === 0}
        empty={<NoRows>{kind ? 'No activity of this type yet.' : 'No activity yet.'}</NoRows>}
      >
        <ul className={classes.list} aria-label="Activity">
          {activities.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} timeZone={timeZone} />
          ))}
        </ul>
      </ListResult>
    </div>
  )
}

const ActivitySkeleton = () => (
  <div className={classes.list}>
    {['first', 'second', 'third'].map((row) => (
      <FactRowSkeleton key={row} />
    ))}
  </div>
)
