import * as z from 'zod/mini'
import { idleLockMinutes } from '#features/accounts/devices.schema.ts'
import { DAY_MS } from '#values/time.ts'

/** How long members have to set up a second factor. */
export const graceDays = [7, 14, 30] as const
/** Null turns the rule off. */
export const SecondFactorRule = z.strictObject({ days: z.nullable(z.literal(graceDays)) })
export type SecondFactorRule = z.infer<typeof SecondFactorRule>
export const SecondFactorRuleFormValues = z.object({ days: z.literal(graceDays) })

/** Reminders go out with the announcement, and so long before the rule applies. */
export const REMINDER_MS = [3, 1].map((days) => days * DAY_MS)

/** After how long members have to sign in again, however much they use the portal. */
export const sessionHours = [12, 24, 7 * 24, 14 * 24, 30 * 24] as const

/** Null: a session in use goes on; it never locks. */
export const SessionRule = z.strictObject({
  hours: z.nullable(z.literal(sessionHours)),
  idleMinutes: z.nullable(z.literal(idleLockMinutes)),
})
export type SessionRule = z.infer<typeof SessionRule>

export const sessionHoursText = (hours: number) =>
  hours < 24 ? `${hours} hours` : hours === 24 ? '1 day' : `${hours / 24} days`
