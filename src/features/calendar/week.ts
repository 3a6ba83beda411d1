import { addDays } from '#ui/format/dates.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'

const DAYS_PER_WEEK = 7
const MINUTES_PER_DAY = 24 * 60
const MINUTE_MS = 60_000

/** The Monday of the week that has this day. */
export function mondayOf(day: string) {
  // Sunday is 0.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK))
}

export const daysOfWeek = (monday: string) => Array.from({ length: DAYS_PER_WEEK }, (_, n) => addDays(monday, n))

/** When a day begins there. One on which the clocks change has 23 or 25 hours. */
export function startOfDay(day: string, timeZone: string) {
  const moment = fromWallTime(`${day}T00:00`, timeZone)
  if (!moment) throw new Error(`${day} is no day.`)
  return moment
}

export const weekBounds = (monday: string, timeZone: string) => ({
  from: startOfDay(monday, timeZone),
  to: startOfDay(addDays(monday, DAYS_PER_WEEK), timeZone),
})

/** "2026-12-06" for a moment. */
export const dayOf = (moment: Date, timeZone: string) => toWallTime(moment, timeZone).slice(0, 10)

/** How far the clock there has come since it showed midnight: where a moment is in the grid, also on a day with 23 or 25 hours. */
export function minuteOfDay(moment: Date, timeZone: string) {
  const [hours = 0, minutes = 0] = toWallTime(moment, timeZone).slice(11).split(':').map(Number)
  return hours * 60 + minutes
}

/** The moment at which the clock shows this minute of a day. Minutes before and after the day belong to its neighbours. */
export function momentAt(day: string, minute: number, timeZone: string) {
  const shift = Math.floor(minute / MINUTES_PER_DAY)
  const rest = minute - shift * MINUTES_PER_DAY
  const clock = [Math.floor(rest / 60), rest % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return fromWallTime(`${addDays(day, shift)}T${clock}`, timeZone) ?? startOfDay(day, timeZone)
}

interface Timed {
  id: string
  startsAt: Date
  endsAt: Date
}

/** The part of an event that a day's column shows. */
export interface PlacedEvent<Event extends Timed> {
  event: Event
  /** Minutes of the day. */
  top: number
  bottom: number
  /** Which of the columns side by side it is in, and how many there are. */
  column: number
  columns: number
}

/** Shorter ones could not be read. */
export const MIN_SHOWN_MINUTES = 30

/** The events of one day, those that overlap side by side. */
export function placeEvents<Event extends Timed>(events: readonly Event[], day: string, timeZone: string) {
  const from = startOfDay(day, timeZone).getTime()
  const to = startOfDay(addDays(day, 1), timeZone).getTime()
  const shown = events
    .filter(
      ({ startsAt, endsAt }) => startsAt.getTime() < to && Math.max(endsAt.getTime(), startsAt.getTime() + 1) > from,
    )
    .map((event) => {
      const top = event.startsAt.getTime() < from ? 0 : minuteOfDay(event.startsAt, timeZone)
      const length = (event.endsAt.getTime() - Math.max(from, event.startsAt.getTime())) / MINUTE_MS
      const bottom = Math.min(MINUTES_PER_DAY, top + Math.max(MIN_SHOWN_MINUTES, length))
      return { event, top: Math.min(top, MINUTES_PER_DAY - MIN_SHOWN_MINUTES), bottom }
    })
    .toSorted(
      (one, other) => one.top - other.top || other.bottom - one.bottom || (one.event.id < other.event.id ? -1 : 1),
    )
  return groupsThatOverlap(shown).flatMap(placeGroup)
}

interface Span {
  top: number
  bottom: number
}

/** Runs in which each overlaps one before it. */
function groupsThatOverlap<Shown extends Span>(sorted: readonly Shown[]) {
  const groups: Shown[][] = []
  let end = 0
  for (const one of sorted) {
    const group = one.top < end ? groups.at(-1) : undefined
    if (group) group.push(one)
    else groups.push([one])
    end = group ? Math.max(end, one.bottom) : one.bottom
  }
  return groups
}

function placeGroup<Event extends Timed>(group: readonly (Span & { event: Event })[]): PlacedEvent<Event>[] {
  const ends: number[] = []
  const placed = group.map((one) => {
    const free = ends.findIndex((end) => end <= one.top)
    const column = free < 0 ? ends.length : free
    ends[column] = one.bottom
    return { ...one, column }
  })
  return placed.map((one) => ({ ...one, columns: ends.length }))
}
