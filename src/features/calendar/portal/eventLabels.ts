import {
  type Icon as IconComponent,
  IconDoorEnter,
  IconFlag,
  IconGavel,
  IconPhoneOutgoing,
  IconSend,
} from '@tabler/icons-react'
import { zoneName } from '#features/listings/facts/factTexts.ts'
import { timeOfDay, weekdayAndTime } from '#ui/format/dates.ts'
import { joinWithAnd } from '#ui/format/format.ts'
import type { CalendarEvent, CalendarEventKind } from '../calendar.schema.ts'
import { appointmentsOf, findConflicts, TRAVEL_MINUTES } from '../conflicts.ts'

export const eventIcons: Record<CalendarEventKind, IconComponent> = {
  open_home: IconDoorEnter,
  auction: IconGavel,
  deadline: IconFlag,
  reminder: IconPhoneOutgoing,
  message: IconSend,
}

/** "2:00 pm – 2:30 pm", or "2:00 pm" for a moment. */
export function eventTime({ startsAt, endsAt }: Pick<CalendarEvent, 'startsAt' | 'endsAt'>, timeZone: string) {
  const start = timeOfDay(startsAt, timeZone)
  return endsAt > startsAt ? `${start} – ${timeOfDay(endsAt, timeZone)}` : start
}

/** The time where the property is, when clocks there show another: "11:00 am – 11:30 am, Perth time". */
export function timeThere(event: CalendarEvent, timeZone: string) {
  const there = weekdayAndTime(event.startsAt, event.timeZone)
  if (there === weekdayAndTime(event.startsAt, timeZone)) return ''
  return `${eventTime(event, event.timeZone)}, ${zoneName(event.timeZone)}`
}

/** What an event is about besides its listing. */
export const eventTitle = ({ name, buyer }: Pick<CalendarEvent, 'name' | 'buyer'>) =>
  buyer ? `${name}: ${buyer}` : name

export interface ShownConflict {
  first: CalendarEvent
  second: CalendarEvent
  kind: 'overlap' | 'no_travel_time'
  agentIds: string[]
}

export function conflictsBetween(events: readonly CalendarEvent[]): ShownConflict[] {
  const byId = new Map(events.map((event) => [event.id, event]))
  return findConflicts(appointmentsOf(events)).flatMap(({ first, second, ...conflict }) => {
    const [one, other] = [byId.get(first), byId.get(second)]
    return one && other ? { first: one, second: other, ...conflict } : []
  })
}

/** "Overlaps the auction at 3 Kauri Road. Mere Walker is on both". Names are of those who cannot be at both; an agent alone needs none. */
export function conflictText({ first, second, kind }: ShownConflict, from: CalendarEvent, names: readonly string[]) {
  const to = from.id === first.id ? second : first
  const who = names.length > 0 ? `. ${joinWithAnd(names)} ${names.length === 1 ? 'is' : 'are'} on both` : ''
  const other = `${to.name.toLowerCase()} at ${to.listingTitle}${who}`
  return kind === 'overlap' ? `Overlaps the ${other}` : `Less than ${TRAVEL_MINUTES} minutes to or from the ${other}`
}

export const conflictLabel = ({ kind }: Pick<ShownConflict, 'kind'>) =>
  kind === 'overlap' ? 'Overlap' : 'No travel time'
