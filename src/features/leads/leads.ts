import * as z from 'zod/mini'
import { BotCheckAnswer } from '#platform/botCheck/botCheck.ts'
import { EmailAddress } from '#platform/emailAddress.ts'
import { FileId, ListingId } from '#platform/ids.ts'
import type { DocumentKind } from '#platform/media/documentKinds.ts'
import { PersonName } from '#platform/personName.ts'

/** What a buyer writes to the agent. */
export const MAX_NOTE_LENGTH = 2_000

/** What a buyer types. */
export const BuyerDetails = z.strictObject({
  firstName: PersonName.check(z.minLength(1, 'Please enter your first name')),
  lastName: PersonName.check(z.minLength(1, 'Please enter your last name')),
  email: EmailAddress,
  phone: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter your phone number'),
      z.maxLength(40, 'Please enter at most 40 characters'),
      z.regex(/^[+(\d][\d\p{Zs}()./-]{4,}$/u, 'Please enter a phone number'),
    ),
  note: z
    .string()
    .check(
      z.trim(),
      z.maxLength(MAX_NOTE_LENGTH, `Please enter at most ${MAX_NOTE_LENGTH.toLocaleString('en-NZ')} characters`),
    ),
})
export type BuyerDetails = z.infer<typeof BuyerDetails>

export const NewLead = z.strictObject({
  listingId: ListingId,
  ...BuyerDetails.shape,
  turnstile: BotCheckAnswer,
  /** Made by the form once: sending the same again, for want of an answer, is no second lead. */
  key: z.uuid(),
})
export type NewLead = z.infer<typeof NewLead>

export const AccessQuestion = z.strictObject({ listingId: ListingId })
export const DocumentChoice = z.strictObject({ listingId: ListingId, fileId: FileId, inline: z.optional(z.boolean()) })
export type DocumentChoice = z.infer<typeof DocumentChoice>
export const PrivateLink = z.strictObject({ key: z.string().check(z.maxLength(300)) })
export const Correction = z.strictObject({ ...PrivateLink.shape, ...BuyerDetails.shape })
export type Correction = z.infer<typeof Correction>

/** A document as the public list has it. */
export interface ListedDocument {
  id: string
  name: string
  kind: DocumentKind | null
  contentType: string
  pageCount: number | null
  size: number
  changedAt: Date
}

/** Whether an agent who switched off these kinds of mail still gets mails about leads. */
export const wantsLeadMails = (muted: readonly string[] | null) => !muted?.includes('new_lead')

/**
 * In the form that every phone can dial, where the number lets itself be read: New Zealand's when nothing else is said, and
 * Australia's where New Zealand has none of that length.
 */
export function dialable(phone: string) {
  const digits = phone.replace(/\(0\)/, '').replace(/[^\d+]/g, '')
  const [, abroad] = /^(?:\+|0011|00)([1-9]\d{7,14})$/.exec(digits) ?? []
  if (abroad) return `+${withoutTrunkZero(abroad)}`
  if (/^0[3478]\d{8}$/.test(digits) && !/^0[58]0[08]/.test(digits)) return `+61${digits.slice(1)}`
  if (/^0[2-9]\d{6,9}$/.test(digits)) return `+64${digits.slice(1)}`
  if (/^(?:64[2-9]\d{7,9}|61[2-478]\d{8})$/.test(digits)) return `+${digits}`
  return phone
}

/** Many write +64 021 …, with the zero that is dialled at home only. */
const withoutTrunkZero = (number: string) => number.replace(/^(6[14])0/, '$1')

/** A number of New Zealand or Australia in the groups in which people say it. */
export const spacedPhone = (phone: string) =>
  phone.replace(/^(\+6[14])(2\d|4\d\d|[3-9])(\d{3,4}?)(\d{3,4})$/, (_all, ...groups: string[]) =>
    groups.slice(0, 4).join(' '),
  )
