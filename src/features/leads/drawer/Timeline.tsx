import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Timeline as EventTimeline } from '#ui/events/Timeline.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { timelineQuery } from '../leads.functions.ts'
import classes from './LeadDrawer.module.css'

/** What this buyer did, the latest first. */
export function LeadTimeline({ id, timeZone }: { id: string; timeZone: string }) {
  const list = useInfiniteQuery(timelineQuery(id))
  const steps = list.data?.pages.flatMap((page) => page.steps) ?? []
  return (
    <section aria-labelledby="lead-timeline">
      <h3 id="lead-timeline" className={classes.heading}>
        Activity
      </h3>
      {list.isPending && <Skeleton h={120} role="status" aria-label="Loading activity" />}
      {list.isError && !list.data && (
        <SectionError what="This buyer’s activity" busy={list.isFetching} onRetry={list.refetch} />
      )}
      <EventTimeline heading="h4" steps={steps} timeZone={timeZone} />
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchNextPageError ? 'Try again' : 'Show older'}
        </Button>
      )}
    </section>
  )
}
