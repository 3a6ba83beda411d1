import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { browserArguments, openListingPage } from './support/listingPage.ts'
import { median, report } from './support/report.ts'

/** What Lighthouse says of a listing page on a phone: the median of three visits. */
const ROUNDS = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof categories)[number], number>

const page = await openListingPage()
try {
  const rounds: Scores[] = []
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await visit(round))
  const middle = (category: keyof Scores) => median(rounds.map((scores) => scores[category]))
  report('lighthouse', {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('best-practices'),
    seo: middle('seo'),
    rounds: ROUNDS,
    budgets: { performance: 95, accessibility: 100, bestPractices: 100, seo: 100 },
  })
} finally {
  await page.stop()
}

async function visit(round: number) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM || chromium.executablePath(),
    chromeFlags: ['--headless=new', ...browserArguments],
  })
  try {
    const result = await lighthouse(page.url, { port: chrome.port, onlyCategories: [...categories], logLevel: 'error' })
    if (!result) throw new Error('Lighthouse said nothing.')
    const { categories: found, audits } = result.lhr
    const scores = Object.fromEntries(
      categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]),
    ) as unknown as Scores
    const figures = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
    console.log(`round ${round}:`, scores, ...figures.map((id) => audits[id]?.displayValue))
    for (const { id, title, score, scoreDisplayMode } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && score === 0) console.log(`  ${id}: ${title}`)
    return scores
  } finally {
    chrome.kill()
  }
}
