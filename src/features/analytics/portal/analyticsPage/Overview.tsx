import { Skeleton } from '@mantine/core'
import type { EventName } from '#platform/events/events.ts'
import { todayIn } from '#ui/format/dates.ts'
import { formatDuration } from '#ui/format/elapsedTime.ts'
import { formatAmount } from '#ui/format/format.ts'
import { formatPercent } from '#ui/format/moneyAndPercent.ts'
import { SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { engagementQuery, listingViewsQuery } from '../../analytics.functions.ts'
import type { Engagement, ListingViews, Metric } from '../../analytics.schema.ts'
import type { DaySpan } from '../../dateRanges.ts'
import { DayChart } from '../charts/DayChart.tsx'
import { MetricChange } from '../charts/MetricChange.tsx'
import { usePanelQuery } from './analyticsPageQueries.ts'
import { type AnalyticsSearch, toAnalyticsInput } from './analyticsSearch.ts'
import { FilterLink } from './FilterLink.tsx'
import classes from './Overview.module.css'
import { QueryPanel } from './QueryPanel.tsx'

const aboutVisitors = 'Visitors who return on another day count again.'
const aboutLead = 'What this buyer has done since leaving their details.'
const aboutDocument = 'How often this document was opened and downloaded.'

interface OverviewProps {
  search: AnalyticsSearch
  timeZone: string
  onSelectDays: (span: DaySpan) => void
}

/** The metrics, and a chart of the days. */
export function Overview({ search, timeZone, onSelectDays }: OverviewProps) {
  const input = toAnalyticsInput(search)
  const views = usePanelQuery(listingViewsQuery(input))
  const engagement = usePanelQuery(engagementQuery(input))
  const failed = [views, engagement].filter(({ data, isError }) => isError && !data)
  return (
    <SectionCard
      dense
      title="At a glance"
      about={search.fileId ? aboutDocument : search.leadId ? aboutLead : aboutVisitors}
    >
      {failed.length > 0 ? (
        <SectionError
          what="the numbers"
          busy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : (
        <>
          <Metrics
            search={search}
            views={views.data}
            engagement={engagement.data}
            isOld={views.isPlaceholderData || engagement.isPlaceholderData}
          />
          <div className={classes.chart} hidden={search.fileId !== ''}>
            <QueryPanel query={views} what="the days" skeleton={<Skeleton className={classes.chartSkeleton} />}>
              {({ span, days, daysBefore }) =>
                search.leadId && !days.some(({ views, filesOpened }) => views + filesOpened > 0) ? (
                  <p className={classes.empty}>
                    No views in this period. Choose a longer range, or see all their activity above.
                  </p>
                ) : (
                  <DayChart
                    label={search.leadId ? 'Views and document views per day' : 'Views and visitors per day'}
                    days={days}
                    daysBefore={search.compare ? daysBefore : undefined}
                    comparison={search.leadId ? 'filesOpened' : 'visitors'}
                    endsToday={span.to >= todayIn(timeZone)}
                    onSelectDays={onSelectDays}
                  />
                )
              }
            </QueryPanel>
          </div>
        </>
      )}
    </SectionCard>
  )
}

interface MetricsProps {
  search: AnalyticsSearch
  views?: ListingViews
  engagement?: Engagement
  isOld: boolean
}

/** A click on a metric shows its events in the log. */
const Metrics = ({ search, views, engagement, isOld }: MetricsProps) => (
  <ul className={classes.metrics} data-old={isOld || undefined} aria-busy={isOld}>
    {visibleMetrics(search, views, engagement).map((item) => (
      <li key={item.name}>
        <FilterLink search={search} by="event" value={item.event} hash="log" className={classes.metric}>
          <span className={classes.name}>{item.name}</span>
          {item.metric ? (
            <Numbers {...item} metric={item.metric} compare={search.compare} />
          ) : (
            <Skeleton h={22} w={64} my={4} />
          )}
        </FilterLink>
      </li>
    ))}
  </ul>
)

const Numbers = ({ metric, write, isShare, compare }: VisibleMetric & { metric: Metric; compare: boolean }) => (
  <span className={classes.numbers}>
    <span className={classes.number}>{write(metric.now)}</span>
    {compare && metric.now + metric.before > 0 && <MetricChange metric={metric} write={write} isShare={isShare} />}
  </span>
)

interface VisibleMetric {
  name: string
  /** Missing until it is loaded. */
  metric?: Metric
  write: (amount: number) => string
  isShare?: boolean
  /** The events it is counted from. */
  event: EventName
}

/** All that is counted of one document. */
const documentEvents: EventName[] = ['file_view', 'file_download']
/** Of one buyer these say nothing. */
const hiddenForOneBuyer = ['Visitors', 'Leads', 'Conversion']

export const visibleMetrics = (
  { fileId, leadId }: Pick<AnalyticsSearch, 'fileId' | 'leadId'>,
  views?: ListingViews,
  engagement?: Engagement,
): VisibleMetric[] =>
  allMetrics(views, engagement)
    .filter(({ event }) => fileId === '' || documentEvents.includes(event))
    .filter(({ name }) => leadId === '' || !hiddenForOneBuyer.includes(name))

const allMetrics = (views?: ListingViews, engagement?: Engagement): VisibleMetric[] => [
  { name: 'Views', metric: views?.views, write: formatAmount, event: 'listing_view' },
  { name: 'Visitors', metric: views?.visitors, write: formatAmount, event: 'listing_view' },
  { name: 'Leads', metric: engagement?.leads, write: formatAmount, event: 'lead_created' },
  { name: 'Conversion', metric: engagement?.conversion, write: formatPercent, isShare: true, event: 'lead_created' },
  { name: 'Document views', metric: engagement?.filesOpened, write: formatAmount, event: 'file_view' },
  { name: 'Downloads', metric: engagement?.downloads, write: formatAmount, event: 'file_download' },
  {
    name: 'Average time',
    metric: engagement?.averageSeconds,
    write: (seconds) => (seconds > 0 ? formatDuration(seconds) : '–'),
    event: 'listing_leave',
  },
]
