import { listingTimeZone, titleFromAddress } from '../../facts/address.ts'
import type { OwnListing } from '../../listings.functions.ts'
import { type PublicListing, StoredDescription, slugFromTitle } from '../../listings.schema.ts'
import type { ListingFormValues } from './listingFormValues.ts'

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
