import * as z from 'zod/mini'
import { BotCheckAnswer } from '#platform/botCheck/botCheck.ts'
import { EmailAddress } from '#platform/emailAddress.ts'
import { FileId, ListingId } from '#platform/ids.ts'
import type { DocumentKind } from '#platform/media/documentKinds.ts'

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most, `Please enter at most ${most} characters`))
const needed = (most: number, sentence: string) => line(most).check(z.minLength(1, sentence))

/** What a buyer types. */
export const BuyerDetails = z.strictObject({
  firstName: needed(100, 'Please enter your first name'),
  lastName: needed(100, 'Please enter your last name'),
  email: EmailAddress,
  phone: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter your phone number'),
      z.maxLength(40, 'Please enter at most 40 characters'),
      z.regex(/^\(?\+?(?:[\s()./-]*\d){5,}[\s()./-]*$/, 'Please enter a phone number'),
    ),
  note: needed(2_000, 'Please write a few words'),
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

/** In the form that every phone can dial, where the number lets itself be read: New Zealand's when nothing else is said. */
export function dialable(phone: string) {
  // "+64 (0)21": the zero is for those who leave the country code out.
  const digits = phone.replace(/^(\W*\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')
  if (/^\+\d{8,15}$/.test(digits)) return digits
  if (/^00\d{8,15}$/.test(digits)) return `+${digits.slice(2)}`
  if (/^0[2-9]\d{6,9}$/.test(digits)) return `+64${digits.slice(1)}`
  return phone
}
