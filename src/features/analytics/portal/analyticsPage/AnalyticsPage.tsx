import { Skeleton } from '@mantine/core'
import { IconChartBar, IconFilterOff } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { buyerActivityQuery, hasEventsQuery, isNotFoundError, readingTimeQuery } from '../../analytics.functions.ts'
import type { EventsPage } from '../../analytics.schema.ts'
import { documentReadingText, minutesText } from '../../readingText.ts'
import { AgentsPanel } from '../AgentsPanel.tsx'
import { PageBars } from '../charts/PageBars.tsx'
import { EventTimeline } from '../EventTimeline.tsx'
import { AnalyticsFilters, type AnalyticsFiltersProps } from './AnalyticsFilters.tsx'
import classes from './AnalyticsPage.module.css'
import { listLoadedEvents, QueriesEnabled, useLatestEvents, usePanelQuery } from './analyticsPageQueries.ts'
import { type AnalyticsSearch, hasIdFilter, hasValidIds, toAnalyticsInput } from './analyticsSearch.ts'
import { DevicesPanel } from './breakdowns/DevicesPanel.tsx'
import { DocumentsReadPanel } from './breakdowns/DocumentsReadPanel.tsx'
import { FunnelPanel } from './breakdowns/FunnelPanel.tsx'
import { PlacesPanel } from './breakdowns/PlacesPanel.tsx'
import { ChannelsPanel, ReferrersPanel } from './breakdowns/SourcesPanels.tsx'
import { EventLogSection } from './EventLogSection.tsx'
import { findFilterNames } from './filterNames.ts'
import { Overview } from './Overview.tsx'
import { QueryPanel } from './QueryPanel.tsx'

export interface AnalyticsPageProps extends Omit<AnalyticsFiltersProps, 'names'> {
  /** The buyer of the address, once loaded. */
  buyer?: Buyer
}

export function AnalyticsPage({ buyer, ...bar }: AnalyticsPageProps) {
  const { search, timeZone } = bar
  const latest = useLatestEvents(search, timeZone)
  const isMissing = !hasValidIds(search) || isNotFoundError(latest.error)
  const areQueriesEnabled = !hasIdFilter(search) || !latest.isPending
  const names = { ...findFilterNames(latest.data?.events ?? [], search), ...(buyer && { buyer: buyer.name }) }
  const hasNoEvents = useQuery(hasEventsQuery).data === false && !latest.data?.events.length
  if (hasNoEvents) return <NoEventsYet />
  return (
    <QueriesEnabled value={areQueriesEnabled}>
      <AnalyticsFilters {...bar} names={names} />
      <div className={classes.page}>
        {search.leadId && !isMissing && buyer && (
          <SectionCard dense title={`Reading of ${buyer.name}`} about={`On ${buyer.listingTitle}.`}>
            <div className={classes.activity}>{buyer.reading}</div>
          </SectionCard>
        )}
        {search.leadId && !isMissing && <OneBuyersActivity leadId={search.leadId} buyer={buyer} timeZone={timeZone} />}
        {isMissing || latest.data?.events.length === 0 ? (
          <NoResults search={search} isMissing={isMissing} />
        ) : (
          <Panels {...bar} latest={latest.isPlaceholderData ? undefined : latest.data} />
        )}
      </div>
    </QueriesEnabled>
  )
}

type PanelsProps = Pick<AnalyticsFiltersProps, 'search' | 'onSearchChange' | 'timeZone'> & { latest?: EventsPage }

const Panels = ({ search, onSearchChange, timeZone, latest }: PanelsProps) => (
  <>
    <Overview
      search={search}
      timeZone={timeZone}
      onSelectDays={(span) => onSearchChange({ range: 'custom', ...span })}
    />
    {search.fileId !== '' && search.leadId === '' && <DocumentPagesPanel search={search} />}
    {search.fileId === '' && (
      <>
        {/* One buyer alone has no conversion. */}
        {search.leadId === '' && <FunnelPanel search={search} />}
        {!isNarrowed(search) && <AgentsPanel days={toAnalyticsInput(search)} />}
        <ChannelsPanel search={search} />
        <div className={classes.pairs}>
          <PlacesPanel search={search} />
          <DocumentsReadPanel search={search} />
          <ReferrersPanel search={search} />
          <DevicesPanel search={search} />
        </div>
      </>
    )}
    <EventLogSection search={search} timeZone={timeZone} latest={latest} />
  </>
)

