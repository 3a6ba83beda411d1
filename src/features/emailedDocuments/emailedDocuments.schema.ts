import * as z from 'zod/mini'
import { FileName } from '#features/files/files.schema.ts'
import { ListingId } from '#platform/input/fieldSchemas.ts'

/** What most email providers allow, after attachments have grown by a third on their way. */
export const MAX_EMAIL_BYTES = 50 * 1024 * 1024
export const MAX_DOCUMENTS_PER_EMAIL = 40
/** Emails that no one has decided about are deleted after this. */
export const UNDECIDED_DAYS = 60

const EmailedDocumentId = z.string().check(z.regex(/^attm_[0-9a-z]{1,40}$/, 'Not the id of an emailed document'))
export const MAX_DOCUMENTS_PER_CALL = 100

export const EmailedDocumentsInput = z.strictObject({ listingId: ListingId })
export const MakeEmailAddressInput = z.strictObject({
  listingId: ListingId,
  /** The address that stops working, so that a second click does not replace the new one too. */
  replaces: z.optional(z.string().check(z.maxLength(300))),
})
export type MakeEmailAddressInput = z.infer<typeof MakeEmailAddressInput>

export const AcceptEmailedInput = z.strictObject({
  listingId: ListingId,
  documents: z
    .array(z.strictObject({ id: EmailedDocumentId, name: z.optional(FileName) }))
    .check(z.minLength(1), z.maxLength(MAX_DOCUMENTS_PER_CALL)),
})
export type AcceptEmailedInput = z.infer<typeof AcceptEmailedInput>

export const RefuseEmailedInput = z.strictObject({
  listingId: ListingId,
  ids: z.array(EmailedDocumentId).check(z.minLength(1), z.maxLength(MAX_DOCUMENTS_PER_CALL)),
})
export type RefuseEmailedInput = z.infer<typeof RefuseEmailedInput>

export const EmailedDocumentInput = z.strictObject({ listingId: ListingId, id: EmailedDocumentId })
export type EmailedDocumentInput = z.infer<typeof EmailedDocumentInput>

const MAX_SLUG_LENGTH = 40

/** `12-rata-street.k7f2m9xq@in.example.nz`. Only the code counts; the rest is for people. */
export function listingEmailAddress(slug: string, code: string, domain: string) {
  const start = slug.slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '')
  return `${start}.${code}@${domain}`
}

/** The code in an address at our domain, if it is one. */
export function findEmailCode(address: string, domain: string) {
  const lower = address.toLowerCase()
  if (!lower.endsWith(`@${domain}`)) return undefined
  return /(?:^|\.)([0-9a-z]{8})$/.exec(lower.slice(0, -domain.length - 1))?.[1]
}
