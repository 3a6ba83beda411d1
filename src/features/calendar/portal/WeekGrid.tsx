import {
  DndContext,
  type DragEndEvent,
  type Modifier,
  MouseSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, useId, useRef, useState } from 'react'
import { addDays, timeOfDay, todayIn } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { formatDate } from '#ui/format/format.ts'
import { icon } from '#ui/theme/theme.ts'
import type { CalendarEvent } from '../calendar.schema.ts'
import { dayOf, daysOfWeek, minuteOfDay, momentAt, type PlacedEvent, placeEvents } from '../week.ts'
import type { CalendarViewProps } from './Agenda.tsx'
import { dayName } from './Agenda.tsx'
import { conflictLabel, eventIcons, eventTitle } from './eventLabels.ts'
import classes from './WeekGrid.module.css'

/** Half an hour has room for two lines. */
const HOUR_PX = 72
const MINUTES_PER_HOUR = 60
const SNAP_MINUTES = 15
const SNAP_PX = (HOUR_PX * SNAP_MINUTES) / MINUTES_PER_HOUR
/** Shown in any case; more if something is earlier or later. */
const FIRST_HOUR = 8
const LAST_HOUR = 19

interface WeekGridProps extends Omit<CalendarViewProps, 'onMove'> {
  onOpen: (event: CalendarEvent) => void
  /** Dragged to another time. */
  onDrop: (event: CalendarEvent, at: Date) => void
  /** An empty slot was clicked. */
  onAdd: (at: Date) => void
}

/** A week by hours. Open homes and auctions can be dragged with a mouse; the dialog that a click opens moves them with the keyboard. */
export function WeekGrid({ monday, timeZone, events, conflicts, agentName, onOpen, onDrop, onAdd }: WeekGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const now = useNow()
  const days = daysOfWeek(monday)
  const today = todayIn(timeZone, now)
  const timed = events.filter(({ kind }) => kind !== 'deadline')
  const deadlines = Map.groupBy(
    events.filter(({ kind }) => kind === 'deadline'),
    ({ startsAt }) => dayOf(startsAt, timeZone),
  )
  const placed = days.map((day) => placeEvents(timed, day, timeZone))
  const { first, last } = shownHours(placed.flat())
  const columnWidth = () => (grid.current?.querySelector('[data-day]')?.getBoundingClientRect().width ?? 0) || 1
  const snap: Modifier = ({ transform }) => ({
    ...transform,
    x: Math.round(transform.x / columnWidth()) * columnWidth(),
    y: Math.round(transform.y / SNAP_PX) * SNAP_PX,
  })
  const drop = ({ active, delta }: DragEndEvent) => {
    const event = events.find(({ id }) => id === active.id)
    if (!event) return
    const shift = Math.round(delta.x / columnWidth())
    const minutes = Math.round(delta.y / SNAP_PX) * SNAP_MINUTES
    if (shift === 0 && minutes === 0) return
    const day = addDays(dayOf(event.startsAt, timeZone), shift)
    onDrop(event, momentAt(day, minuteOfDay(event.startsAt, timeZone) + minutes, timeZone))
  }
  // A click opens the event.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }))
  const clashOf = (event: CalendarEvent) =>
    conflicts.find(({ first, second }) => first.id === event.id || second.id === event.id)
  const hours = Array.from({ length: last - first }, (_, n) => first + n)
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      modifiers={[snap]}
      onDragEnd={drop}
      accessibility={{ screenReaderInstructions }}
    >
      <div className={classes.scroll}>
        <div ref={grid} className={classes.week} style={{ '--hour': `${HOUR_PX}px` } as CSSProperties}>
          <div className={classes.head}>
            <span />
            {days.map((day) => (
              <h2
                key={day}
                className={classes.dayName}
                data-today={day === today || undefined}
                suppressHydrationWarning
              >
                <abbr title={dayName(day)}>
                  {weekdayName(day)} <b>{Number(day.slice(8))}</b>
                </abbr>
                {day === today && <span className={classes.todayWord}>Today</span>}
              </h2>
            ))}
          </div>
          {deadlines.size > 0 && (
            <div className={classes.allDay}>
              <span className={classes.allDayName}>Deadlines</span>
              {days.map((day) => (
                <div key={day} className={classes.allDayCell}>
                  {(deadlines.get(day) ?? []).map((event) => (
                    <button key={event.id} type="button" className={classes.deadline} onClick={() => onOpen(event)}>
                      <b>{timeOfDay(event.startsAt, timeZone)}</b> {event.name}
                      <span className={classes.place}>
                        <bdi>{event.listingTitle}</bdi>
                      </span>
                    </button>
                  ))}
                </div>
              ))}
            </div>
          )}
          <div className={classes.body} style={{ height: hours.length * HOUR_PX }}>
            <div className={classes.hours} aria-hidden="true">
              {hours.map((hour) => (
                <span key={hour}>{hourName(hour)}</span>
              ))}
            </div>
            {days.map((day, nth) => (
              <section key={day} className={classes.column} data-day={day} aria-label={dayName(day)}>
                <EmptySlots firstHour={first} onAdd={(minute) => onAdd(momentAt(day, minute, timeZone))} />
                {day === today && <NowLine now={now} timeZone={timeZone} firstHour={first} lastHour={last} />}
                {placed[nth]?.map((one) => (
                  <EventBlock
                    key={one.event.id}
                    placed={one}
                    firstHour={first}
                    timeZone={timeZone}
                    clash={clashOf(one.event)}
                    agent={agentName(one.event)}
                    onOpen={onOpen}
                  />
                ))}
              </section>
            ))}
          </div>
        </div>
      </div>
    </DndContext>
  )
}

