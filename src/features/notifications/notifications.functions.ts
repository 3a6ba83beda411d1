import { infiniteQueryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { ListNotificationsInput, MarkReadInput } from './notifications.schema.ts'
import { listNotifications, markRead as mark } from './notifications.server.ts'

export const fetchNotifications = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListNotificationsInput)
  .handler(({ data, context }) => listNotifications(context.db, context.agent, data))

export type Notification = Awaited<ReturnType<typeof fetchNotifications>>['notifications'][number]

export const markRead = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(MarkReadInput)
  .handler(({ data, context }) => mark(context.db, context.agent, data))

/** How often the bell refetches while the page is visible. */
const REFETCH_MS = 15_000

export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications,
  queryFn: ({ pageParam }) => fetchNotifications({ data: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  refetchInterval: REFETCH_MS,
  refetchOnWindowFocus: 'always',
  // A failure shows no error; the next refetch tries again.
  meta: { handled: true },
})
