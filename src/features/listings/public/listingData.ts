import type { PublicListing } from '../listings.ts'
import { photoSources } from './photoSources.ts'

/** Who offers the home, as far as they want to be known. */
export interface ListingAgent {
  firstName: string
  lastName: string
  agencyName: string
  phone: string
}

interface ListingFacts {
  listing: PublicListing
  agent: ListingAgent | undefined
  url: string
  image: string
  description: string
}

/** The listing in the words of schema.org. What is not known is left out. */
export function structuredData({ listing, agent, url, image, description }: ListingFacts) {
  const { title, subtitle, changedAt, photos } = listing
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
    mainEntity: { '@type': 'Residence', name: title, ...(subtitle && { description: subtitle }) },
    ...(agent && { provider: agentStructuredData(agent) }),
  }
}

function agentStructuredData({ firstName, lastName, agencyName, phone }: ListingAgent) {
  const name = `${firstName} ${lastName}`.trim() || agencyName
  return {
    '@type': 'RealEstateAgent',
    name,
    ...(agencyName && agencyName !== name && { parentOrganization: { '@type': 'Organization', name: agencyName } }),
    ...(phone && { telephone: phone }),
  }
}
