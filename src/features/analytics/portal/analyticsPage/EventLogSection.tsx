import { Button, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { shortDateTime } from '#ui/format/dates.ts'
import { formatAmount } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { ChipLink, Chips } from '#ui/table/ListFilters.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { RowTable, RowTableSkeleton } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { EventsPage, LoggedEvent } from '../../analytics.schema.ts'
import { eventNouns, eventText, eventVerb, isDocumentEvent } from '../../eventText.ts'
import { EventIcon } from '../EventTimeline.tsx'
import { useEventLog } from './analyticsPageQueries.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import classes from './EventLogSection.module.css'
import { deviceName, isUnknownPlace, placeContext, placeName, referrerKey, referrerName } from './filterNames.ts'

/** With this margin the top of the log counts as visible until it has been scrolled past. */
const EVERYTHING_BELOW = '0px 0px 1000000px 0px'

interface EventLogSectionProps {
  search: AnalyticsSearch
  timeZone: string
  latest?: EventsPage
}

/** All events, the newest first, updated while the page is open. */
export function EventLogSection({ search, timeZone, latest }: EventLogSectionProps) {
  const { ref, entry } = useIntersection({ rootMargin: EVERYTHING_BELOW })
  const top = useRef<HTMLDivElement>(null)
  const log = useEventLog({ search, latest, isHeld: entry?.isIntersecting === false })
  const showNew = () => {
    log.showNew()
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <SectionCard dense id="log" title="Activity" about="Live, newest first." action={<EventChips search={search} />}>
      <div ref={top} className={classes.top}>
        <div ref={ref} />
      </div>
      <div role="status" className={classes.newEvents}>
        {log.waiting > 0 && (
          <Button size="xs" radius="xl" leftSection={<IconArrowUp {...icon} size={14} />} onClick={showNew}>
            {formatAmount(log.waiting)} new
          </Button>
        )}
      </div>
      <ListResult
        query={log}
        what="the activity"
        isInCard
        skeleton={<EventTableSkeleton />}
        isEmpty={log.events.length === 0}
        empty={
          <div className={classes.empty}>
            <NoRows>No activity of this type in this period.</NoRows>
          </div>
        }
      >
        <div className={classes.events}>
          <RowTable columns={columns} folds dense bare>
            {log.events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                search={search}
                timeZone={timeZone}
                isNew={log.arrived.has(event.id)}
              />
            ))}
          </RowTable>
        </div>
      </ListResult>
    </SectionCard>
  )
}

const chipEvents = [
  '',
  'listing_view',
  'lead_created',
  'file_view',
  'file_download',
  'link_click',
  'listing_leave',
] as const

const EventChips = ({ search }: { search: AnalyticsSearch }) => (
  <Chips label="Filter activity">
    {chipEvents.map((event) => (
      <ChipLink
        key={event}
        to="/portal/analytics"
        search={{ ...search, event }}
        resetScroll={false}
        preload={false}
        on={event === search.event}
      >
        {event ? eventNouns[event] : 'All'}
      </ChipLink>
    ))}
  </Chips>
)

/** One line for each row on a laptop, two on a phone. */
const columns = [
  { name: 'Time', className: classes.time },
  { name: 'Activity', className: classes.activity, skeleton: <Skeleton h={12} w={180} maw="100%" /> },
  { name: 'Buyer', className: classes.buyer },
  { name: 'Listing', className: classes.listing },
  { name: 'City', className: classes.city },
  { name: 'Device', className: classes.device },
  { name: 'Source', className: classes.source },
]

const EventTableSkeleton = () => (
  <div className={classes.events}>
    <RowTableSkeleton columns={columns} rowCount={10} rowClassName={classes.row} folds dense bare />
  </div>
)

interface EventRowProps {
  event: LoggedEvent
  search: AnalyticsSearch
  timeZone: string
  isNew: boolean
}

function EventRow({ event, search, timeZone, isNew }: EventRowProps) {
  const { listingId, listingTitle, leadId, leadName, device, browser, at } = event
  const place = { country: event.country ?? '', region: event.region ?? '', city: event.city ?? '' }
  return (
    <tr className={classes.row} data-new={isNew || undefined}>
      <td className={classes.time}>
        {/* The server and the browser may format it with different spaces. */}
        <time dateTime={at.toISOString()} suppressHydrationWarning>
          {shortDateTime(at, timeZone)}
        </time>
      </td>
      <td className={classes.activity}>
        <EventIcon event={event.event} />
        <span>
          <EventDescription event={event} search={search} />
        </span>
      </td>
      <td className={classes.buyer}>
        {leadId && <SearchLink search={{ ...search, leadId }}>{leadName || 'A buyer'}</SearchLink>}
      </td>
      <td className={classes.listing}>
        {listingId && <SearchLink search={{ ...search, listingId }}>{listingTitle ?? 'A listing'}</SearchLink>}
      </td>
      <td className={classes.city} title={placeContext(place) || undefined}>
        {isUnknownPlace(place) ? '' : placeName(place)}
      </td>
      <td className={classes.device}>{[device && deviceName(device), browser].filter(Boolean).join(' · ')}</td>
      <td className={classes.source}>
        {event.event === 'listing_view' && referrerName(referrerKey(event.referrerHostname ?? ''))}
      </td>
    </tr>
  )
}

function EventDescription({ event, search }: Pick<EventRowProps, 'event' | 'search'>) {
  const { event: name, fileId, fileName } = event
  if (!isDocumentEvent(name) || !fileId) return eventText(name, event)
  return (
    <>
      {eventVerb(name)} <SearchLink search={{ ...search, fileId }}>{fileName ?? 'a document'}</SearchLink>
    </>
  )
}

const exactMatch = { exact: true }

const SearchLink = ({ search, children }: { search: AnalyticsSearch; children: string }) => (
  <Link
    to="/portal/analytics"
    search={search}
    preload={false}
    activeOptions={exactMatch}
    className={classes.link}
    title={children}
  >
    <bdi>{children}</bdi>
  </Link>
)
