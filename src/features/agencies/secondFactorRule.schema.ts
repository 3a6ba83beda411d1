import * as z from 'zod/mini'
import { DAY_MS } from '#values/durations.ts'

/** How long members have to set up a second factor. */
export const graceDays = [7, 14, 30] as const
/** Null turns the rule off. */
export const SecondFactorRule = z.strictObject({ days: z.nullable(z.literal(graceDays)) })
export type SecondFactorRule = z.infer<typeof SecondFactorRule>
export const SecondFactorRuleFormValues = z.object({ days: z.literal(graceDays) })

/** Reminders go out with the announcement, and so long before the rule applies. */
export const REMINDER_MS = [3, 1].map((days) => days * DAY_MS)
