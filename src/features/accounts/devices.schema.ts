import * as z from 'zod/mini'
import { oneLine, trimmedText } from '#platform/input/fieldSchemas.ts'

export const MAX_DEVICE_NAME_LENGTH = 60

/** What an agent calls a device. Empty brings back what the browser calls itself. */
const DeviceName = trimmedText(MAX_DEVICE_NAME_LENGTH).check(oneLine)
export const DeviceNameFormValues = z.object({ name: DeviceName })
/** `session` is that of the device. */
export const DeviceRename = z.strictObject({ session: z.string().check(z.maxLength(40)), name: DeviceName })

/** How long the link "This wasn't me" in the email about a new device works. */
export const NOT_ME_DAYS = 7
export const NotMeInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** After how long without anyone there the portal locks. */
export const idleLockMinutes = [15, 30, 60, 240] as const
/** Null means never. */
export const IdleLockInput = z.strictObject({ minutes: z.nullable(z.literal(idleLockMinutes)) })
export type IdleLockInput = z.infer<typeof IdleLockInput>

/** How long ago someone moved, clicked or typed. A browser reports it once a minute. */
export const ActivityReport = z.strictObject({ secondsAgo: z.int().check(z.gte(0), z.lte(120)) })
export type ActivityReport = z.infer<typeof ActivityReport>

export const idleLockText = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`)
