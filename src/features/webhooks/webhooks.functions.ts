import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useServices } from '#platform/services.server.ts'
import {
  createWebhook as create,
  listDeliveries,
  listWebhooks,
  deleteWebhook as remove,
  resendDelivery as resend,
  revealWebhookSecret as reveal,
  rotateWebhookSecret as rotate,
  sendTestWebhook,
  updateWebhook as update,
} from './server/webhooks.server.ts'
import {
  DELIVERIES_PER_PAGE,
  DeliveryIdInput,
  ListDeliveriesInput,
  NewWebhook,
  UpdateWebhookInput,
  WebhookIdInput,
} from './webhooks.schema.ts'

export const fetchWebhooks = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listWebhooks(context.db, context.agent))

export const createWebhook = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(NewWebhook)
  .handler(({ data, context }) => create(useServices(), context.agent, data))

/** Turning one off needs no subscription. */
export const updateWebhook = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(UpdateWebhookInput)
  .handler(({ data, context }) => update(useServices(), context.agent, data))

export const deleteWebhook = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(WebhookIdInput)
  .handler(({ data, context }) => remove(context.db, context.agent, data.id))

/** Not a GET: it is in the activity log, and no cache should keep it. */
export const revealWebhookSecret = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(WebhookIdInput)
  .handler(({ data, context }) => reveal(useServices(), context.agent, data.id))

export const rotateWebhookSecret = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(WebhookIdInput)
  .handler(({ data, context }) => rotate(useServices(), context.agent, data.id))

export const fetchDeliveries = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListDeliveriesInput)
  .handler(({ data, context }) => listDeliveries(useServices(), context.agent, { ...data, limit: DELIVERIES_PER_PAGE }))

export const resendDelivery = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DeliveryIdInput)
  .handler(({ data, context }) => resend(useServices(), context.agent, data))

export const testWebhook = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(WebhookIdInput)
  .handler(({ data, context }) => sendTestWebhook(useServices(), context.agent, data.id))

export const webhooksQuery = queryOptions({ queryKey: queryKeys.webhooks.list, queryFn: () => fetchWebhooks() })
export type ListedWebhook = Awaited<ReturnType<typeof fetchWebhooks>>[number]

export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.webhooks.deliveries(id),
    queryFn: ({ pageParam: cursor }) => fetchDeliveries({ data: { id, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
export type ListedDelivery = Awaited<ReturnType<typeof fetchDeliveries>>['deliveries'][number]
