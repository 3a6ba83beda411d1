import * as z from 'zod/mini'
import { idSchema, oneLine, trimmedText } from '#platform/input/fieldSchemas.ts'
import { webhookTypeNames } from '#platform/outbound/webhooks/webhookTypes.ts'

export const MAX_WEBHOOK_URL_LENGTH = 1_000
export const MAX_WEBHOOK_NAME_LENGTH = 60
/** For how long the secret of before a rotation counts, too. */
export const OLD_SECRET_HOURS = 24
/** For how long messages are kept, with what the receiving system responded. */
export const MESSAGE_DAYS = 30
/** For how long a message is tried, and after which time an endpoint that accepts none is turned off. */
export const RETRY_DAYS = 3

const WebhookId = idSchema('hook', 'a webhook')
export const WebhookIdInput = z.strictObject({ id: WebhookId })

const webhookFields = {
  url: trimmedText(MAX_WEBHOOK_URL_LENGTH).check(z.minLength(1, 'Please enter a web address'), oneLine),
  name: trimmedText(MAX_WEBHOOK_NAME_LENGTH).check(oneLine),
  /** Empty for all, also for those that are added later. */
  types: z
    .array(z.enum(webhookTypeNames))
    .check(z.refine((types) => new Set(types).size === types.length, 'Please choose each type once')),
}

export const NewWebhook = z.strictObject(webhookFields)
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookChanges = z.partial(z.strictObject({ ...webhookFields, isEnabled: z.boolean() }))
export const UpdateWebhookInput = z.strictObject({ ...WebhookIdInput.shape, ...WebhookChanges.shape })
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>

export const deliveryStates = ['waiting', 'retrying', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const DELIVERIES_PER_PAGE = 20
export const ListDeliveriesInput = z.strictObject({
  ...WebhookIdInput.shape,
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})

export const DeliveryIdInput = z.strictObject({ id: WebhookId, deliveryId: idSchema('dlvr', 'a delivery') })
