import { publicHead } from '#ui/titles.ts'
import { plainDescription } from '../description/descriptionText.ts'
import type { PublicListing } from '../listings.ts'
import { publicLink } from '../publicLink.ts'
import { type ListingAgent, structuredData } from './listingData.ts'
import { jsonForScript } from './scriptText.ts'

/** As much as search engines show. */
const MAX_DESCRIPTION_LENGTH = 200

/** What search engines and networks learn of a published listing. */
export function listingHead(appUrl: string, listing: PublicListing, agent: ListingAgent | undefined) {
  const { title, slug } = listing
  const url = publicLink(appUrl, slug)
  const description = metaDescription(listing)
  const image = `${url}/preview.jpg?v=${pictureVersion(listing)}`
  const alt = `${title} on Property Files`
  const page = publicHead(title, description)
  const data = structuredData({ listing, agent, url, image, description })
  return {
    meta: [
      ...page.meta,
      { name: 'robots', content: 'index, follow, max-image-preview:large' },
      ...openGraphTags({
        'og:type': 'website',
        'og:site_name': 'Property Files',
        'og:locale': 'en_NZ',
        'og:title': title,
        'og:description': description,
        'og:url': url,
        'og:image': image,
        'og:image:type': 'image/jpeg',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': alt,
      }),
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: image },
      { name: 'twitter:image:alt', content: alt },
    ],
    links: [{ rel: 'canonical', href: url }],
    scripts: [{ type: 'application/ld+json', children: jsonForScript(data) }],
  }
}

/** For a page that is nobody else's business: a preview, or nothing at all. */
export function unlistedHead(title: string) {
  return { meta: [...publicHead(title).meta, { name: 'robots', content: 'noindex' }] }
}

const openGraphTags = (values: Record<string, string>) =>
  Object.entries(values).map(([property, content]) => ({ property, content }))

function metaDescription({ title, subtitle, description }: PublicListing) {
  const words = [subtitle, plainDescription(description).replace(/\s+/g, ' ')].filter(Boolean).join('. ')
  if (!words) return `View photos and property documents for ${title}.`
  return words.length > MAX_DESCRIPTION_LENGTH ? `${words.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…` : words
}

/** Networks keep pictures for weeks, so a new one needs a new address. */
function pictureVersion({ changedAt, photos: [cover] }: PublicListing) {
  const moment = Math.max(changedAt.getTime(), cover?.replacedAt?.getTime() ?? 0)
  return moment.toString(36) + (cover?.id.slice(-4) ?? '')
}
