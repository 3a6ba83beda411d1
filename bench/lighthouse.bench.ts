import { type Visit, visit } from './support/lighthouse.ts'
import { openListingPage } from './support/listingPage.ts'
import { median, report } from './support/report.ts'

/** What Lighthouse says of the public pages on a phone: the median of five visits each. */
const ROUNDS = 5
const BUDGETS = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 }
const paths = ['/', '/features', '/pricing', '/about', '/help', '/privacy-policy', '/terms']

const listing = await openListingPage()
try {
  const urls = {
    listing: listing.url,
    ...Object.fromEntries(paths.map((path) => [path, new URL(path, listing.url).href])),
  }
  const pages: Record<string, Visit> = {}
  for (const [name, url] of Object.entries(urls)) {
    const rounds: Visit[] = []
    for (let round = 1; round <= ROUNDS; round++) rounds.push(await visit(url))
    const middle = (figure: keyof Visit) => median(rounds.map((one) => one[figure]))
    pages[name] = {
      performance: middle('performance'),
      accessibility: middle('accessibility'),
      'best-practices': middle('best-practices'),
      seo: middle('seo'),
      largestPaintMs: middle('largestPaintMs'),
      blockingMs: middle('blockingMs'),
    }
    console.log(name, pages[name])
  }
  report('lighthouse', { pages, rounds: ROUNDS, budgets: BUDGETS })
} finally {
  await listing.stop()
}
