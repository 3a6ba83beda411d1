import { Skeleton } from '@mantine/core'
import {
  IconDoorEnter,
  IconDoorExit,
  IconDownload,
  IconEye,
  IconFileText,
  IconHome,
  IconLink,
  IconMail,
  IconMailOff,
  IconMailOpened,
  IconMailX,
  IconUserCheck,
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
  subject?: string
}

/** What an agent did, between the events. */
interface AgentStep {
  id: string
  at: Date
  text: string
  /** Who did it. Empty where there is one agent only. */
  by: string
  times: number
}

type TimelineStep = EventStep | AgentStep

interface EventTimelineProps {
  /** Loads the steps, page by page. */
  query: ComponentProps<typeof ListResult>['query']
  /** The newest first. */
  steps: readonly TimelineStep[]
  timeZone: string
  /** The level of the dates, one below the heading of the timeline. */
  heading: 'h3' | 'h4'
  /** Days are side by side where there is room. */
  isWide?: boolean
}

/** What one buyer did, and what agents did about it, day by day. */
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
        {shown.map(({ id, event, text, by, at, times }) => (
          <li key={id} className={classes.step} data-agent={event === null || undefined}>
            <span className={classes.icon}>
              {event === null ? <IconUserCheck {...icon} size={16} /> : <EventIcon event={event} />}
            </span>
            <span className={classes.text}>
              <bdi>{text}</bdi>
              {by && (
                <span className={classes.by}>
                  {' '}
                  by <bdi>{by}</bdi>
                </span>
              )}
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
  open_home_visit: IconDoorEnter,
  message_sent: IconMail,
  message_opened: IconMailOpened,
  message_bounced: IconMailX,
  message_unsubscribed: IconMailOff,
}

export function EventIcon({ event }: { event: string }) {
  const Icon = icons[event] ?? IconEye
  return <Icon {...icon} size={16} />
}

interface ShownStep {
  id: string
  /** Null for what an agent did. */
  event: string | null
  text: string
  by: string
  at: Date
  /** How often the same was done in a row. */
  times: number
}

/** By the dates of the time zone that the times are shown in, the newest first. */
export function groupByDay(steps: readonly TimelineStep[], timeZone: string) {
  const days: { day: string; steps: ShownStep[] }[] = []
  for (const step of steps.map(describeStep)) {
    const day = todayIn(timeZone, step.at)
    if (days.at(-1)?.day !== day) days.push({ day, steps: [] })
    const shown = days.at(-1)?.steps ?? []
    const last = shown.at(-1)
    if (last?.text === step.text && last.by === step.by) last.times += step.times
    else shown.push(step)
  }
  return days
}

function describeStep(step: TimelineStep): ShownStep {
  if ('text' in step) return { ...step, event: null }
  const { id, event, at, ...details } = step
  return { id, event, text: eventText(event, details), by: '', at, times: 1 }
}
