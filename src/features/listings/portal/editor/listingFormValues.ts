import * as z from 'zod/mini'
import { emptyDescription, toEditableDescription } from '../../description/description.schema.ts'
import { completeAddress, listingTimeZone, titleFromAddress } from '../../facts/address.ts'
import { ListingFacts } from '../../facts/facts.schema.ts'
import type { OwnListing } from '../../listings.functions.ts'
import {
  BuyerSteps,
  NewListing,
  type PublicListing,
  Slug,
  StoredDescription,
  slugFromTitle,
} from '../../listings.schema.ts'

const { title, subtitle, description } = NewListing.shape

/** In the order of the fields on the page. An empty title is made from the address, an empty slug from the title. */
export const ListingFormSchema = z.strictObject({
  title,
  subtitle,
  slug: z.union([z.literal(''), Slug]),
  description,
  ...ListingFacts.shape,
  ...BuyerSteps.shape,
})
export type ListingFormValues = z.input<typeof ListingFormSchema>

const noFacts: Omit<ListingFormValues, 'title' | 'subtitle' | 'slug' | 'description'> = {
  ...completeAddress({}),
  propertyType: null,
  bedrooms: null,
  bathrooms: null,
  parking: null,
  floorArea: null,
  landArea: null,
  landAreaUnit: null,
  titleType: null,
  saleMethod: null,
  price: null,
  priceText: null,
  saleAt: null,
  status: 'available',
  soldOn: null,
  soldPrice: null,
  isShownByAppointment: false,
  openHomes: [],
  questions: null,
  requiresVerification: false,
  allowsInvitees: true,
}

/** Every field of a listing as the form holds it. */
export function listingFormValues(listing?: OwnListing): ListingFormValues {
  if (!listing) return { title: '', subtitle: '', slug: '', description: emptyDescription, ...noFacts }
  const facts = Object.keys(noFacts).map((name) => [name, listing[name as keyof typeof noFacts]])
  return {
    ...(Object.fromEntries(facts) as typeof noFacts),
    title: listing.isTitleMade ? '' : listing.title,
    subtitle: listing.subtitle,
    slug: listing.slug,
    description: toEditableDescription(listing.description),
    saleAt: listing.saleAt?.toISOString() ?? null,
    openHomes: listing.openHomes.map(({ id, startsAt, endsAt, note }) => ({
      id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      note,
    })),
  }
}

interface PreviewedListingInput extends Pick<PublicListing, 'photos' | 'documents' | 'brand'> {
  /** Missing for a new one. */
  listing?: OwnListing
  values: ListingFormValues
  agentsTimeZone: string
}

/** What buyers would see if the form were saved as it is. */
export function previewedListing({
  listing,
  values,
  agentsTimeZone,
  brand,
  ...files
}: PreviewedListingInput): PublicListing {
  const { title: typed, subtitle, slug, description, saleAt, openHomes, soldOn: _, soldPrice: __, ...others } = values
  const { questions, requiresVerification: ___, allowsInvitees: ____, ...facts } = others
  const title = typed.trim() || titleFromAddress(values) || listing?.title || 'New listing'
  const now = new Date()
  return {
    id: listing?.id ?? 'new',
    title,
    subtitle,
    description: StoredDescription.parse(description),
    slug: slug || slugFromTitle(title),
    changedAt: now,
    facts: {
      ...facts,
      saleAt: saleAt ? new Date(saleAt) : null,
      openHomes: openHomes.map(({ id = '', startsAt, endsAt, note }, index) => ({
        id: id || `open_${index}`,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        note,
        sequence: 0,
      })),
      timeZone: listingTimeZone(values, agentsTimeZone),
      shownAt: now,
    },
    // A preview shows no form.
    questions: questions ?? [],
    privacyText: '',
    brand,
    ...files,
  }
}

/** Folder names that say nothing about the property. */
const GENERIC_NAMES =
  /^(new|untitled)?\s*(folder|desktop|documents?|docs|downloads?|files?|photos?|pictures?|images?|listings?|uploads?|property|property files|to upload|final|misc|stuff|scans?|dropbox|onedrive|google drive)?$/i

/** What people add to the name of the property. */
const ADDITIONS =
  /[\s,;:–—-]*\b(copy|final|photos?|pictures?|images?|docs|documents?|files?|property files|listing|for web|web|upload)\s*$/i

const MAX_TITLE_LENGTH = 160

/** "12 Rata Street" from a folder of that name, "12_rata_street - photos (2)" too. Undefined if the name says nothing. */
export function titleFromFolder(folderName: string) {
  let title = folderName
    .replace(/\s*\(\d+\)\s*$/, '')
    .replace(/_+/g, ' ')
    .trim()
  // "12-rata-street" is one word, "12-14 Rata Street" is not.
  if (!/\s/.test(title)) title = title.replace(/(?<=\p{L})-|-(?=\p{L})/gu, ' ')
  title = title.replace(/\s+/g, ' ')
  for (let before = ''; before !== title; ) {
    before = title
    title = title.replace(ADDITIONS, '').trim()
  }
  if (GENERIC_NAMES.test(title) || !/\p{L}/u.test(title)) return undefined
  return (title === title.toLowerCase() ? capitalise(title) : title).slice(0, MAX_TITLE_LENGTH)
}

const capitalise = (text: string) => text.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
