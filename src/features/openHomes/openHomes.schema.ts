import * as z from 'zod/mini'
import { OPEN_HOME_ID } from '#features/listings/facts/facts.schema.ts'
import {
  EmailAddress,
  LeadId,
  ListingId,
  maxCharacters,
  oneLine,
  PersonName,
  trimmedText,
} from '#platform/input/fieldSchemas.ts'
import { looksLikePhone } from '#platform/input/phone.schema.ts'
import { DAY_MS, HOUR_MS } from '#values/time.ts'

/** Where devices at the door send what they have kept: JSON, with the device's key as `Authorization: Bearer door_…`. */
export const CHECK_INS_PATH = '/_checkins'
/** Of one request. What is left over goes with the next one. */
export const MAX_ENTRIES_PER_SYNC = 200
/** 200 entries with the longest names and words, all of them in letters of three bytes, are less. */
export const MAX_SYNC_BYTES = 900_000
/** More than ever came. Whatever is sent beyond is refused, so that a lost device cannot fill the list. */
export const MAX_CHECK_INS_PER_OPEN_HOME = 1_000
/** More visitors than one tap on the button counts. */
const MAX_COUNTED_AT_ONCE = 50

/** Visitors come a little early and leave a little late. Times outside belong to a clock that is wrong. */
export const DOOR_MARGIN_MS = HOUR_MS
/** A device that was without signal may send until then what it had before its open home ended. */
export const LATE_SYNC_MS = 14 * DAY_MS
/** From then on a device takes no new visitors. */
export const DOOR_OPEN_AFTER_END_MS = DAY_MS

export const OpenHomeId = z.string().check(z.regex(OPEN_HOME_ID, 'Not the id of an open home'))
const DoorDeviceId = z.string().check(z.regex(/^door_[0-9a-z]{16}$/, 'Not the id of a device'))

export const MAX_CONSENT_WORDS = 500

/** What a visitor agrees to by checking in. Stored with each entry as it was shown. */
export const checkInConsent = (agent: string) =>
  `By checking in you agree that ${agent} keeps your details, emails you the documents of this property and may contact you about it. You can have your details deleted at any time with the link in the email.`

/** By the clock of the device, which may be wrong, and by a counter that nobody can set back. */
export const DeviceTime = z.strictObject({
  /** `Date.now()`. */
  clock: z.int().check(z.gte(0), z.lte(8_640_000_000_000_000)),
  /** `performance.now()`, rounded, which starts again with each start of the page. */
  uptime: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  /** A UUID for each start of the page: counters of two starts cannot be compared. */
  run: z.uuid(),
})
export type DeviceTime = z.infer<typeof DeviceTime>

const OptionalEmail = z.string().check(
  z.trim(),
  z.toLowerCase(),
  maxCharacters(254),
  z.refine((text) => text === '' || EmailAddress.safeParse(text).success, 'Please enter a valid email address'),
)

const OptionalPhone = z.string().check(
  z.trim(),
  maxCharacters(40),
  z.refine((text) => text === '' || looksLikePhone(text), 'Please enter a valid phone number'),
)

/** What a visitor types. Somebody who is known needs an email address alone; the form never says whether they are. */
export const visitorFields = { firstName: PersonName, lastName: PersonName, email: OptionalEmail, phone: OptionalPhone }

const hasContact = z.refine<{ email: string; phone: string }>(({ email, phone }) => email !== '' || phone !== '', {
  message: 'Please enter an email address or a phone number',
  path: ['email'],
})
const hasNameOrEmail = z.refine<{ email: string; firstName: string }>(
  ({ email, firstName }) => email !== '' || firstName !== '',
  { message: 'Please enter your first name', path: ['firstName'] },
)

/** The form at the door, and on the buyer's own phone. */
export const VisitorForm = z.strictObject(visitorFields).check(hasContact, hasNameOrEmail)
export type VisitorForm = z.infer<typeof VisitorForm>

const entryFields = {
  /** Chosen by the device, and never used again. */
  id: z.uuid(),
  openHomeId: OpenHomeId,
  arrivedAt: DeviceTime,
}

const PersonEntry = z
  .strictObject({
    kind: z.literal('person'),
    ...entryFields,
    ...visitorFields,
    /** The words as they were shown. */
    consent: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_CONSENT_WORDS), oneLine),
  })
  .check(hasContact, hasNameOrEmail)

/** Visitors who were only counted. Below zero takes some back that were counted by mistake. */
const CountEntry = z.strictObject({
  kind: z.literal('count'),
  ...entryFields,
  visitors: z.int().check(
    z.gte(-MAX_COUNTED_AT_ONCE),
    z.lte(MAX_COUNTED_AT_ONCE),
    z.refine((visitors) => visitors !== 0, 'Nobody'),
  ),
})

