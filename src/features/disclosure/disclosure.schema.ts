import * as z from 'zod/mini'
import { FileId, LeadId, ListingId, maxCharacters } from '#platform/input/fieldSchemas.ts'

export const MAX_STATEMENT_LENGTH = 300
/** What buyers confirm unless the agent writes another sentence. */
export const DEFAULT_STATEMENT = 'I have received and read this document.'

/** One line, because it is quoted in emails, entries and certificates. */
const Statement = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please write the sentence that buyers confirm'),
    maxCharacters(MAX_STATEMENT_LENGTH),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please write one line'),
  )

/** The sentence that buyers are asked to confirm, or null to ask no more. */
export const AskAcknowledgementInput = z.strictObject({
  fileId: FileId,
  statement: z.nullable(Statement),
  /** The document opens only once it is confirmed. */
  isRequired: z.boolean(),
})
export type AskAcknowledgementInput = z.infer<typeof AskAcknowledgementInput>

/** What a buyer confirms: the words and the version that they saw. */
export const AcknowledgeInput = z.strictObject({
  listingId: ListingId,
  fileId: FileId,
  version: z.int().check(z.positive(), z.maximum(2_147_483_647)),
  statement: Statement,
})
export type AcknowledgeInput = z.infer<typeof AcknowledgeInput>

export const BuyerDocumentInput = z.strictObject({ listingId: ListingId, fileId: FileId })
export const RemindInput = z.strictObject({ fileId: FileId, leadId: LeadId })
export type RemindInput = z.infer<typeof RemindInput>

export const RecordListingInput = z.strictObject({ listingId: ListingId })

/** A person in the record, as a filter and as the subject of a certificate. */
const SubjectId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Not a person in this record'))

export const ListRecordInput = z.strictObject({
  listingId: ListingId,
  person: z.optional(SubjectId),
  document: z.optional(FileId),
  /** The number of the oldest entry that was shown. */
  before: z.optional(z.int().check(z.positive(), z.maximum(2_147_483_647))),
})
export type ListRecordInput = z.infer<typeof ListRecordInput>

export const CertificateInput = z.strictObject({ listingId: ListingId, person: z.optional(SubjectId) })
export type CertificateInput = z.infer<typeof CertificateInput>

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** What a certificate says about itself. The certificate stays in the browser. */
export const CheckSignatureInput = z.strictObject({
  keyId: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,40}$/)),
  pdfSha256: Sha256,
  dataSha256: Sha256,
  /** 64 bytes. */
  signature: z.string().check(z.regex(/^[0-9A-Za-z_-]{86}$/)),
})
export type CheckSignatureInput = z.infer<typeof CheckSignatureInput>