const screenReaderInstructions = { draggable: 'Press enter to open it. You can move it from there.' }

function shownHours(placed: readonly PlacedEvent<CalendarEvent>[]) {
  const first = Math.min(FIRST_HOUR, ...placed.map(({ top }) => Math.floor(top / MINUTES_PER_HOUR)))
  const last = Math.max(LAST_HOUR, ...placed.map(({ bottom }) => Math.ceil(bottom / MINUTES_PER_HOUR)))
  return { first, last }
}

const weekdayName = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), { weekday: 'short', timeZone: 'UTC' })

const hourName = (hour: number) =>
  formatDate(new Date(Date.UTC(2026, 0, 1, hour)), { hour: 'numeric', timeZone: 'UTC' })

const SLOT_MINUTES = 30
const SLOT_PX = (HOUR_PX * SLOT_MINUTES) / MINUTES_PER_HOUR

/** A click adds an open home there, which shows while the mouse is over it. With the keyboard the button above does it. */
function EmptySlots({ firstHour, onAdd }: { firstHour: number; onAdd: (minute: number) => void }) {
  const [slot, setSlot] = useState<number>()
  const slotAt = ({ currentTarget, clientY }: MouseEvent) =>
    Math.floor((clientY - currentTarget.getBoundingClientRect().top) / SLOT_PX)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same with the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same with the keyboard
    <div
      className={classes.slots}
      onMouseMove={(event) => setSlot(slotAt(event))}
      onMouseLeave={() => setSlot(undefined)}
      onClick={(event) => onAdd(firstHour * MINUTES_PER_HOUR + slotAt(event) * SLOT_MINUTES)}
    >
      {slot !== undefined && (
        <div className={classes.slot} style={{ top: slot * SLOT_PX, height: SLOT_PX - 2 }} aria-hidden="true">
          <IconPlus {...icon} size={14} /> Open home
        </div>
      )}
    </div>
  )
}

interface NowLineProps {
  now: Date
  timeZone: string
  firstHour: number
  lastHour: number
}

function NowLine({ now, timeZone, firstHour, lastHour }: NowLineProps) {
  const minute = minuteOfDay(now, timeZone)
  if (minute < firstHour * MINUTES_PER_HOUR || minute > lastHour * MINUTES_PER_HOUR) return null
  const top = ((minute - firstHour * MINUTES_PER_HOUR) / MINUTES_PER_HOUR) * HOUR_PX
  return <div className={classes.now} style={{ top }} aria-hidden="true" suppressHydrationWarning />
}

interface EventBlockProps {
  placed: PlacedEvent<CalendarEvent>
  firstHour: number
  timeZone: string
  clash: { kind: 'overlap' | 'no_travel_time' } | undefined
  agent: string | undefined
  onOpen: (event: CalendarEvent) => void
}

function EventBlock({ placed, firstHour, timeZone, clash, agent, onOpen }: EventBlockProps) {
  const { event, top, bottom, column, columns } = placed
  const isDraggable = event.kind === 'open_home' || event.kind === 'auction'
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: event.id, disabled: !isDraggable })
  const Icon = eventIcons[event.kind]
  const minuteHeight = HOUR_PX / MINUTES_PER_HOUR
  const style: CSSProperties = {
    top: (top - firstHour * MINUTES_PER_HOUR) * minuteHeight,
    height: (bottom - top) * minuteHeight - 2,
    left: `calc(${(column / columns) * 100}% + 1px)`,
    width: `calc(${100 / columns}% - 3px)`,
    ...(transform && { transform: `translate(${transform.x}px, ${transform.y}px)` }),
  }
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.event}
      style={style}
      data-kind={event.kind}
      data-clash={clash ? true : undefined}
      data-draggable={isDraggable || undefined}
      data-dragging={isDragging || undefined}
      data-event={event.id}
      onClick={() => onOpen(event)}
      onMouseDown={listeners?.onMouseDown as undefined}
    >
      <span className={classes.line}>
        {clash ? <IconAlertTriangle {...icon} size={14} /> : <Icon {...icon} size={14} />}
        {clash && <b>{conflictLabel(clash)}</b>}
        <span className={classes.name}>
          {timeOfDay(event.startsAt, timeZone)} <bdi>{eventTitle(event)}</bdi>
        </span>
      </span>
      <span className={classes.place}>
        <bdi>{event.listingTitle}</bdi>
      </span>
      {event.endsAt > event.startsAt && (
        <span className={classes.place}>until {timeOfDay(event.endsAt, timeZone)}</span>
      )}
      {agent && (
        <span className={classes.place}>
          <bdi>{agent}</bdi>
        </span>
      )}
    </button>
  )
}
