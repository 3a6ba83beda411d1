import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserArguments, openListingPage } from './support/listingPage.ts'
import { report } from './support/report.ts'

/** What a buyer's phone loads until a listing page is usable: hydrated, and without pending requests. */
const page = await openListingPage()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: browserArguments })
try {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 }
  const tab = await browser.newPage(phone)
  const { scripts, styles, photos, html } = await weigh(tab)
  for (const { path, bytes } of [...scripts, ...styles].sort((a, b) => b.bytes - a.bytes)) console.log(bytes, path)
  report('weight', {
    listingJavaScriptBytes: sum(scripts),
    listingScripts: scripts.length,
    listingStyleBytes: sum(styles),
    listingHtmlBytes: sum(html),
    listingPhotoBytes: sum(photos),
    budgets: { listingJavaScriptBytes: 141_000 },
  })
} finally {
  await browser.close()
  await page.stop()
}

interface Weight {
  path: string
  bytes: number
}

async function weigh(tab: Page) {
  const found: Record<'scripts' | 'styles' | 'photos' | 'html', Weight[]> = {
    scripts: [],
    styles: [],
    photos: [],
    html: [],
  }
  const waiting: Promise<unknown>[] = []
  tab.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const kind = kindOf(response.headers()['content-type'] ?? '')
    if (!kind) return
    const weighed = response.body().then((body) => {
      const bytes = kind === 'photos' ? body.length : gzipSync(body, { level: 9 }).length
      found[kind].push({ path: pathname, bytes })
    })
    waiting.push(weighed)
  })
  await tab.goto(page.url, { waitUntil: 'networkidle' })
  // Only a hydrated page opens a photo here instead of navigating to it. What that loads was requested on intent.
  tab.removeAllListeners('response')
  await Promise.all(waiting)
  const whole = structuredClone(found)
  await tab.getByRole('link', { name: /, photo 1 of / }).tap()
  await tab.getByRole('dialog').waitFor()
  return whole
}

function kindOf(type: string) {
  if (type.includes('javascript')) return 'scripts'
  if (type.includes('text/css')) return 'styles'
  if (type.includes('text/html')) return 'html'
  return type.startsWith('image/webp') ? 'photos' : undefined
}

function sum(weights: Weight[]) {
  return weights.reduce((total, { bytes }) => total + bytes, 0)
}
