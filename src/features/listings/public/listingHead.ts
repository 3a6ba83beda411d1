import type {
  Apartment,
  Event,
  House,
  Offer,
  PostalAddress,
  RealEstateAgent,
  RealEstateListing,
  Residence,
  WithContext,
} from 'schema-dts'
import { fullName } from '#ui/format/format.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'
import { plainDescription } from '../description/plainDescription.ts'
import { addressLine, streetLine } from '../facts/address.ts'
import type { StoredOpenHome } from '../facts/facts.schema.ts'
import { factsLine, hasPrice, listingCurrency, saleLine } from '../facts/factTexts.ts'
import type { PublicFacts, PublicListing, PublicPhoto } from '../listings.schema.ts'
import {
  oEmbedUrl,
  publicListingUrl,
  SHARE_PICTURE_HEIGHT,
  SHARE_PICTURE_WIDTH,
  sharePictureUrl,
} from '../listingUrls.ts'
import { largeSizes, photoSources } from '../photoUrls.ts'

/** As much as search engines show. */
const MAX_DESCRIPTION_LENGTH = 200

/** Metadata of a published listing for search engines and social networks. */
export function listingHead(appUrl: string, listing: PublicListing, agent: ListingAgent | undefined) {
  const { title, slug, photos, brand } = listing
  const url = publicListingUrl(appUrl, slug)
  const description = metaDescription(listing)
  const image = `${sharePictureUrl(appUrl, slug)}?v=${pictureVersion(listing)}`
  const alt = brand ? `${title}, ${brand.name}` : `${title} on Property Files`
  const page = publicHead(title, description)
  const data = structuredData({ listing, agent, url, image, description })
  return {
    meta: [
      ...page.meta,
      // For the script of the page (client.ts).
      { name: 'listing', content: listing.id },
      { name: 'robots', content: 'index, follow, max-image-preview:large' },
      ...openGraphTags({
        'og:type': 'website',
        'og:site_name': brand?.name ?? 'Property Files',
        'og:locale': 'en_NZ',
        'og:title': title,
        'og:description': description,
        'og:url': url,
        'og:image': image,
        'og:image:type': 'image/jpeg',
        'og:image:width': String(SHARE_PICTURE_WIDTH),
        'og:image:height': String(SHARE_PICTURE_HEIGHT),
        'og:image:alt': alt,
      }),
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: image },
      { name: 'twitter:image:alt', content: alt },
    ],
    links: [
      { rel: 'canonical', href: url },
      { rel: 'alternate', type: 'application/json+oembed', href: oEmbedUrl(appUrl, url), title },
      ...photos.slice(0, 1).map(preloadCover),
    ],
    scripts: [{ type: 'application/ld+json', children: jsonForScript(data) }],
  }
}

/** The browser fetches the first photo before it parses the page. */
function preloadCover(cover: PublicPhoto) {
  const { src, srcSet } = photoSources(cover)
  return {
    rel: 'preload',
    as: 'image',
    href: src,
    imageSrcSet: srcSet,
    imageSizes: largeSizes,
    fetchPriority: 'high',
  } as const
}

/** For pages that search engines must not index: a preview, or a missing listing. */
export function noindexHead(title: string) {
  return { meta: [...publicHead(title).meta, { name: 'robots', content: 'noindex' }] }
}

const openGraphTags = (values: Record<string, string>) =>
  Object.entries(values).map(([property, content]) => ({ property, content }))

function metaDescription({ title, subtitle, description, facts }: PublicListing) {
  const known = [saleLine(facts, facts), factsLine(facts)]
  const text = [...known, subtitle, plainDescription(description).replace(/\s+/g, ' ')].filter(Boolean).join('. ')
  if (!text) return `View photos and property documents for ${title}.`
  return text.length > MAX_DESCRIPTION_LENGTH
    ? `${text.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`
    : text
}

/** Social networks cache pictures for weeks, so a new one needs a new URL. */
function pictureVersion({ changedAt, photos: [cover], brand }: PublicListing) {
  const moment = Math.max(changedAt.getTime(), cover?.replacedAt?.getTime() ?? 0)
  return moment.toString(36) + (cover?.id.slice(-4) ?? '') + (brand?.version ?? '')
}

