import * as z from 'zod/mini'
import { LeadId, NotificationId } from '#platform/input/fieldSchemas.ts'

/**
 * The types of a reminder, of a lead that a colleague assigned, of documents that came by email, of a file of the CRM that waits or has failed, and of
 * an open home that is over. All others are about new leads.
 */
export const NEXT_ACTION_DUE = 'next_action_due'
export const LEAD_ASSIGNED = 'lead_assigned'
export const DOCUMENTS_ARRIVED = 'documents_arrived'
export const FEED_WAITING = 'feed_waiting'
export const FEED_FAILED = 'feed_failed'
export const OPEN_HOME_ENDED = 'open_home_ended'

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

/** What an agent's devices can be told. */
export const pushKinds = {
  new_lead: { title: 'New lead', about: 'A buyer left their details on one of your listings.' },
  hot_lead: { title: 'Hot lead reading now', about: 'A serious buyer is reading. At most once a day for each lead.' },
  reminder: { title: 'Follow-up due', about: 'A next action you planned for a lead is due.' },
  morning_list: { title: 'Who to ring today', about: 'Every morning at 7:30, if someone is waiting for you.' },
} as const

export const PushKind = z.enum(Object.keys(pushKinds) as [keyof typeof pushKinds])
export type PushKind = keyof typeof pushKinds

interface QuietHours {
  quietFrom: string
  quietTo: string
}

export const defaultQuietHours = { quietFrom: '21:00', quietTo: '07:00' } as const satisfies QuietHours

/** Whether it is between two local times, which may be on different days. The same time twice means never. */
export function isQuietTime(at: Date, timeZone: string, { quietFrom, quietTo }: QuietHours) {
  const now = localClockTime(at, timeZone)
  if (quietFrom <= quietTo) return now >= quietFrom && now < quietTo
  return now >= quietFrom || now < quietTo
}

/** "07:30" */
const localClockTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

/** "21:00" */
const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, for example 21:00'))
export const PushPreferences = z.strictObject({
  mutedPushes: z.array(PushKind).check(z.maxLength(20)),
  quietFrom: ClockTime,
  quietTo: ClockTime,
})
export type PushPreferences = z.infer<typeof PushPreferences>

const Key = z.string().check(z.regex(/^[\w-]{16,200}$/, 'Not a key of a browser'))
/** A browser, as its push service describes it. */
export const NewPushDevice = z.strictObject({
  endpoint: z.string().check(z.maxLength(1_000)),
  p256dh: Key,
  auth: Key,
  /** Ours, with which the browser has subscribed. */
  publicKey: z.optional(Key),
  /** The browser's earlier endpoint, which has ended. */
  replaces: z.optional(z.string().check(z.maxLength(1_000))),
})
export type NewPushDevice = z.infer<typeof NewPushDevice>

export const PushDeviceIdInput = z.strictObject({ id: z.string().check(z.regex(/^push_[0-9a-z]{1,40}$/)) })