/** What a device keeps about one visitor until it is stored here. */
export const CheckInEntry = z.discriminatedUnion('kind', [PersonEntry, CountEntry])
export type CheckInEntry = z.infer<typeof CheckInEntry>

export const SyncRequest = z.strictObject({
  /** When the request is made, by the same clock and counter as the entries. */
  now: DeviceTime,
  /** When check-in was started on the device, by its clock: if that was set since, it shows. */
  started: z.optional(DeviceTime),
  /** How many entries the device keeps besides these. */
  waiting: z.int().check(z.gte(0), z.lte(100_000)),
  /** The agent has left check-in on the device, and these are its last entries. */
  isLast: z.optional(z.boolean()),
  /** Each is checked by itself, so that a damaged one holds up no other. A text is an entry that the device has sealed (door/sealEntry.ts). */
  entries: z.array(z.unknown()).check(z.maxLength(MAX_ENTRIES_PER_SYNC)),
})
export type SyncRequest = z.infer<typeof SyncRequest>

/**
 * What became of an entry. `stored` may be deleted from the device, also when it was stored before; the others are kept and shown to the agent.
 * Nothing here depends on whether the visitor is known.
 */
export const entryResults = [
  'stored',
  /** Another entry has this id. */
  'conflict',
  /** It cannot be read, or is of another open home. */
  'refused',
  /** The open home has as many entries as one can have. */
  'full',
  /** It was made when the device was not to take visitors any more. */
  'too_late',
] as const
const SyncResult = z.strictObject({
  /** The place in the request: a damaged entry may have no id. */
  place: z.int(),
  result: z.enum(entryResults),
  /** As the HTTP status of the entry: 200, 400, 409, 422. */
  status: z.int(),
})
export type SyncResult = z.infer<typeof SyncResult>

/** 200. A key that is wrong, revoked or too old gets 401, and the device keeps its entries. */
export const SyncResponse = z.strictObject({ results: z.array(SyncResult) })
export type SyncResponse = z.infer<typeof SyncResponse>

/** All that a device needs for an afternoon without signal. */
export interface DoorSetup {
  device: {
    id: string
    /** Shown once. It checks visitors in at this open home, and reads nothing. */
    token: string
    /** After that it takes no new visitors. */
    endsAt: Date
  }
  openHome: { id: string; startsAt: Date; endsAt: Date; note: string; timeZone: string }
  listing: { id: string; title: string; address: string; photoUrl: string | null }
  agentName: string
  /** Behind the QR code: the form on the visitor's own phone. */
  checkInUrl: string
  consent: string
  /** The device encrypts its entries for this key. */
  serverKey: string
  /** Our clock when the answer was made. */
  now: number
}

export const StartDoorInput = z.strictObject({ openHomeId: OpenHomeId })
export const OpenHomeInput = z.strictObject({ openHomeId: OpenHomeId })
export const DoorDeviceInput = z.strictObject({ id: DoorDeviceId })
/** With the listing's id or slug. */
export const CheckInPageInput = z.strictObject({ link: z.string().check(z.minLength(1), z.maxLength(200)) })

/** What a buyer types on their own phone. */
export const OwnPhoneForm = z.strictObject({ ...visitorFields, email: EmailAddress })

/** The form on the buyer's own phone, opened by the QR code at the gate. */
export const OwnPhoneCheckIn = z.strictObject({
  listingId: ListingId,
  ...visitorFields,
  email: EmailAddress,
  turnstile: z.string().check(z.minLength(1), z.maxLength(4_096)),
  /** Created once by the form: the same form again, after a lost response, is one check-in. */
  key: z.uuid(),
})
export type OwnPhoneCheckIn = z.infer<typeof OwnPhoneCheckIn>

/** By the agent, afterwards. */
export const AddVisitorInput = z
  .strictObject({
    openHomeId: OpenHomeId,
    ...visitorFields,
    firstName: PersonName.check(z.minLength(1, 'Please enter a name')),
    consent: trimmedText(300).check(z.minLength(1, 'Please say how they agreed to you keeping their details')),
    key: z.uuid(),
  })
  .check(hasContact)
export type AddVisitorInput = z.infer<typeof AddVisitorInput>

/** Removes a visitor, or puts them back. */
export const RemoveVisitorInput = z.strictObject({ openHomeId: OpenHomeId, leadId: LeadId, isRemoved: z.boolean() })
export type RemoveVisitorInput = z.infer<typeof RemoveVisitorInput>

/** How many came without leaving details. */
export const SetCountInput = z.strictObject({
  openHomeId: OpenHomeId,
  counted: z.int().check(z.gte(0, 'At least 0'), z.lte(MAX_CHECK_INS_PER_OPEN_HOME, 'At most 1,000')),
})
export type SetCountInput = z.infer<typeof SetCountInput>

export const openHomePath = (listingId: string, openHomeId: string) =>
  `/portal/listings/${listingId}/open-homes/${openHomeId}`
