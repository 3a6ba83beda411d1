import * as z from 'zod/mini'
import { LeadId, NotificationId } from '#platform/ids.ts'

export const NotificationQuestion = z.strictObject({
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(600))),
})
export type NotificationQuestion = z.infer<typeof NotificationQuestion>

/** One, all that are about a lead, or all. */
export const Reading = z.union([
  z.strictObject({ id: NotificationId }),
  z.strictObject({ leadId: LeadId }),
  z.strictObject({ all: z.literal(true) }),
])
export type Reading = z.infer<typeof Reading>
