import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { browserArguments } from './listingPage.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

export type Scores = Record<(typeof categories)[number], number>
export interface Visit extends Scores {
  largestPaintMs: number
  blockingMs: number
}

/** One visit with a phone, in a browser that has never been there. Says what was found wanting. */
export async function visit(url: string): Promise<Visit> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM || chromium.executablePath(),
    chromeFlags: ['--headless=new', ...browserArguments],
  })
  try {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: [...categories], logLevel: 'error' })
    if (!result) throw new Error('Lighthouse said nothing.')
    const { categories: found, audits } = result.lhr
    const score = (name: keyof Scores) => Math.round((found[name]?.score ?? 0) * 100)
    console.log(new URL(url).pathname, score('performance'), ...figures.map((id) => audits[id]?.displayValue))
    for (const { id, title, score: verdict, scoreDisplayMode } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && verdict === 0) console.log(`  ${id}: ${title}`)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      largestPaintMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
      blockingMs: Math.round(audits['total-blocking-time']?.numericValue ?? Number.NaN),
    }
  } finally {
    chrome.kill()
  }
}
