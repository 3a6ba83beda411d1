import * as z from 'zod/mini'
import type { DocumentType } from '#features/listings/documentTypes.ts'
import { MAX_QUESTION_LENGTH, MAX_QUESTIONS, oneLineSchema } from '#features/listings/questions/questions.schema.ts'
import { BotCheckAnswer } from '#platform/botCheck/botCheck.schema.ts'
import { SentVisitSource } from '#platform/events/visitSource.schema.ts'
import { EmailAddress, FileId, idSchema, ListingId, PersonName, trimmedText } from '#platform/input/fieldSchemas.ts'
import { PhoneNumber } from '#platform/input/phone.schema.ts'

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

export const MAX_ANSWER_LENGTH = 300

/** An answer, with the words of the question as the buyer read them: the agent may have changed them since. */
const GivenAnswer = z.strictObject({
  questionId: z.uuid(),
  question: oneLineSchema(MAX_QUESTION_LENGTH).check(z.minLength(1)),
  answer: oneLineSchema(MAX_ANSWER_LENGTH).check(z.minLength(1)),
})
export type GivenAnswer = z.infer<typeof GivenAnswer>

const GivenAnswers = z.array(GivenAnswer).check(z.maxLength(MAX_QUESTIONS))

export const NewLead = z.strictObject({
  listingId: ListingId,
  ...BuyerDetails.shape,
  answers: z.optional(GivenAnswers),
  /** The form asks the questions in a second step, so the agent is told a little later. */
  isAnsweringLater: z.optional(z.boolean()),
  /** By which link the buyer came. */
  source: z.optional(SentVisitSource),
  turnstile: BotCheckAnswer,
  /** Created once by the form, so that a retry does not create a second lead. */
  key: z.uuid(),
})
export type NewLead = z.infer<typeof NewLead>

/** The second step of the form. Without answers it was skipped. */
export const AnswerQuestionsInput = z.strictObject({ listingId: ListingId, answers: GivenAnswers })
export type AnswerQuestionsInput = z.infer<typeof AnswerQuestionsInput>

/** What is typed from the email. */
export const EmailCode = z.strictObject({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Please enter the six digits from the email')),
})
export const ConfirmEmailInput = z.strictObject({ listingId: ListingId, ...EmailCode.shape })
export type ConfirmEmailInput = z.infer<typeof ConfirmEmailInput>

export const BuyerListingInput = z.strictObject({ listingId: ListingId })
export const OpenDocumentInput = z.strictObject({
  listingId: ListingId,
  fileId: FileId,
  inline: z.optional(z.boolean()),
})
export type OpenDocumentInput = z.infer<typeof OpenDocumentInput>
export const PrivateLinkInput = z.strictObject({ key: z.string().check(z.maxLength(300)) })
/** `message` is the id of the message from the agent in which the link was, if it was in one. */
export const EnterByLinkInput = z.strictObject({
  ...PrivateLinkInput.shape,
  message: z.optional(idSchema('mesg', 'a message')),
})
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
  isUpdated: boolean
  issuedOn: string | null
  isViewOnly: boolean
}

/** Whether an agent who switched off these types of email still gets emails about leads. */
export const wantsLeadEmails = (muted: readonly string[] | null) => !muted?.includes('new_lead')
