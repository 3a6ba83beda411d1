import { emailLink } from '#ui/format/contactLinks.ts'

/** The files that crawlers look for. */
export const robotsTxt = (appUrl: string) => `User-agent: *
Disallow: /portal
Disallow: /join
Disallow: /office-email
Disallow: /reset-password/
Disallow: /confirm-checkout/
Disallow: /login/
Disallow: /recovery/
Disallow: /unsubscribe/
Disallow: /thank-you/
Disallow: /checkout/
Disallow: /listings/*/open

Sitemap: ${appUrl}/sitemap.xml
`

export const llmsTxt = (appUrl: string) => `# Property Files

> A service for real-estate agents: a property’s files in one place, a public page for each listing, and a lead in the
> agent’s inbox for every buyer who opens the documents. Buyers read for free.

- A listing has photos, a description and documents (title, LIM, building report and more).
- Everyone can see the photos, the text and the names of the documents. To open them, a buyer leaves their name, email address
  and phone number once. The details go to the listing’s agent.
- Visits are counted without cookies.
- Agents get a 30-day free trial and a 30-day money-back guarantee.

## Pages

- [What it is](${appUrl}/)
- [Features](${appUrl}/features)
- [Pricing](${appUrl}/pricing)
- [About](${appUrl}/about)
- [Help](${appUrl}/help)
- [Developers](${appUrl}/developers): the HTTP API, described by [OpenAPI](${appUrl}/api/v1/openapi.json)
- [Privacy policy](${appUrl}/privacy-policy)
- [Terms](${appUrl}/terms)
- [Published listings](${appUrl}/sitemap.xml)
`

const HALF_A_YEAR_MS = 182 * 24 * 3600 * 1000

/** RFC 9116. Its expiry date is always some time ahead. */
export const securityTxt = (appUrl: string, contact: string, now = new Date()) => `Contact: ${emailLink(contact)}
Expires: ${new Date(now.getTime() + HALF_A_YEAR_MS).toISOString()}
Preferred-Languages: en
Canonical: ${appUrl}/.well-known/security.txt
`

/** Below the limit of 50,000 URLs, above which search engines reject the file. */
export const PAGES_PER_SITEMAP = 20_000

interface Page {
  path: string
  changedAt?: Date
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const sitemap = (appUrl: string, pages: Page[]) =>
  `${HEAD}<urlset ${NAMESPACE}>\n${pages.map((page) => entry('url', appUrl, page)).join('')}</urlset>\n`

/** One sitemap for the marketing pages, and as many as the listings need. */
export function sitemapIndex(appUrl: string, listings: number) {
  const maps = Math.ceil(listings / PAGES_PER_SITEMAP)
  const paths = [
    '/sitemaps/pages.xml',
    ...Array.from({ length: maps }, (_, nth) => `/sitemaps/listings-${nth + 1}.xml`),
  ]
  const entries = paths.map((path) => entry('sitemap', appUrl, { path }))
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

const entry = (tag: string, appUrl: string, { path, changedAt }: Page) =>
  `  <${tag}><loc>${escaped(appUrl + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</${tag}>\n`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
