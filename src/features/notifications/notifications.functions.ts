import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  addPushDevice as addDevice,
  readPushSettings,
  removePushDevice as removeDevice,
  savePushPreferences as savePreferences,
  sendTestPush as sendTest,
} from './agentPush.server.ts'
import {
  ListNotificationsInput,
  MarkReadInput,
  NewPushDevice,
  PushDeviceIdInput,
  PushPreferences,
} from './notifications.schema.ts'
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

export const fetchPushSettings = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readPushSettings(context.services, context.agent))

export type PushSettings = Awaited<ReturnType<typeof fetchPushSettings>>

export const addPushDevice = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(NewPushDevice)
  .handler(({ data, context }) =>
    addDevice(context.services, context.agent, data, getRequestHeader('user-agent') ?? ''),
  )

export const removePushDevice = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PushDeviceIdInput)
  .handler(({ data, context }) => removeDevice(context.db, context.agent, data.id))

export const savePushPreferences = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PushPreferences)
  .handler(({ data, context }) => savePreferences(context.db, context.agent, data))

export const sendTestPush = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PushDeviceIdInput)
  .handler(({ data, context }) => sendTest(context.services, context.agent, data.id))

export const pushSettingsQuery = queryOptions({
  queryKey: queryKeys.pushSettings,
  queryFn: () => fetchPushSettings(),
  meta: { handled: true },
})
