import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { written } from '#ui/amounts.ts'
import { LoadMore } from '#ui/LoadMore.tsx'
import { SectionCard } from '#ui/SectionCard.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { icon } from '#ui/theme.ts'
import type { EventsPage } from '../analytics.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { EventChips } from './EventChips.tsx'
import classes from './EventLog.module.css'
import { EventRow } from './EventRow.tsx'
import { EventTable, EventTableSkeleton } from './EventTable.tsx'
import { useEventLog } from './useEventLog.ts'

/** So that the top of the log counts as seen unless it has been passed. */
const EVERYTHING_BELOW = '0px 0px 1000000px 0px'

interface EventLogProps {
  wish: AnalyticsWish
  timeZone: string
  latest?: EventsPage
}

/** Everything that happened, the latest first, while it happens. */
export function EventLog({ wish, timeZone, latest }: EventLogProps) {
  const { ref, entry } = useIntersection({ rootMargin: EVERYTHING_BELOW })
  const top = useRef<HTMLDivElement>(null)
  const isHeld = entry?.isIntersecting === false
  const log = useEventLog({ wish, latest, isHeld })
  const showNew = () => {
    log.take()
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <SectionCard
      dense
      id="log"
      title="What happened"
      about="As it happens; the newest on top."
      action={<EventChips wish={wish} />}
    >
      <div ref={top} className={classes.top}>
        <div ref={ref} />
      </div>
      <div role="status" className={classes.news}>
        {log.waiting > 0 && (
          <Button size="xs" radius="xl" leftSection={<IconArrowUp {...icon} size={14} />} onClick={showNew}>
            {written(log.waiting)} new
          </Button>
        )}
      </div>
      {log.isPending && <EventTableSkeleton />}
      {log.isError && !log.data && <SectionError what="What happened" busy={log.isFetching} onRetry={log.refetch} />}
      {log.data && log.events.length === 0 && <p className={classes.none}>Nothing of this kind in these days.</p>}
      {log.events.length > 0 && (
        <EventTable isOld={log.isPlaceholderData}>
          {log.events.map((event) => (
            <EventRow key={event.id} event={event} wish={wish} timeZone={timeZone} isNew={log.arrived.has(event.id)} />
          ))}
        </EventTable>
      )}
      {log.hasNextPage && (
        <div className={classes.more}>
          <LoadMore
            busy={log.isFetchingNextPage}
            failed={log.isFetchNextPageError}
            onMore={() => void log.fetchNextPage()}
          />
        </div>
      )}
    </SectionCard>
  )
}
