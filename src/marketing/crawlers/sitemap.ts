/** More than this in one file and search engines read none of it. */
export const PAGES_PER_SITEMAP = 20_000

interface Page {
  path: string
  changedAt?: Date
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const sitemap = (appUrl: string, pages: Page[]) =>
  `${HEAD}<urlset ${NAMESPACE}>\n${pages.map((page) => entry('url', appUrl, page)).join('')}</urlset>\n`

/** One map for the pages about the product, and as many as the listings need. */
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
