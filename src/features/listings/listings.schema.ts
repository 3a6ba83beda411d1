import * as z from 'zod/mini'
import type { Brand } from '#features/agencies/brandLook.ts'
import { ListingId, MemberId, maxCharacters, trimmedText, Whose } from '#platform/input/fieldSchemas.ts'
import type { Question } from '#values/questionValues.ts'
import { Description } from './description/description.schema.ts'
import type { DocumentType } from './documentTypes.ts'
import {
  type Address,
  ListingFacts,
  type PropertyFacts,
  type SaleFacts,
  type StoredOpenHome,
} from './facts/facts.schema.ts'
import type { OwnListing } from './listings.functions.ts'
import { type ListingState, listingSorts, listingStates } from './listingsSearch.ts'
import { Questions } from './questions/questions.schema.ts'

/** A public URL contains the listing's id or its slug. */
export const ListingIdOrSlugInput = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(200)) })

export const ListingIdInput = z.strictObject({ id: ListingId })

export const MAX_SLUG_LENGTH = 80
/** Whatever is typed becomes a link: "12/14 Rata St." is 12-14-rata-st. */
export const Slug = z.pipe(
  z.string().check(z.trim(), z.minLength(1, 'Please enter a link'), maxCharacters(200)),
  z.transform((text: string) => slugFromTitle(text)),
)

const textFields = {
  /** Without one the title is made from the address. */
  title: trimmedText(160),
  subtitle: trimmedText(240),
  description: Description,
}

/** Facts that are left out stay as they are. */
const factFields = z.partial(ListingFacts).shape

const buyerFields = {
  /** Null for the agent's usual questions. */
  questions: z.nullable(Questions),
  requiresVerification: z.boolean(),
  /** Whether buyers may invite a partner, lawyer or bank. */
  allowsInvitees: z.boolean(),
}

/** What buyers do before the documents open. Left out, it stays as it is. */
export const BuyerSteps = z.strictObject(buyerFields)

/** Without a slug one is made from the title. */
const listingFields = { ...textFields, slug: z.optional(Slug), ...factFields, ...z.partial(BuyerSteps).shape }

export const NewListing = z.strictObject({
  ...listingFields,
  /** The same for each attempt to create one listing. */
  key: z.optional(z.uuid()),
})
export type NewListing = z.infer<typeof NewListing>

/** PostgreSQL's largest integer, minus one for the next version. */
const MAX_VERSION = 2 ** 31 - 2

/** The one that was read: another in the database means that someone else saved in between. */
export const Version = z.int().check(z.positive(), z.lte(MAX_VERSION))

export const UpdateListingInput = z.strictObject({
  id: ListingId,
  version: Version,
  ...listingFields,
})
export type UpdateListingInput = z.infer<typeof UpdateListingInput>

export const SlugInput = z.strictObject({ slug: Slug, id: z.optional(ListingId) })

/** Filter and order of the portal's list. Without a state: everything that is not archived. */
/** Counts and exports follow the same filter as the list. */
export const WhoseInput = z.strictObject({ whose: z.optional(Whose) })

export const ListListingsInput = z.strictObject({
  whose: z.optional(Whose),
  search: z._default(trimmedText(100), ''),
  state: z.optional(z.enum(listingStates)),
  sort: z._default(z.enum(listingSorts), 'changed'),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 24),
  cursor: z.optional(z.string().check(z.maxLength(600))),
})
export type ListListingsInput = z.infer<typeof ListListingsInput>

export const MAX_CO_AGENTS = 3
const CoAgentIds = z.array(MemberId).check(
  z.maxLength(MAX_CO_AGENTS, `Please choose at most ${MAX_CO_AGENTS} co-agents`),
  z.refine((ids) => new Set(ids).size === ids.length, 'Please choose each colleague once'),
)
export const SetCoAgentsInput = z.strictObject({
  id: ListingId,
  /** Those whom the agent saw, so that two people cannot silently overwrite each other. */
  before: CoAgentIds,
  userIds: CoAgentIds,
})
export type SetCoAgentsInput = z.infer<typeof SetCoAgentsInput>

