import * as z from 'zod/mini'
import { LeadId, NotificationId } from '#platform/input/fieldSchemas.ts'

/** The type of a reminder. All others are about new leads. */
export const NEXT_ACTION_DUE = 'next_action_due'

export const ListNotificationsInput = z.strictObject({
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(600))),
})
export type ListNotificationsInput = z.infer<typeof ListNotificationsInput>

/** One, all that are about a lead, or all. */
export const MarkReadInput = z.union([
  z.strictObject({ id: NotificationId }),
  z.strictObject({ leadId: LeadId }),
  z.strictObject({ all: z.literal(true) }),
])
export type MarkReadInput = z.infer<typeof MarkReadInput>
