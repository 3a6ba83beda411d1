import * as z from 'zod/mini'
import { hasLink, idSchema, ListingId, trimmedText } from '#platform/input/fieldSchemas.ts'
import { PrivateLinkInput } from '../buyer.schema.ts'

export const changeAudiences = ['readers', 'everyone', 'nobody'] as const
export type ChangeAudience = (typeof changeAudiences)[number]

export const MAX_CHANGE_NOTE_LENGTH = 500
/** Undo is possible this long, and what else changes meanwhile goes into the same email. */
export const COLLECT_MINUTES = 10

const ChangeId = idSchema('chng', 'a change')
const MAX_CHANGES_PER_CALL = 100
const ChangeIds = z.array(ChangeId).check(z.minLength(1), z.maxLength(MAX_CHANGES_PER_CALL))

/** Some of the recipients have never confirmed their address, so the note carries no link. */
const ChangeNote = trimmedText(MAX_CHANGE_NOTE_LENGTH).check(
  z.refine((note) => !hasLink(note), 'Please leave out web and email addresses'),
)

export const PendingChangesInput = z.strictObject({ listingId: z.optional(ListingId) })
export type PendingChangesInput = z.infer<typeof PendingChangesInput>

/** The changes that the agent has seen: what happens meanwhile is asked again. */
export const TellBuyersInput = z.strictObject({
  listingId: ListingId,
  changeIds: ChangeIds,
  audience: z.enum(changeAudiences),
  note: z.optional(ChangeNote),
})
export type TellBuyersInput = z.infer<typeof TellBuyersInput>

export const ChangesInput = z.strictObject({ listingId: ListingId, changeIds: ChangeIds })
export type ChangesInput = z.infer<typeof ChangesInput>

export const BuyersChangeInput = z.strictObject({ ...PrivateLinkInput.shape, changeId: ChangeId })
export type BuyersChangeInput = z.infer<typeof BuyersChangeInput>

export const ChangeEmailChoice = z.strictObject({ ...PrivateLinkInput.shape, isOn: z.boolean() })
