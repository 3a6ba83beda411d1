import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserArguments, openListingPage } from './support/listingPage.ts'
import { report } from './support/report.ts'

/** What a buyer's phone loads for a public page: until it is at rest, and after the first tap. */
const listing = await openListingPage()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: browserArguments })
try {
  const atRest = await weigh(listing.url)
  const afterTap = await weigh(listing.url, async (tab) => {
    await tab
      .getByRole('button', { name: /^Get the documents/ })
      .last()
      .tap()
    await tab.getByRole('dialog').waitFor()
  })
  const marketing = await weigh(new URL('/', listing.url).href)
  const pricing = await weigh(new URL('/pricing', listing.url).href)
  for (const { path, bytes } of [...afterTap.scripts, ...afterTap.styles].sort((a, b) => b.bytes - a.bytes))
    console.log(bytes, path)
  report('weight', {
    listingJavaScriptBytes: sum(atRest.scripts),
    listingJavaScriptBytesAfterTap: sum(afterTap.scripts),
    listingScripts: atRest.scripts.length,
    listingScriptsAfterTap: afterTap.scripts.length,
    homeJavaScriptBytes: sum(marketing.scripts),
    pricingJavaScriptBytes: sum(pricing.scripts),
    listingStyleBytes: sum(atRest.styles),
    listingStyles: atRest.styles.length,
    listingHtmlBytes: sum(atRest.html),
    listingPhotoBytes: sum(atRest.photos),
    budgets: { listingJavaScriptBytes: 35_000, listingJavaScriptBytesAfterTap: 125_000, homeJavaScriptBytes: 35_000 },
  })
} finally {
  await browser.close()
  await listing.stop()
}

interface Weight {
  path: string
  bytes: number
}

/** Everything that a new phone loads until the network is idle, texts as gzip makes them. */
async function weigh(url: string, use?: (tab: Page) => Promise<void>) {
  const found: Record<'scripts' | 'styles' | 'photos' | 'html', Weight[]> = {
    scripts: [],
    styles: [],
    photos: [],
    html: [],
  }
  const waiting: Promise<unknown>[] = []
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 }
  const tab = await browser.newPage(phone)
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
  await tab.goto(url, { waitUntil: 'networkidle' })
  if (use) {
    await use(tab)
    await tab.waitForLoadState('networkidle')
  }
  await Promise.all(waiting)
  await tab.close()
  return found
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
