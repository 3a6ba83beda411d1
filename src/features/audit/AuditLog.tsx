import { keepPreviousData, useInfiniteQuery, useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { FilterSelect } from '#ui/table/ListFilters.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import classes from './AuditLog.module.css'
import { AuditRow } from './AuditRow.tsx'
import { auditQuery } from './audit.functions.ts'
import { type AuditCategory, auditCategoryNames, teamCategories } from './auditActions.ts'
import { auditCategoryLabels } from './auditText.ts'

/** The choices of the filter. An agent alone has nobody to share with. */
export const auditCategoryOptions = (isTeam: boolean): { value: AuditCategory | ''; label: string }[] => [
  { value: '', label: 'All activity' },
  ...auditCategoryNames
    .filter((category) => isTeam || !teamCategories.includes(category))
    .map((category) => ({ value: category, label: auditCategoryLabels[category] })),
]

/** The activity of the agent's own account. */
export function AuditLog({ timeZone, isTeam }: { timeZone: string; isTeam: boolean }) {
  const [category, setCategory] = useState<AuditCategory | ''>('')
  // Any mutation on this page may add a row here, which is fetched when the mutation has finished.
  const enabled = useIsMutating() === 0
  const query = useInfiniteQuery({ ...auditQuery(category || undefined), enabled, placeholderData: keepPreviousData })
  const activities = query.data?.pages.flatMap((page) => page.activities) ?? []
  return (
    <div className={classes.inside}>
      <div className={classes.filter}>
        <FilterSelect
          label="Filter activity"
          options={auditCategoryOptions(isTeam)}
          value={category}
          onSelect={setCategory}
        />
      </div>
      <ListResult
        query={query}
        what="your activity"
        isInCard
        loadMoreManually
        skeleton={<ActivitySkeleton />}
        isEmpty={activities.length === 0}
        empty={<NoRows>{category ? 'No activity of this type yet.' : 'No activity yet.'}</NoRows>}
      >
        <ul className={classes.list} aria-label="Activity">
          {activities.map((activity) => (
            <AuditRow key={activity.id} activity={activity} timeZone={timeZone} />
          ))}
        </ul>
      </ListResult>
    </div>
  )
}

const ActivitySkeleton = () => (
  <div className={classes.list}>
    {['first', 'second', 'third'].map((row) => (
      <IconRowSkeleton key={row} />
    ))}
  </div>
)
