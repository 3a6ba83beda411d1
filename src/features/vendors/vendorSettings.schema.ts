import * as z from 'zod/mini'
import {
  EmailAddress,
  hasLinkInText,
  idSchema,
  ListingId,
  PersonName,
  trimmedText,
} from '#platform/input/fieldSchemas.ts'
import { minuteFromClockTime } from './weeklySchedule.ts'

/** Of one listing. A family, their lawyer and the office fit. */
export const MAX_VENDORS = 10
export const MAX_WORDS_LENGTH = 2_000

export const VendorLinkId = idSchema('vend', 'a vendor’s link')

/** Empty for someone who gets the link another way. */
const OptionalEmail = z.union([z.pipe(z.string().check(z.trim()), z.literal('')), EmailAddress])

export const VendorSettingsInput = z.strictObject({ listingId: ListingId })

export const AddVendorInput = z.strictObject({
  listingId: ListingId,
  name: PersonName.check(z.minLength(1, 'Please enter a name')),
  email: OptionalEmail,
  /** Emails them the link at once. */
  sendsLink: z.boolean(),
})
export type AddVendorInput = z.infer<typeof AddVendorInput>

export const VendorInput = z.strictObject({ id: VendorLinkId })
export const RevokeVendorInput = z.strictObject({ id: VendorLinkId, isRevoked: z.boolean() })
export type RevokeVendorInput = z.infer<typeof RevokeVendorInput>

/** Its readers never confirmed their address, so the text carries no link. */
export const SaveWordsInput = z.strictObject({
  listingId: ListingId,
  words: trimmedText(MAX_WORDS_LENGTH).check(
    z.refine((words) => !hasLinkInText(words), 'Please leave out web and email addresses'),
  ),
})
export type SaveWordsInput = z.infer<typeof SaveWordsInput>

export const SaveScheduleInput = z.strictObject({
  listingId: ListingId,
  isOn: z.boolean(),
  /** 1 is Monday. */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  /** As a clock shows it where the agent is. */
  time: z.string().check(z.refine((time) => minuteFromClockTime(time) !== undefined, 'Please enter a time')),
})
export type SaveScheduleInput = z.infer<typeof SaveScheduleInput>

/** Names the email that the agent saw, so that a late click does not skip the one after it. */
export const SkipEmailInput = z.strictObject({ listingId: ListingId, dueAt: z.iso.datetime(), isSkipped: z.boolean() })
export type SkipEmailInput = z.infer<typeof SkipEmailInput>

/** With the key of the unsubscribe link. */
export const VendorEmailKey = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) })
export const VendorEmailChoice = z.strictObject({ ...VendorEmailKey.shape, isOn: z.boolean() })

/** Someone with a link to the report, as the agent sees them. */
export interface Vendor {
  id: string
  name: string
  /** Empty if only the link was passed on. */
  email: string
  /** Null until a proof, for a listing that colleagues run. */
  url: string | null
  /** On how many days they opened it, and when last. */
  opens: number
  lastOpenedAt: Date | null
  isRevoked: boolean
  isUnsubscribed: boolean
}

/** Why no email goes out at the moment, although the weekly email is on. */
export type PausedFor = 'draft' | 'withdrawn' | 'archived' | 'sold' | 'subscription'

export interface VendorSettings {
  /** Whether anyone was ever added. */
  isSetUp: boolean
  people: Vendor[]
  words: string
  wordsAt: Date | null
  isOn: boolean
  weekday: number
  time: string
  /** The lead agent's. */
  timeZone: string
  nextEmailAt: Date | null
  /** The one after it, for someone who skips the next. */
  followingEmailAt: Date | null
  isNextSkipped: boolean
  pausedFor: PausedFor | null
  /** The next one is the last: the property is sold. */
  isNextFinal: boolean
}

export const DEFAULT_SCHEDULE = { weekday: 5, minuteOfDay: 16 * 60 }
