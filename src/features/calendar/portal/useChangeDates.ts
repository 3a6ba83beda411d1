import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { weekdayAndTime } from '#ui/format/dates.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type CalendarWeek, moveCalendarDate, removeOpenHome } from '../calendar.functions.ts'
import type { CalendarEvent, ToldBuyers } from '../calendar.schema.ts'

export interface DateMove {
  event: CalendarEvent
  /** When it starts now. */
  at: Date
  /** Of a move that is taken back: what buyers had been told when it was made. */
  undoes?: { toldBefore: string | undefined }
}

export interface AddedOpenHome {
  id: string
  startsAt: Date
  endsAt: Date
  listingId: string
  listingTitle: string
  isPublished: boolean
  version: number
}

interface ChangeOptions {
  timeZone: string
  onMoved: (move: DateMove, told: ToldBuyers | null) => void
  onRemoved: () => void
}

const invalidates = [{ queryKey: queryKeys.calendar.all }, { queryKey: queryKeys.listings.all }]

/** Moves an open home, an auction or a deadline, which stays as long as it is; and takes a new open home back. */
export function useChangeDates({ timeZone, onMoved, onRemoved }: ChangeOptions) {
  const queryClient = useQueryClient()
  const { mutate } = useOptimisticMutation<DateMove, { version: number; told: ToldBuyers | null }>({
    mutationFn: async ({ event, at }) => {
      const { listingId, kind, id } = event
      const version = knownVersion(queryClient, event)
      const openHomeId = kind === 'open_home' ? id : null
      const moved = await moveCalendarDate({ data: { listingId, version, openHomeId, at: at.toISOString() } })
      // The next move of the same listing waits for this one and is based on it.
      updateEvents(queryClient, (one) => (one.listingId === listingId ? { ...one, version: moved.version } : one))
      return moved
    },
    queryKey: queryKeys.calendar.weeks,
    updateCache: (client, { event, at }) =>
      updateEvents(client, (one) => (one.id === event.id ? movedTo(one, at) : one)),
    rollback: (client, { event }) =>
      updateEvents(client, (one) => (one.id === event.id ? movedTo(one, event.startsAt) : one)),
    successMessage: ({ event, at }) => `${event.name} moved to ${weekdayAndTime(at, timeZone)}.`,
    undo: ({ event, at, undoes }, _rollback, { told }) =>
      undoes
        ? undefined
        : () => move({ event: movedTo(event, at), at: event.startsAt, undoes: { toldBefore: told?.messageId } }),
    invalidates,
    scope: 'calendar',
  })
  /** Undoing is a move like any other: the page has to learn of it. */
  function move(change: DateMove) {
    mutate(change, { onSuccess: ({ told }) => onMoved(change, told) })
  }
  const { mutate: mutateRemove } = useOptimisticMutation<AddedOpenHome, unknown>({
    mutationFn: (added) => {
      const { listingId, id: openHomeId } = added
      return removeOpenHome({ data: { listingId, openHomeId, version: knownVersion(queryClient, added) } })
    },
    queryKey: queryKeys.calendar.weeks,
    updateCache: (client, { id }) => updateWeeks(client, (events) => events.filter((event) => event.id !== id)),
    successMessage: () => 'Open home removed.',
    invalidates,
    scope: 'calendar',
  })
  return { move, remove: (added: AddedOpenHome) => mutateRemove(added, { onSuccess: onRemoved }) }
}

const movedTo = (event: CalendarEvent, startsAt: Date): CalendarEvent => ({
  ...event,
  startsAt,
  endsAt: new Date(startsAt.getTime() + event.endsAt.getTime() - event.startsAt.getTime()),
})

const updateEvents = (queryClient: QueryClient, change: (event: CalendarEvent) => CalendarEvent) =>
  updateWeeks(queryClient, (events) => events.map(change))

const updateWeeks = (queryClient: QueryClient, change: (events: CalendarEvent[]) => CalendarEvent[]) =>
  queryClient.setQueriesData<CalendarWeek>(
    { queryKey: queryKeys.calendar.weeks },
    (week) => week && { ...week, events: change(week.events) },
  )

/** The latest that this browser has read or saved. */
function knownVersion(queryClient: QueryClient, { listingId, version }: { listingId: string; version: number }) {
  const weeks = queryClient.getQueriesData<CalendarWeek>({ queryKey: queryKeys.calendar.weeks })
  const versions = weeks.flatMap(([, week]) =>
    (week?.events ?? []).filter((one) => one.listingId === listingId).map((one) => one.version),
  )
  return Math.max(version, ...versions)
}
