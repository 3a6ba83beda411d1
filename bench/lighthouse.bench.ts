import { type Scores, visit } from './support/lighthouse.ts'
import { openListingPage } from './support/listingPage.ts'
import { median, report } from './support/report.ts'

/** Lighthouse scores of the public pages on a phone: the median of three visits each. */
const ROUNDS = 3
const BUDGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const paths = ['/', '/features', '/pricing', '/about', '/privacy-policy', '/terms']

const listing = await openListingPage()
try {
  const urls = {
    listing: listing.url,
    ...Object.fromEntries(paths.map((path) => [path, new URL(path, listing.url).href])),
  }
  const pages: Record<string, Scores> = {}
  for (const [name, url] of Object.entries(urls)) {
    const rounds: Scores[] = []
    for (let round = 1; round <= ROUNDS; round++) rounds.push(await visit(url))
    const middle = (category: keyof Scores) => median(rounds.map((scores) => scores[category]))
    pages[name] = {
      performance: middle('performance'),
      accessibility: middle('accessibility'),
      'best-practices': middle('best-practices'),
      seo: middle('seo'),
    }
    console.log(name, pages[name])
  }
  report('lighthouse', { pages, rounds: ROUNDS, budgets: BUDGETS })
} finally {
  await listing.stop()
}
