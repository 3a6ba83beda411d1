import * as z from 'zod/mini'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  requireWebhook,
  resendDelivery,
  rotateWebhookSecret,
  sendTestWebhook,
  updateWebhook,
} from '#features/webhooks/server/webhooks.server.ts'
import {
  DeliveryIdInput,
  deliveryStates,
  NewWebhook,
  WebhookChanges,
  WebhookIdInput,
} from '#features/webhooks/webhooks.schema.ts'
import { defineOperation } from '../operation.server.ts'
import { pageQuery, pageSchema, ResponseTime } from './fields.ts'

const ApiWebhook = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  /** Empty for all. */
  types: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Since when no message was accepted. */
  failingSince: z.nullable(ResponseTime),
  /** Until then messages are signed with the secret of before, too. */
  previousSecretUntil: z.nullable(ResponseTime),
  createdAt: ResponseTime,
})

const Delivery = z.object({
  id: z.string(),
  /** The `webhook-id` of the request, the same with each attempt. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  createdAt: ResponseTime,
  attempts: z.int(),
  lastAttemptAt: z.nullable(ResponseTime),
  nextAttemptAt: z.nullable(ResponseTime),
  deliveredAt: z.nullable(ResponseTime),
  lastStatus: z.nullable(z.int()),
  /** The beginning of the last response, or why there was none. */
  lastResponse: z.nullable(z.string()),
  /** What is sent, as JSON text. */
  body: z.string(),
})

const common = { tag: 'Webhooks', scope: 'webhooks:write' } as const
const one = { ...common, path: '/webhooks/{id}', params: WebhookIdInput } as const

export const webhookOperations = [
  defineOperation({
    ...common,
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    result: z.object({ data: z.array(ApiWebhook) }),
    run: async ({ services, agent }) => ({ data: await listWebhooks(services.database.db, agent) }),
  }),
  defineOperation({
    ...common,
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Add a webhook',
    description: 'The secret is for checking signatures (Standard Webhooks). Without types, the webhook gets all.',
    needsSubscription: true,
    body: z.strictObject({ ...z.partial(NewWebhook).shape, url: NewWebhook.shape.url }),
    status: 201,
    result: z.object({ ...ApiWebhook.shape, secret: z.string() }),
    run: ({ services, agent }, { body: { url, name = '', types = [] } }) =>
      createWebhook(services, agent, { url, name, types }),
  }),
  defineOperation({
    ...one,
    id: 'getWebhook',
    method: 'GET',
    summary: 'Get a webhook',
    result: ApiWebhook,
    run: ({ services, agent }, { params: { id } }) => requireWebhook(services.database.db, agent, id),
  }),
  defineOperation({
    ...one,
    id: 'updateWebhook',
    method: 'PATCH',
    summary: 'Change a webhook, or turn it on or off',
    description: 'Turning it off gives up the messages that are waiting. They stay in the log.',
    body: WebhookChanges,
    result: ApiWebhook,
    run: ({ services, agent }, { params: { id }, body }) => updateWebhook(services, agent, { id, ...body }),
  }),
  defineOperation({
    ...one,
    id: 'deleteWebhook',
    method: 'DELETE',
    summary: 'Delete a webhook with its log',
    run: ({ services, agent }, { params: { id } }) => deleteWebhook(services.database.db, agent, id),
  }),
  defineOperation({
    ...one,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    summary: 'Replace the signing secret',
    description: 'For 24 hours messages are signed with both.',
    result: z.object({ secret: z.string() }),
    run: ({ services, agent }, { params: { id } }) => rotateWebhookSecret(services, agent, id),
  }),
  defineOperation({
    ...one,
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test message',
    runsOutsideTransaction: true,
    status: 202,
    result: z.object({ deliveryId: z.string(), messageId: z.string() }),
    run: ({ services, agent }, { params: { id } }) => sendTestWebhook(services, agent, id),
  }),
  defineOperation({
    ...one,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'List what was sent in the last 30 days, latest first',
    query: z.strictObject(pageQuery),
    result: pageSchema(Delivery),
    async run({ services, agent }, { params: { id }, query }) {
      const { deliveries, next } = await listDeliveries(services, agent, { id, ...query })
      return { data: deliveries, next }
    },
  }),
  defineOperation({
    ...common,
    id: 'resendWebhookDelivery',
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
    params: DeliveryIdInput,
    summary: 'Send a message again, with the same id',
    runsOutsideTransaction: true,
    run: ({ services, agent }, { params }) => resendDelivery(services, agent, params),
  }),
]