/** Agents are compared by everything that happened, not by what matches a filter. */
const isNarrowed = (search: AnalyticsSearch) => {
  const { range: _, from: __, to: ___, ...filters } = toAnalyticsInput(search)
  return Object.keys(filters).length > 0
}

const NoEventsYet = () => (
  <EmptyState
    icon={<IconChartBar {...icon} />}
    placeholder="bars"
    title="No views yet"
    action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
  >
    Share a listing’s link, and you’ll see here who viewed it, which documents they opened and how many became leads: by
    day, city and device. No cookies, no tracking across sites.
  </EmptyState>
)

/** The agent has events, but none for these filters. */
const NoResults = ({ search, isMissing }: { search: AnalyticsSearch; isMissing: boolean }) => (
  <EmptyState
    icon={<IconFilterOff {...icon} />}
    title={
      isMissing
        ? `${missingNoun(search)} not found`
        : search.leadId
          ? 'No activity in this period'
          : 'No views in this period'
    }
    action={
      <ButtonLink to="/portal/analytics" search={{}} preload={false} variant="default">
        Clear filters
      </ButtonLink>
    }
  >
    {isMissing
      ? 'It may have been deleted since the link was created.'
      : 'Nothing matches these filters. Choose a longer range or remove a filter.'}
  </EmptyState>
)

const missingNoun = ({ listingId, leadId, fileId }: AnalyticsSearch) =>
  [listingId && 'Listing', leadId && 'Buyer', fileId && 'Document'].filter(Boolean).join(' or ')

/** Which pages of one document hold its readers, and where they stop. */
function DocumentPagesPanel({ search }: { search: AnalyticsSearch }) {
  const query = usePanelQuery(readingTimeQuery(toAnalyticsInput(search)))
  const seconds = query.data?.documents[0]?.seconds ?? 0
  return (
    <SectionCard
      dense
      title="Reading by page"
      about={`The time of all readers since you added the document${seconds > 0 ? `: ${minutesText(seconds)}` : ''}.`}
    >
      <QueryPanel query={query} what="the pages" skeleton={<Skeleton h={160} m={16} w="auto" />}>
        {({ pages }) => (
          <div className={classes.activity}>
            {pages ? (
              <>
                <p className={classes.reading}>
                  {!pages.isCurrentVersion && 'Nobody has read the new version yet. This is the previous one. '}
                  {documentReadingText(pages)}
                </p>
                <PageBars isTall label="Time of all readers by page" {...pages} />
              </>
            ) : (
              <p className={classes.quiet}>Nobody has read this document yet.</p>
            )}
          </div>
        )}
      </QueryPanel>
    </SectionCard>
  )
}

interface Buyer {
  id: string
  name: string
  listingTitle: string
  /** What they read, in words and page by page. */
  reading: ReactNode
}

interface OneBuyersActivityProps {
  leadId: string
  /** Missing until it is loaded. */
  buyer?: Buyer
  timeZone: string
}

/** All activity of one buyer, whatever range is selected. */
function OneBuyersActivity({ leadId, buyer, timeZone }: OneBuyersActivityProps) {
  const activity = useInfiniteQuery({ ...buyerActivityQuery(leadId), enabled: useContext(QueriesEnabled) })
  const events = listLoadedEvents(activity.data)
  return (
    <SectionCard
      dense
      title={buyer ? `Activity of ${buyer.name}` : 'Activity of this buyer'}
      about={buyer ? `On ${buyer.listingTitle}. Everything since they left their details.` : ' '}
      action={
        <ButtonLink to="/portal/leads" search={{ lead: leadId }} variant="default" size="xs">
          Contact and notes
        </ButtonLink>
      }
    >
      <div className={classes.activity}>
        <EventTimeline isWide heading="h3" query={activity} steps={events} timeZone={timeZone} />
      </div>
    </SectionCard>
  )
}
