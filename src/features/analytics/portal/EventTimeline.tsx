import { Skeleton } from '@mantine/core'
import {
  IconDoorExit,
  IconDownload,
  IconEye,
  IconFileText,
  IconHome,
  IconLink,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { fullDate, timeOfDay, todayIn } from '#ui/format/dates.ts'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import { eventText } from '../eventText.ts'
import classes from './EventTimeline.module.css'

interface EventStep {
  id: string
  event: string
  at: Date
  fileName: string | null
  seconds?: number | null
  zippedFiles?: number | null
}

interface EventTimelineProps {
  /** Loads the steps, page by page. */
  query: ComponentProps<typeof ListResult>['query']
  /** The newest first. */
  steps: readonly EventStep[]
  timeZone: string
  /** The level of the dates, one below the heading of the timeline. */
  heading: 'h3' | 'h4'
  /** Days are side by side where there is room. */
  isWide?: boolean
}

/** What one buyer did, day by day. */
export const EventTimeline = ({ query, steps, isWide = false, ...days }: EventTimelineProps) => (
  <ListResult
    query={query}
    what="this buyer’s activity"
    isInCard
    loadMoreManually
    skeleton={<Skeleton h={isWide ? 240 : 120} />}
    isEmpty={steps.length === 0}
    empty={<NoRows>No activity yet.</NoRows>}
  >
    <div className={classes.days} data-wide={isWide || undefined}>
      <EventDays steps={steps} {...days} />
    </div>
  </ListResult>
)

const EventDays = ({ steps, timeZone, heading: Heading }: Pick<EventTimelineProps, 'steps' | 'timeZone' | 'heading'>) =>
  groupByDay(steps, timeZone).map(({ day, steps: shown }) => (
    <div key={day} className={classes.day}>
      <Heading className={classes.date}>{shown[0] && fullDate(shown[0].at, timeZone)}</Heading>
      <ol className={classes.steps}>
        {shown.map(({ id, event, text, at, times }) => (
          <li key={id} className={classes.step}>
            <span className={classes.icon}>
              <EventIcon event={event} />
            </span>
            <span className={classes.text}>
              <bdi>{text}</bdi>
              {times > 1 && <span className={classes.times}> · {times} times</span>}
            </span>
            <time dateTime={at.toISOString()} className={classes.time}>
              {timeOfDay(at, timeZone)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  ))

const icons: Record<string, typeof IconEye> = {
  lead_created: IconUserPlus,
  listing_view: IconHome,
  listing_leave: IconDoorExit,
  file_view: IconFileText,
  file_download: IconDownload,
  link_click: IconLink,
}

export function EventIcon({ event }: { event: string }) {
  const Icon = icons[event] ?? IconEye
  return <Icon {...icon} size={16} />
}

interface ShownStep {
  id: string
  event: string
  text: string
  at: Date
  /** How often the same was done in a row. */
  times: number
}

/** By the dates of the time zone that the times are shown in, the newest first. */
export function groupByDay(steps: readonly EventStep[], timeZone: string) {
  const days: { day: string; steps: ShownStep[] }[] = []
  for (const { id, event, at, ...details } of steps) {
    const day = todayIn(timeZone, at)
    if (days.at(-1)?.day !== day) days.push({ day, steps: [] })
    const shown = days.at(-1)?.steps ?? []
    const last = shown.at(-1)
    const text = eventText(event, details)
    if (last?.text === text) last.times += 1
    else shown.push({ id, event, text, at, times: 1 })
  }
  return days
}
