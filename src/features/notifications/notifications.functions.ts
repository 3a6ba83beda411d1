import { infiniteQueryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/access.ts'
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

/** How soon the bell hears of something while somebody looks at the page. */
const REFETCH_MS = 15_000

export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications,
  queryFn: ({ pageParam }) => fetchNotifications({ data: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  refetchInterval: REFETCH_MS,
  refetchOnWindowFocus: 'always',
  // A bell that cannot be reached is silent, and tries again.
  meta: { handled: true },
})