export const HandOverListingInput = z.strictObject({
  id: ListingId,
  /** The next lead agent. */
  userId: MemberId,
  /** Whether the one before stays as a co-agent. */
  staysCoAgent: z.boolean(),
})
export type HandOverListingInput = z.infer<typeof HandOverListingInput>

export const listingState = ({
  publishedAt,
  archivedAt,
}: {
  publishedAt: Date | null
  archivedAt: Date | null
}): ListingState => (archivedAt ? 'archived' : publishedAt ? 'published' : 'draft')

/** As stored: it was validated when it was written, perhaps by older rules. */
export const StoredDescription = z.json()
export type StoredDescription = z.infer<typeof StoredDescription>

/** A photo in the order of the gallery, the cover first. */
export interface PublicPhoto {
  id: string
  width: number | null
  height: number | null
  /** A tiny picture as a data URL. */
  placeholder: string | null
  replacedAt: Date | null
}

/** The document's metadata. Only leads can open its content. */
export interface PublicDocument {
  id: string
  name: string
  kind: DocumentType | null
  contentType: string
  pageCount: number | null
  size: number
  /** When the content was uploaded: a replaced document is new again. */
  changedAt: Date
  /** It has replaced an earlier version. */
  isUpdated: boolean
  /** The date on the document: "2026-02-10". */
  issuedOn: string | null
  /** It can be read here, and not downloaded. */
  isViewOnly: boolean
}

/** The public data of a published listing. */
export interface PublicListing {
  id: string
  title: string
  subtitle: string
  description: StoredDescription
  slug: string
  changedAt: Date
  facts: PublicFacts
  photos: PublicPhoto[]
  documents: PublicDocument[]
  /** What buyers are asked besides their details. */
  questions: Question[]
  /** Null for an agency that looks like ours. */
  brand: Brand | null
  /** What the agency says about privacy, beside our notice. Empty if it says nothing. */
  privacyText: string
}

/** The facts that buyers see. */
export type PublicFacts = Address &
  PropertyFacts &
  Omit<SaleFacts, 'soldOn' | 'soldPrice'> & {
    openHomes: StoredOpenHome[]
    /** Times are those of the property. */
    timeZone: string
    /** When the page was made: open homes that were over by then fold away. */
    shownAt: Date
  }

/** What is still said of a listing that was public. */
export interface GoneListing {
  brand: Brand | null
  id: string
  title: string
  /** "Sold on 3 November 2026". Null if it is gone for another reason, which stays with the agent. */
  sold: string | null
  /** Other public listings of the same agent. */
  others: { id: string; title: string; slug: string; cover: PublicPhoto | null }[]
}

/** "14 Kōwhai Rise, Karori" → "14-kowhai-rise-karori". */
export function slugFromTitle(title: string) {
  const hyphenated = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimHyphens(trimHyphens(hyphenated).slice(0, MAX_SLUG_LENGTH)) || 'listing'
}

/** "rata-street", "rata-street-2", "rata-street-3" … */
export function numberedSlug(slug: string, takenCount: number) {
  if (takenCount === 0) return slug
  const ending = `-${takenCount + 1}`
  return trimHyphens(slug.slice(0, MAX_SLUG_LENGTH - ending.length)) + ending
}

const trimHyphens = (text: string) => text.replace(/^-+|-+$/g, '')

/** The public page, or its agent's preview. */
export type ShownListing = PublicListing & {
  /** Set in a preview only: everyone else sees only public listings. */
  isPublic?: boolean
}

/** Whether its auction can still be brought forward. */
export const isAuctionAhead = ({
  state,
  status,
  saleMethod,
  saleAt,
}: Pick<OwnListing, 'state' | 'status' | 'saleMethod' | 'saleAt'>) =>
  state === 'published' &&
  (status === 'available' || status === 'under_offer') &&
  saleMethod === 'auction' &&
  saleAt !== null &&
  saleAt > new Date()
