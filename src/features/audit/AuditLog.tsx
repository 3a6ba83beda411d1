import {
  IconCreditCard,
  IconDownload,
  IconEraser,
  IconHome,
  IconKey,
  IconReportAnalytics,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { FilterSelect } from '#ui/table/ListFilters.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import classes from './AuditLog.module.css'
import { auditQuery } from './audit.functions.ts'
import type { AgencyAuditEntry, AuditEntry } from './audit.schema.ts'
import { type AuditCategory, auditCategories, auditCategoryNames, auditCategoryOptions } from './auditActions.ts'
import { auditDevice, auditText } from './auditText.ts'

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

const icons = {
  access: IconKey,
  plan: IconCreditCard,
  downloads: IconDownload,
  listings: IconHome,
  vendors: IconReportAnalytics,
  erasures: IconEraser,
  agency: IconUsers,
  sharing: IconUserShare,
} satisfies Record<AuditCategory, unknown>

const categoryOf = ({ action }: AuditEntry) =>
  auditCategoryNames.find((category) => auditCategories[category].some((one) => one === action)) ?? 'access'

interface AuditRowProps {
  activity: AuditEntry
  /** In an agency's log. */
  actor?: AgencyAuditEntry['actor']
  timeZone: string
}

export function AuditRow({ activity, actor, timeZone }: AuditRowProps) {
  const Icon = icons[categoryOf(activity)]
  const device = auditDevice(activity)
  return (
    <IconRow
      icon={<Icon {...icon} />}
      title={auditText(activity)}
      detail={
        <>
          {actor && `${actor.name}${actor.id && actor.isFormer ? ' (former member)' : ''} · `}
          <RelativeTime moment={activity.at} timeZone={timeZone} />
          {device && ` · ${device}`}
        </>
      }
    />
  )
}
