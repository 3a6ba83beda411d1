import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCalendarClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { todayIn } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { formatDate } from '#ui/format/format.ts'
import { icon } from '#ui/theme/theme.ts'
import { type CalendarEvent, isMovable } from '../calendar.schema.ts'
import { dayOf, daysOfWeek } from '../week.ts'
import classes from './Agenda.module.css'
import { conflictLabel, eventIcons, eventTime, eventTitle, type ShownConflict, timeThere } from './eventLabels.ts'

export interface CalendarViewProps {
  monday: string
  timeZone: string
  events: readonly CalendarEvent[]
  conflicts: readonly ShownConflict[]
  /** Undefined for an agent alone. */
  agentName: (event: CalendarEvent) => string | undefined
  /** What a conflict is, as one of the two dates says it. */
  clashText: (conflict: ShownConflict, from: CalendarEvent) => string
  onMove: (event: CalendarEvent) => void
}

/** A week day by day: today first, then what comes, then what is over. */
export function Agenda({ monday, timeZone, events, ...view }: CalendarViewProps) {
  const today = todayIn(timeZone, useNow())
  const days = daysOfWeek(monday)
  const byDay = Map.groupBy(events, ({ startsAt }) => {
    const day = dayOf(startsAt, timeZone)
    // One that began before the week is in it as well.
    return day < monday ? monday : day
  })
  const hasToday = days.includes(today)
  const coming = days.filter((day) => !(hasToday && day < today) && (day === today || byDay.has(day)))
  const past = hasToday ? days.filter((day) => day < today && byDay.has(day)) : []
  const list = (day: string) => (
    <AgendaDay
      key={day}
      day={day}
      isToday={day === today}
      events={byDay.get(day) ?? []}
      timeZone={timeZone}
      {...view}
    />
  )
  return (
    <div className={classes.agenda}>
      {coming.map(list)}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>Earlier this week</summary>
          {past.map(list)}
        </details>
      )}
    </div>
  )
}

/** "Saturday 28 November". */
export const dayName = (day: string) =>
  formatDate(new Date(`${day}T00:00:00Z`), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

interface AgendaDayProps extends Omit<CalendarViewProps, 'monday'> {
  day: string
  isToday: boolean
}

function AgendaDay({ day, isToday, events, ...view }: AgendaDayProps) {
  return (
    <section className={classes.day} aria-label={dayName(day)} data-today={isToday || undefined}>
      <h2 className={classes.heading} suppressHydrationWarning>
        {isToday && <span className={classes.today}>Today</span>} {dayName(day)}
      </h2>
      {events.length > 0 ? (
        <ul className={classes.list}>
          {events.map((event) => (
            <AgendaRow key={event.id} event={event} {...view} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>Nothing planned today.</p>
      )}
    </section>
  )
}

/** Where there is little room, a line ends after a time and not within. */
const unbrokenTimes = (text: string) => text.replaceAll(/\s(?=[ap]\.?m)/gi, '\u00a0').replaceAll(' –', '\u00a0–')

interface AgendaRowProps extends Omit<CalendarViewProps, 'monday' | 'events'> {
  event: CalendarEvent
}

function AgendaRow({ event, timeZone, conflicts, agentName, clashText, onMove }: AgendaRowProps) {
  const { kind, listingId, leadId, listingTitle } = event
  const Icon = eventIcons[kind]
  const own = conflicts.filter(({ first, second }) => first.id === event.id || second.id === event.id)
  const details = [timeThere(event, timeZone), agentName(event)].filter(Boolean)
  return (
    <li className={classes.row} data-clash={own.length > 0 || undefined}>
      <time className={classes.time} dateTime={event.startsAt.toISOString()}>
        {unbrokenTimes(eventTime(event, timeZone))}
      </time>
      <Icon {...icon} className={classes.icon} />
      <div className={classes.text}>
        {leadId ? (
          <Link to="/portal/leads" search={{ lead: leadId }} className={classes.link}>
            <bdi>{eventTitle(event)}</bdi>
          </Link>
        ) : (
          <Link to="/portal/listings/$id" params={{ id: listingId }} className={classes.link}>
            <bdi>{eventTitle(event)}</bdi>
          </Link>
        )}
        <span className={classes.quiet}>
          <bdi>{listingTitle}</bdi>
          {details.map((detail) => (
            <Fragment key={detail}>
              {' · '}
              <bdi>{detail}</bdi>
            </Fragment>
          ))}
        </span>
      </div>
      {isMovable(event) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          c="gray.7"
          size={40}
          className={classes.move}
          aria-label={`Move ${event.name.toLowerCase()} at ${listingTitle}`}
          onClick={() => onMove(event)}
        >
          <IconCalendarClock {...icon} />
        </ActionIcon>
      )}
      {own.length > 0 && (
        <div className={classes.clashes}>
          {own.map((conflict) => (
            <span key={`${conflict.first.id} ${conflict.second.id}`} className={classes.clash}>
              <IconAlertTriangle {...icon} size={16} />
              <span>
                <b>{conflictLabel(conflict)}.</b> {clashText(conflict, event)}.
              </span>
            </span>
          ))}
        </div>
      )}
    </li>
  )
}
