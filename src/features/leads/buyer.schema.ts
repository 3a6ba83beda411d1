import * as z from 'zod/mini'
import type { DocumentType } from '#features/listings/documentTypes.ts'
import { BotCheckAnswer } from '#platform/botCheck/botCheck.schema.ts'
import { EmailAddress, FileId, ListingId, PersonName, trimmedText } from '#platform/input/fieldSchemas.ts'
import { PhoneNumber } from '#platform/phone/phone.schema.ts'

/** What a buyer writes to the agent. */
export const MAX_NOTE_LENGTH = 2_000

export const BuyerDetails = z.strictObject({
  firstName: PersonName.check(z.minLength(1, 'Please enter your first name')),
  lastName: PersonName.check(z.minLength(1, 'Please enter your last name')),
  email: EmailAddress,
  phone: PhoneNumber,
  note: trimmedText(MAX_NOTE_LENGTH),
})
export type BuyerDetails = z.infer<typeof BuyerDetails>

export const NewLead = z.strictObject({
  listingId: ListingId,
  ...BuyerDetails.shape,
  turnstile: BotCheckAnswer,
  /** Created once by the form, so that a retry does not create a second lead. */
  key: z.uuid(),
})
export type NewLead = z.infer<typeof NewLead>

export const BuyerListingInput = z.strictObject({ listingId: ListingId })
export const OpenDocumentInput = z.strictObject({
  listingId: ListingId,
  fileId: FileId,
  inline: z.optional(z.boolean()),
})
export type OpenDocumentInput = z.infer<typeof OpenDocumentInput>
export const PrivateLinkInput = z.strictObject({ key: z.string().check(z.maxLength(300)) })
export const CorrectDetailsInput = z.strictObject({ ...PrivateLinkInput.shape, ...BuyerDetails.shape })
export type CorrectDetailsInput = z.infer<typeof CorrectDetailsInput>

/** A document in the public list. */
export interface ListedDocument {
  id: string
  name: string
  kind: DocumentType | null
  contentType: string
  pageCount: number | null
  size: number
  changedAt: Date
}

/** Whether an agent who switched off these types of email still gets emails about leads. */
export const wantsLeadEmails = (muted: readonly string[] | null) => !muted?.includes('new_lead')
