import * as z from 'zod/mini'
import { emptyDescription, toEditableDescription } from '../../description/description.schema.ts'
import { completeAddress } from '../../facts/address.ts'
import { ListingFacts } from '../../facts/facts.schema.ts'
import type { OwnListing } from '../../listings.functions.ts'
import { BuyerSteps, NewListing, Slug } from '../../listings.schema.ts'

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