/** The listing's agent, with what they choose to show. */
interface ListingAgent {
  firstName: string
  lastName: string
  agencyName: string
  phone: string
}

interface DescribedListing {
  listing: PublicListing
  agent: ListingAgent | undefined
  url: string
  image: string
  description: string
}

/** The listing as schema.org data. Unknown properties are left out. */
function structuredData({ listing, agent, url, image, description }: DescribedListing): WithContext<RealEstateListing> {
  const { title, changedAt, photos, facts } = listing
  const { origin } = new URL(url)
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    '@id': url,
    url,
    name: title,
    description,
    dateModified: changedAt.toISOString(),
    inLanguage: 'en-NZ',
    image: [image, ...photos.slice(0, 6).map((photo) => origin + photoSources(photo).largest)],
    mainEntity: propertyData(listing),
    ...(facts.saleMethod && { offers: offerData(facts, url) }),
    ...(agent && { provider: agentStructuredData(agent) }),
  }
}

/** schema.org has a type for some kinds of property; the others are an accommodation or a place. */
const schemaTypes = {
  house: 'SingleFamilyResidence',
  townhouse: 'House',
  apartment: 'Apartment',
  unit: 'Apartment',
  lifestyle: 'House',
  section: 'Residence',
  rural: 'Residence',
  commercial: 'Residence',
} as const

function propertyData({ title, subtitle, facts }: PublicListing): Residence | House | Apartment {
  const { propertyType, bedrooms, bathrooms, floorArea, openHomes } = facts
  const type = propertyType ? schemaTypes[propertyType] : 'Residence'
  const common = {
    name: title,
    ...(subtitle && { description: subtitle }),
    ...(addressLine(facts) && { address: addressData(facts) }),
    ...(openHomes.length > 0 && { event: openHomes.map((one) => openHomeData(one, title, facts)) }),
  }
  if (type === 'Residence') return { '@type': type, ...common }
  return {
    '@type': type,
    ...common,
    ...(bedrooms !== null && { numberOfBedrooms: bedrooms }),
    ...(bathrooms !== null && { numberOfBathroomsTotal: bathrooms }),
    ...(floorArea !== null && { floorSize: { '@type': 'QuantitativeValue', value: floorArea, unitCode: 'MTK' } }),
  }
}

const addressData = (facts: PublicFacts): PostalAddress => ({
  '@type': 'PostalAddress',
  ...(streetLine(facts) && { streetAddress: streetLine(facts) }),
  ...((facts.suburb ?? facts.city) && { addressLocality: facts.suburb ?? facts.city ?? '' }),
  ...((facts.region ?? facts.city) && { addressRegion: facts.region ?? facts.city ?? '' }),
  ...(facts.postcode && { postalCode: facts.postcode }),
  ...(facts.country && { addressCountry: facts.country }),
})

const openHomeData = ({ startsAt, endsAt }: StoredOpenHome, title: string, facts: PublicFacts): Event => ({
  '@type': 'Event',
  name: `Open home: ${title}`,
  startDate: startsAt.toISOString(),
  endDate: endsAt.toISOString(),
  location: addressLine(facts) ? { '@type': 'Place', address: addressData(facts) } : { '@type': 'Place', name: title },
})

const offerData = (facts: PublicFacts, url: string): Offer => ({
  '@type': 'Offer',
  url,
  availability:
    facts.status === 'under_offer' ? 'https://schema.org/LimitedAvailability' : 'https://schema.org/InStock',
  description: saleLine(facts, facts),
  ...(hasPrice(facts.saleMethod) &&
    facts.price !== null && { price: facts.price, priceCurrency: listingCurrency(facts) }),
  ...(facts.saleAt && { availabilityEnds: facts.saleAt.toISOString() }),
})

function agentStructuredData({ agencyName, phone, ...agent }: ListingAgent): RealEstateAgent {
  const name = fullName(agent) || agencyName
  return {
    '@type': 'RealEstateAgent',
    name,
    ...(agencyName && agencyName !== name && { parentOrganization: { '@type': 'Organization', name: agencyName } }),
    ...(phone && { telephone: phone }),
  }
}

/** JSON that is safe inside a script element: nothing in it can end that element or start another. */
const jsonForScript = (data: unknown) =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
