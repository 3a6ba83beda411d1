import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { weekdayAndTime } from '#ui/format/dates.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type CalendarWeek, moveCalendarDate } from '../calendar.functions.ts'
import type { CalendarEvent } from '../calendar.schema.ts'

export interface DateMove {
  event: CalendarEvent
  /** When it starts now. */
  at: Date
  isUndo?: boolean
}

interface MoveOptions {
  timeZone: string
  onMoved: (move: DateMove) => void
}

/** Moves an open home, an auction or a deadline. It stays as long as it is. */
export function useMoveDate({ timeZone, onMoved }: MoveOptions) {
  const queryClient = useQueryClient()
  const { mutate } = useOptimisticMutation<DateMove, { version: number }>({
    mutationFn: async ({ event, at }) => {
      const { listingId, kind, id } = event
      const version = knownVersion(queryClient, event)
      const openHomeId = kind === 'open_home' ? id : null
      const moved = await moveCalendarDate({ data: { listingId, version, openHomeId, at: at.toISOString() } })
      // The next move of the same listing waits for this one and is based on it.
      updateEvents(queryClient, (one) => (one.listingId === listingId ? { ...one, ...moved } : one))
      return moved
    },
    queryKey: queryKeys.calendar.weeks,
    updateCache: (client, { event, at }) =>
      updateEvents(client, (one) => (one.id === event.id ? movedTo(one, at) : one)),
    rollback: (client, { event }) =>
      updateEvents(client, (one) => (one.id === event.id ? movedTo(one, event.startsAt) : one)),
    successMessage: ({ event, at }) => `${event.name} moved to ${weekdayAndTime(at, timeZone)}.`,
    undo: ({ event, at, isUndo }) =>
      isUndo ? undefined : () => move({ event: movedTo(event, at), at: event.startsAt, isUndo: true }),
    invalidates: [{ queryKey: queryKeys.calendar.all }, { queryKey: queryKeys.listings.all }],
    scope: 'calendar',
  })
  /** Undoing is a move like any other: the page has to learn of it. */
  function move(change: DateMove) {
    mutate(change, { onSuccess: () => onMoved(change) })
  }
  return move
}

const movedTo = (event: CalendarEvent, startsAt: Date): CalendarEvent => ({
  ...event,
  startsAt,
  endsAt: new Date(startsAt.getTime() + event.endsAt.getTime() - event.startsAt.getTime()),
})

const updateEvents = (queryClient: QueryClient, change: (event: CalendarEvent) => CalendarEvent) =>
  queryClient.setQueriesData<CalendarWeek>(
    { queryKey: queryKeys.calendar.weeks },
    (week) => week && { ...week, events: week.events.map(change) },
  )

/** The latest that this browser has read or saved. */
function knownVersion(queryClient: QueryClient, { listingId, version }: CalendarEvent) {
  const weeks = queryClient.getQueriesData<CalendarWeek>({ queryKey: queryKeys.calendar.weeks })
  const versions = weeks.flatMap(([, week]) =>
    (week?.events ?? []).filter((one) => one.listingId === listingId).map((one) => one.version),
  )
  return Math.max(version, ...versions)
}
