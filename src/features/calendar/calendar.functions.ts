import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { addOpenHome as add, removeOpenHome as remove } from '#features/listings/server/listingDates.server.ts'
import { changeAndRedrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import { signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { AddOpenHomeInput, CalendarWeekInput, MoveDateInput, RemoveOpenHomeInput } from './calendar.schema.ts'
import { readCalendarWeek, readComingEvents } from './server/calendarEvents.server.ts'
import {
  createCalendarLink as createLink,
  readCalendarLink,
  revokeCalendarLink as revokeLink,
} from './server/calendarLinks.server.ts'
import { moveDate } from './server/moveDate.server.ts'

export const fetchCalendarWeek = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(CalendarWeekInput)
  .handler(({ data, context }) => readCalendarWeek(context.db, context.agent, data))

export type CalendarWeek = Awaited<ReturnType<typeof fetchCalendarWeek>>

export const fetchComingEvents = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readComingEvents(context.db, context.agent))

export const moveCalendarDate = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(MoveDateInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.listingId],
      (tx) => moveDate(tx, context.agent, data),
    ),
  )

export const addOpenHome = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(AddOpenHomeInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.listingId],
      (tx) => add(tx, context.agent, data),
    ),
  )

export const removeOpenHome = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(RemoveOpenHomeInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.listingId],
      (tx) => remove(tx, context.agent, data),
    ),
  )

export const fetchCalendarLink = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readCalendarLink(context.db, context.services.env, context.agent))

/** Reading stays open without a subscription, and so does this. */
export const createCalendarLink = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => createLink(context.db, context.services.env, context.agent))

export const revokeCalendarLink = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => revokeLink(context.db, context.agent))

export const calendarWeekQuery = (filter: CalendarWeekInput) =>
  queryOptions({
    queryKey: queryKeys.calendar.week(filter),
    queryFn: () => fetchCalendarWeek({ data: filter }),
    // The page shows the error itself, as for the other queries here.
    meta: { handled: true },
  })

export const comingEventsQuery = queryOptions({
  queryKey: queryKeys.calendar.coming,
  queryFn: () => fetchComingEvents(),
  meta: { handled: true },
})

export const calendarLinkQuery = queryOptions({
  queryKey: queryKeys.calendar.link,
  queryFn: () => fetchCalendarLink(),
  meta: { handled: true },
})
