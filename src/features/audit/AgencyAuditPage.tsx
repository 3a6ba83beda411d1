import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { todayIn } from '#ui/format/dates.ts'
import { DateRangeFields, ExportCsvButton, FilterBar, FilterSelect } from '#ui/table/ListFilters.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { RowFrame } from '#ui/table/RowTable.tsx'
import classes from './AuditLog.module.css'
import { AuditRow } from './AuditLog.tsx'
import { type AgencyAuditSearch, agencyAuditCsvUrl, agencyAuditFilter } from './agencyAuditSearch.ts'
import { agencyAuditQuery } from './audit.functions.ts'
import { auditCategoryOptions } from './auditActions.ts'

interface AgencyAuditPageProps {
  search: AgencyAuditSearch
  onSearchChange: (change: Partial<AgencyAuditSearch>) => void
  members: { id: string; name: string }[]
  timeZone: string
}

/** Who did what in the agency. */
export function AgencyAuditPage({ search, onSearchChange, members, timeZone }: AgencyAuditPageProps) {
  const query = useInfiniteQuery({ ...agencyAuditQuery(agencyAuditFilter(search)), placeholderData: keepPreviousData })
  const activities = query.data?.pages.flatMap((page) => page.activities) ?? []
  const formerMembers = query.data?.pages[0]?.formerMembers ?? []
  const memberOptions = [
    { value: '', label: 'All members' },
    ...members.map(({ id, name }) => ({ value: id, label: name })),
    ...formerMembers.map(({ id, name }) => ({ value: id, label: `${name} (former member)` })),
  ]
  const isFiltered = Object.values(search).some((value) => value !== '')
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Member"
          options={memberOptions}
          value={search.member}
          onSelect={(member) => onSearchChange({ member })}
        />
        <FilterSelect
          label="Type of activity"
          options={auditCategoryOptions(members.length > 1)}
          value={search.kind}
          onSelect={(kind) => onSearchChange({ kind })}
        />
        <DateRangeFields from={search.from} to={search.to} today={todayIn(timeZone)} onDays={onSearchChange} />
        <ExportCsvButton href={agencyAuditCsvUrl(search)} />
      </FilterBar>
      <RowFrame>
        <div className={classes.inside}>
          <ListResult
            query={query}
            what="the agency’s activity"
            isInCard
            skeleton={<ActivitySkeleton />}
            isEmpty={activities.length === 0}
            empty={
              <NoRows>
                {isFiltered
                  ? 'No activity matches these filters.'
                  : 'Your members’ activity appears here, and is kept for 12 months.'}
              </NoRows>
            }
          >
            <ul className={classes.list} aria-label="Activity">
              {activities.map((activity) => (
                <AuditRow key={activity.id} activity={activity} actor={activity.actor} timeZone={timeZone} />
              ))}
            </ul>
          </ListResult>
        </div>
      </RowFrame>
    </>
  )
}

const ActivitySkeleton = () => (
  <div className={classes.list}>
    {['1', '2', '3', '4', '5', '6'].map((row) => (
      <IconRowSkeleton key={row} />
    ))}
  </div>
)
