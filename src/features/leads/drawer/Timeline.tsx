import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconEye, IconFileText, IconHome, IconLink, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { longDate } from '#ui/dates.ts'
import { SectionError } from '#ui/SectionError.tsx'
import { icon } from '#ui/theme.ts'
import { timelineQuery } from '../leads.functions.ts'
import classes from './Timeline.module.css'
import { type ShownStep, timelineDays } from './timelineDays.ts'

const icons: Record<string, typeof IconEye> = {
  lead_created: IconUserPlus,
  listing_view: IconHome,
  file_view: IconFileText,
  file_download: IconDownload,
  link_click: IconLink,
}

/** What this buyer did, the latest first. */
export function Timeline({ id, timeZone }: { id: string; timeZone: string }) {
  const list = useInfiniteQuery(timelineQuery(id))
  const days = timelineDays(list.data?.pages.flatMap(({ steps }) => steps) ?? [], timeZone)
  return (
    <section aria-labelledby="lead-timeline">
      <h3 id="lead-timeline" className={classes.heading}>
        What they did
      </h3>
      {list.isPending && <Skeleton h={120} role="status" aria-label="Loading what they did" />}
      {list.isError && !list.data && (
        <SectionError what="What they did" busy={list.isFetching} onRetry={list.refetch} />
      )}
      {days.map(({ day, steps }) => (
        <div key={day} className={classes.day}>
          <h4 className={classes.date}>{steps[0] && longDate(steps[0].at, timeZone)}</h4>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <Step key={step.id} step={step} timeZone={timeZone} />
            ))}
          </ol>
        </div>
      ))}
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchNextPageError ? 'Try again' : 'Show earlier'}
        </Button>
      )}
    </section>
  )
}

function Step({ step: { event, words, at, times }, timeZone }: { step: ShownStep; timeZone: string }) {
  const Icon = icons[event] ?? IconEye
  const time = new Intl.DateTimeFormat('en-NZ', { timeStyle: 'short', timeZone }).format(at)
  return (
    <li className={classes.step}>
      <span className={classes.icon}>
        <Icon {...icon} size={16} />
      </span>
      <span className={classes.words}>
        {words}
        {times > 1 && <span className={classes.times}> · {times} times</span>}
      </span>
      <time dateTime={at.toISOString()} className={classes.time}>
        {time}
      </time>
    </li>
  )
}
