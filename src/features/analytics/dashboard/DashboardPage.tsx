import type { ReactNode } from 'react'
import { FirstSteps } from '#ui/portal/FirstSteps.tsx'
import { RowFrame } from '#ui/RowTable.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import type { DashboardSummary } from '../analytics.ts'
import { RangeSelect } from '../RangeSelect.tsx'
import { BestListings } from './BestListings.tsx'
import classes from './DashboardPage.module.css'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { type DashboardRange, dashboardRanges } from './dashboardRange.ts'
import { FigureCards } from './FigureCards.tsx'
import { useDashboard } from './liveDashboard.ts'
import { NeedsAttention } from './NeedsAttention.tsx'
import { NewLeads } from './NewLeads.tsx'
import { OldNumbers } from './OldNumbers.tsx'
import { ViewsPerDay } from './ViewsPerDay.tsx'

interface DashboardPageProps {
  greeting: ReactNode
  range: DashboardRange
  onRange: (range: DashboardRange) => void
}

/** What an agent sees first: whether buyers come, who they are, and what waits. */
export function DashboardPage({ greeting, range, onRange }: DashboardPageProps) {
  const { data: summary, dataUpdatedAt, isPlaceholderData, isError, isFetching, refetch } = useDashboard(range)
  return (
    <>
      <div className={classes.top}>
        {greeting}
        {summary?.firstRun.isSeen !== false && (
          <RangeSelect className={classes.range} choices={dashboardRanges} range={range} onRange={onRange} />
        )}
      </div>
      {summary ? (
        <div className={classes.parts} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {isError && <OldNumbers since={new Date(dataUpdatedAt)} busy={isFetching} onRetry={refetch} />}
          <Parts summary={summary} range={range} />
        </div>
      ) : isError ? (
        <RowFrame>
          <SectionError what="Your numbers" busy={isFetching} onRetry={refetch} />
        </RowFrame>
      ) : (
        <DashboardSkeleton />
      )}
    </>
  )
}

/** Until somebody has come there is nothing to count, and the way there is shown instead. */
function Parts({ summary, range }: { summary: DashboardSummary; range: DashboardRange }) {
  const { firstRun, newLeads, bestListings, attention, timeZone } = summary
  return (
    <>
      <FirstSteps {...firstRun} />
      {firstRun.isSeen && (
        <>
          <FigureCards summary={summary} range={range} />
          <ViewsPerDay summary={summary} />
        </>
      )}
      {(firstRun.isSeen || newLeads.length > 0) && (
        <div className={classes.pair}>
          <NewLeads leads={newLeads} timeZone={timeZone} />
          <BestListings listings={bestListings} range={range} />
        </div>
      )}
      <NeedsAttention attention={attention} isNew={!firstRun.isSeen} />
    </>
  )
}
