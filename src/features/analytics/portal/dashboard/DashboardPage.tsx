import { Button, Skeleton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { formatRelativeTime, useNow } from '#ui/format/elapsedTime.ts'
import { formatCount } from '#ui/format/format.ts'
import { SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { FilterSelect } from '#ui/table/ListFilters.tsx'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { DashboardSummary, TopListing } from '../../analytics.schema.ts'
import { dateRangeLabels } from '../../dateRanges.ts'
import { AgentsPanel } from '../AgentsPanel.tsx'
import { BarList } from '../charts/BarList.tsx'
import { DayChart } from '../charts/DayChart.tsx'
import classes from './DashboardPage.module.css'
import { type DashboardRange, type DashboardSearch, dashboardRanges, useDashboard } from './dashboardSearch.ts'
import { FirstSteps } from './FirstSteps.tsx'
import metrics from './MetricCards.module.css'
import { MetricCards } from './MetricCards.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import leads from './NewLeads.module.css'
import { NewLeads } from './NewLeads.tsx'

interface DashboardPageProps {
  greeting: ReactNode
  /** The agent's next dates. */
  thisWeek: ReactNode
  search: DashboardSearch
  onSearchChange: (change: Partial<DashboardSearch>) => void
}

/** The rest is in the analytics. */
const MAX_AGENTS = 5

const rangeOptions = dashboardRanges.map((range) => ({ value: range, label: dateRangeLabels[range] }))

/** Whether buyers come, who they are, and what needs attention. */
export function DashboardPage({ greeting, thisWeek, search, onSearchChange }: DashboardPageProps) {
  const { data: summary, dataUpdatedAt, isPlaceholderData, isError, isFetching, refetch } = useDashboard(search)
  return (
    <>
      <div className={classes.top}>
        {greeting}
        {summary?.firstSteps.isSeen !== false && (
          <div className={classes.range}>
            <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} />
            <FilterSelect
              label="Range"
              options={rangeOptions}
              value={search.range}
              onSelect={(range) => onSearchChange({ range })}
            />
          </div>
        )}
      </div>
      {summary ? (
        <div className={classes.parts} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {isError && (
            <StaleNotice
              since={new Date(dataUpdatedAt)}
              timeZone={summary.timeZone}
              busy={isFetching}
              onRetry={refetch}
            />
          )}
          <Parts summary={summary} search={search} thisWeek={thisWeek} />
        </div>
      ) : isError ? (
        <RowFrame>
          <SectionError what="your numbers" busy={isFetching} onRetry={refetch} />
        </RowFrame>
      ) : (
        <DashboardSkeleton />
      )}
    </>
  )
}

/**
 * Until the first visitor there is nothing to count, and the first steps are shown instead. The leads come first on a phone
 * and after the chart on a laptop. They are rendered in both places, of which one is hidden, so that the order is the
 * same for screen readers and the keyboard.
 */
interface PartsProps extends Pick<DashboardPageProps, 'search' | 'thisWeek'> {
  summary: DashboardSummary
}

function Parts({ summary, search, thisWeek }: PartsProps) {
  const { range, whose } = search
  const { firstSteps, newLeads, topListings, attention, timeZone } = summary
  const hasLeadsPart = firstSteps.isSeen || newLeads.length > 0
  const leads = <NewLeads leads={newLeads} timeZone={timeZone} />
  return (
    <>
      {hasLeadsPart && <div className={classes.onPhone}>{leads}</div>}
      <FirstSteps {...firstSteps} />
      {thisWeek}
      {firstSteps.isSeen && (
        <>
          <MetricCards summary={summary} search={search} />
          <ViewsAndLeads summary={summary} whose={whose} />
        </>
      )}
      {hasLeadsPart && (
        <div className={classes.pair}>
          <div className={classes.onLaptop}>{leads}</div>
          <MostViewedListings listings={topListings} range={range} />
        </div>
      )}
      {firstSteps.isSeen && whose === '' && <AgentsPanel days={{ range }} maxRows={MAX_AGENTS} />}
      <NeedsAttention attention={attention} isNew={!firstSteps.isSeen} />
    </>
  )
}

/** A click on a day opens its analytics. */
function ViewsAndLeads({ summary: { days, daysBefore }, whose }: { summary: DashboardSummary; whose: string }) {
  const navigate = useNavigate()
  return (
    <SectionCard dense title="Views and leads">
      <div className={classes.chart}>
        <DayChart
          label="Views and leads"
          days={days}
          daysBefore={daysBefore}
          comparison="leads"
          endsToday
          onSelectDays={(span) =>
            void navigate({ to: '/portal/analytics', search: { range: 'custom', ...span, whose } })
          }
        />
      </div>
    </SectionCard>
  )
}

interface MostViewedListingsProps {
  listings: readonly TopListing[]
  range: DashboardRange
}

const MostViewedListings = ({ listings, range }: MostViewedListingsProps) => (
  <SectionCard dense title="Most-viewed listings" action={<span className={classes.unit}>Views</span>}>
    <div className={classes.bars}>
      {listings.length > 0 ? (
        <BarList
          label="Most-viewed listings"
          noun="view"
          bars={listings.map(({ id, title, views, leads }) => ({
            id,
            label: title,
            value: views,
            note: leads > 0 ? formatCount(leads, 'lead') : undefined,
          }))}
          link={(listingId, row) => <Link to="/portal/analytics" search={{ listingId, range }} {...row} />}
        />
      ) : (
        <p className={classes.none}>No views in this period.</p>
      )}
    </div>
  </SectionCard>
)

interface StaleNoticeProps {
  since: Date
  timeZone: string
  busy: boolean
  onRetry: () => unknown
}

/** The last numbers stay when they cannot be refreshed, with a notice that they are old. */
const StaleNotice = ({ since, timeZone, busy, onRetry }: StaleNoticeProps) => (
  <Notice
    tone="amber"
    role="status"
    icon={<IconCloudOff {...icon} />}
    title="We couldn’t refresh these numbers"
    action={
      <Button variant="default" size="xs" loading={busy} onClick={() => onRetry()}>
        Try again
      </Button>
    }
  >
    <p>They were last updated {formatRelativeTime(since, useNow(), timeZone)}. We’ll keep trying.</p>
  </Notice>
)

const fiveItems = [1, 2, 3, 4, 5]
const chartLines = [1, 2, 3, 4]

/** As tall as the loaded page, so that nothing moves when it arrives. */
const DashboardSkeleton = () => (
  <div className={classes.parts} role="status" aria-label="Loading your numbers">
    <div className={classes.onPhone}>
      <LeadsOutline />
    </div>
    <div className={metrics.cards}>
      {fiveItems.map((item) => (
        <div key={item} className={metrics.card}>
          <div className={metrics.head}>
            <Skeleton h={12} w={64} />
          </div>
          <div className={metrics.metric}>
            <Skeleton h={24} w={96} my={4} />
          </div>
          <Skeleton h={32} />
        </div>
      ))}
    </div>
    <SectionCard dense title="Views and leads">
      <div className={classes.chart}>
        <div className={classes.outline}>
          {chartLines.map((line) => (
            <Skeleton key={line} h={8} />
          ))}
        </div>
      </div>
    </SectionCard>
    <div className={classes.pair}>
      <div className={classes.onLaptop}>
        <LeadsOutline />
      </div>
      <SectionCard dense title="Most-viewed listings">
        <div className={leads.list}>
          {fiveItems.map((item) => (
            <Skeleton key={item} h={28} mx={16} my={12} w={`${100 - item * 14}%`} />
          ))}
        </div>
      </SectionCard>
    </div>
  </div>
)

const LeadsOutline = () => (
  <SectionCard dense title="New leads">
    <div className={leads.list}>
      {fiveItems.map((item) => (
        <div key={item} className={leads.row}>
          <Skeleton w={36} h={36} circle className={leads.initials} />
          <div className={leads.text}>
            <Skeleton h={12} w={140} my={4} />
            <Skeleton h={12} w={200} maw="100%" my={4} />
          </div>
        </div>
      ))}
    </div>
  </SectionCard>
)
