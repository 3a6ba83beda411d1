import * as z from 'zod/mini'
import { MAX_LEADS_PER_CALL } from '#features/leads/leads.schema.ts'
import { leadStatuses } from '#features/leads/leadsSearch.ts'
import { findUnknownPlace } from '#features/leads/messagePlaces.ts'
import { ListingFacts, OPEN_HOME_ID } from '#features/listings/facts/facts.schema.ts'
import { UpdateListingInput } from '#features/listings/listings.schema.ts'
import {
  hasLink,
  hasLinkInText,
  idSchema,
  LeadId,
  ListingId,
  maxCharacters,
  oneLine,
} from '#platform/input/fieldSchemas.ts'
import { messageKinds } from '#values/messageValues.ts'
import { DAY_MS } from '#values/time.ts'

export const MAX_SUBJECT_LENGTH = 150
export const MAX_BODY_LENGTH = 3_000
/** Further ahead, the facts in it would be out of date. */
export const MAX_DAYS_AHEAD = 60
/** What is sent "now" waits this long, so that it can still be cancelled. */
export const CANCEL_SECONDS = 20

export const MessageId = idSchema('mesg', 'a message')

const knownPlaces = z.superRefine((text: string, context) => {
  const unknown = findUnknownPlace(text)
  if (unknown !== undefined) context.addIssue(`We don’t know what {${unknown}} stands for`)
})

/** Some of the recipients have never confirmed their address, so nothing that the agent writes carries a link. */
const Subject = z.string().check(
  z.trim(),
  z.minLength(1, 'Please enter a subject'),
  maxCharacters(MAX_SUBJECT_LENGTH),
  oneLine,
  z.refine((text) => !hasLink(text.replaceAll('/', ' ')), 'Please leave out web and email addresses'),
  knownPlaces,
)
const Body = z.string().check(
  z.trim(),
  z.minLength(1, 'Please enter the text'),
  maxCharacters(MAX_BODY_LENGTH),
  z.refine((text) => !hasLinkInText(text), 'Please leave out web and email addresses. Each email has a button.'),
  knownPlaces,
)

/** `warm` includes the hot ones. Without a filter: every lead of the listing that is not archived. */
export const Audience = z.strictObject({
  /** Only these, which the agent selected in the list. */
  leadIds: z.optional(z.array(LeadId).check(z.minLength(1), z.maxLength(MAX_LEADS_PER_CALL))),
  heat: z.optional(z.enum(['hot', 'warm'])),
  statuses: z.optional(z.array(z.enum(leadStatuses)).check(z.maxLength(leadStatuses.length))),
  wantsUpdates: z.optional(z.boolean()),
  cameToOpenHome: z.optional(z.boolean()),
})
export type Audience = z.infer<typeof Audience>

/** The entry for calendars that comes with it: the date of the sale, or an open home. */
const CalendarEntry = z.union([
  z.literal('sale'),
  z.string().check(z.regex(OPEN_HOME_ID, 'Not the id of an open home')),
])

const draftFields = {
  listingId: ListingId,
  kind: z.enum(messageKinds),
  subject: Subject,
  body: Body,
  audience: Audience,
  calendarEntry: z.optional(CalendarEntry),
}

export const MessageDraft = z.strictObject(draftFields)
export type MessageDraft = z.infer<typeof MessageDraft>

/** As the agent types it. */
export const MessageTexts = z.strictObject({ subject: Subject, body: Body })

/** Calls have no dates, so it is sent as text. */
const SendAt = z.pipe(
  z.pipe(
    z.iso.datetime({ offset: true, error: 'Please choose a time' }),
    z.transform((text) => new Date(text)),
  ),
  z.date().check(
    z.refine((at) => at.getTime() < Date.now() + MAX_DAYS_AHEAD * DAY_MS, {
      error: `Please choose a time within the next ${MAX_DAYS_AHEAD} days`,
    }),
  ),
)

const { saleAt, price, priceText, status, soldOn, soldPrice } = ListingFacts.shape
const { version } = UpdateListingInput.shape

/** What changes on the listing together with the message. */
const FactsChange = z.strictObject({
  version,
  saleAt: z.optional(saleAt),
  price: z.optional(price),
  priceText: z.optional(priceText),
  status: z.optional(status),
  soldOn: z.optional(soldOn),
  soldPrice: z.optional(soldPrice),
})

export const CreateMessageInput = z.strictObject({
  ...draftFields,
  /** Made once by the form, so that the same request again, after a lost response, sends nothing twice. */
  creationKey: z.uuid(),
  /** Missing for now. */
  sendAt: z.optional(SendAt),
  facts: z.optional(FactsChange),
})
export type CreateMessageInput = z.infer<typeof CreateMessageInput>

/** The new date, and the message about it. */
export const BringAuctionForwardInput = z.strictObject({
  listingId: ListingId,
  version,
  saleAt: z.pipe(
    saleAt,
    z.date('Please enter a date and time').check(z.refine((at) => at.getTime() > Date.now(), 'That time has passed')),
  ),
  creationKey: z.uuid(),
  subject: Subject,
  body: Body,
  audience: Audience,
})
export type BringAuctionForwardInput = z.infer<typeof BringAuctionForwardInput>

export const MessageIdInput = z.strictObject({ id: MessageId })

const Cursor = z.optional(z.string().check(z.maxLength(1_000)))
const limitUpTo = (usual: number) => z._default(z.int().check(z.gte(1), z.lte(100)), usual)

export const ListMessagesInput = z.strictObject({ listingId: ListingId, limit: limitUpTo(20), cursor: Cursor })
export type ListMessagesInput = z.infer<typeof ListMessagesInput>

/** Which recipients a list has. `not_opened` is for calling them: they got it, or their email came back. */
export const recipientFilters = ['all', 'not_opened', 'opened', 'bounced', 'excluded'] as const
export type RecipientFilter = (typeof recipientFilters)[number]

export const GetMessageInput = z.strictObject({
  id: MessageId,
  show: z._default(z.enum(recipientFilters), 'all'),
  limit: limitUpTo(50),
  cursor: Cursor,
})
export type GetMessageInput = z.infer<typeof GetMessageInput>

export const CountAudienceInput = z.strictObject({ listingId: ListingId, audience: Audience })
export type CountAudienceInput = z.infer<typeof CountAudienceInput>

export const PreviewMessageInput = z.strictObject({
  draft: MessageDraft,
  /** Missing for an example. */
  leadId: z.optional(LeadId),
})
export type PreviewMessageInput = z.infer<typeof PreviewMessageInput>

/** A text to begin with, from the listing's facts. */
export const SuggestMessageInput = z.strictObject({
  listingId: ListingId,
  kind: z.enum(messageKinds),
  /** The date that the auction is to have. */
  saleAt: z.optional(z.pipe(saleAt, z.date())),
  /** Missing for the next one. */
  openHomeId: z.optional(z.string().check(z.regex(OPEN_HOME_ID, 'Not the id of an open home'))),
  /** What the price is to be. */
  price: z.optional(price),
  priceText: z.optional(priceText),
})
export type SuggestMessageInput = z.infer<typeof SuggestMessageInput>

export const UnsubscribeKeyInput = z.strictObject({ key: z.string().check(z.maxLength(300)) })
export const MessageEmailChoice = z.strictObject({ ...UnsubscribeKeyInput.shape, isOn: z.boolean() })
