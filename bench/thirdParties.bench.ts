import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { untilHydrated } from '../e2e/support/open.ts'
import { signIn } from '../e2e/support/signIn.ts'
import { openDatabase } from '../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { eventually } from '../test/support/eventually.ts'
import { type RunningApp, startBuiltApp } from '../test/support/processes/app.ts'
import { browserArguments } from './support/listingPage.ts'
import { median, report } from './support/report.ts'
import { startSilentServer } from './support/silentServer.ts'

/** Do visitors wait when PostHog and Sentry accept connections and never respond? */
const ROUNDS = 30
/** In each visit, of which the middle one counts. */
const CALLS = 11
/** PostHog ignores browsers that say they are driven by a program. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const measures = ['listing', 'portal', 'call'] as const
type Times = Record<(typeof measures)[number], number[]>

const silent = await startSilentServer()
const apps = {
  without: await startBuiltApp(),
  hanging: await startBuiltApp({
    ...{ POSTHOG_KEY: 'phc_bench', POSTHOG_HOST: `http://${silent.host}` },
    SENTRY_DSN: `http://key@${silent.host}/1`,
  }),
}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: browserArguments })
try {
  const paths = { without: await listingOf(apps.without), hanging: await listingOf(apps.hanging) }
  const times: Record<keyof typeof apps, Times> = {
    without: { listing: [], portal: [], call: [] },
    hanging: { listing: [], portal: [], call: [] },
  }
  for (let round = -1; round < ROUNDS; round++)
    for (const who of round % 2 ? (['without', 'hanging'] as const) : (['hanging', 'without'] as const)) {
      const taken = await visit(who, paths[who])
      // The first round finds everything cold.
      if (round >= 0) for (const what of measures) times[who][what].push(taken[what])
    }
  const of = (what: keyof Times) => ({
    p95Ratio: round2(p95(times.hanging[what]) / p95(times.without[what])),
    medianRatio: round2(median(times.hanging[what]) / median(times.without[what])),
    p95Ms: round2(p95(times.hanging[what])),
    p95MsWithout: round2(p95(times.without[what])),
  })
  const figures = { listing: of('listing'), portal: of('portal'), call: of('call') }
  report('thirdParties', {
    largestP95Ratio: Math.max(...Object.values(figures).map(({ p95Ratio }) => p95Ratio)),
    largestMedianRatio: Math.max(...Object.values(figures).map(({ medianRatio }) => medianRatio)),
    ...figures,
    connectionsNeverAnswered: silent.calls(),
    rounds: ROUNDS,
    callsPerRound: CALLS,
    budgets: { largestP95Ratio: 1.1, largestMedianRatio: 1.05 },
  })
} finally {
  await browser.close()
  for (const app of Object.values(apps)) await app.stop()
  silent.stop()
}

/** A new browser each time, so that nothing is left of the visit before. */
async function visit(who: keyof typeof apps, path: string) {
  const app = apps[who]
  const context = await browser.newContext({ userAgent, baseURL: app.url })
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
  const before = silent.calls()
  const listing = await timeToOpen(context, path)
  await signIn(context, app)
  const portal = await timeToOpen(context, '/portal/')
  // Both libraries wait until the page is at rest; the call is made while they hang.
  if (who === 'hanging') await eventually(() => silent.calls() > before)
  const calls = await portal.page.evaluate(async (amount) => {
    const taken: number[] = []
    while (taken.length < amount) {
      const began = performance.now()
      const answer = await fetch('/_serverFn/fetchSettings', { headers: { 'x-tsr-serverFn': 'true' } })
      if (!answer.ok) throw new Error(`The call was answered with ${answer.status}.`)
      await answer.text()
      taken.push(performance.now() - began)
    }
    return taken
  }, CALLS)
  await context.close()
  return { listing: listing.taken, portal: portal.taken, call: median(calls) }
}

async function timeToOpen(context: BrowserContext, path: string): Promise<{ page: Page; taken: number }> {
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(path, { waitUntil: 'load' })
  await untilHydrated(page)
  return { page, taken: performance.now() - began }
}

async function listingOf(app: RunningApp) {
  const { sql, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir), { max: 1 })
  const [listing] =
    await sql`select slug from listing where "publishedAt" is not null and "archivedAt" is null order by slug limit 1`
  await close()
  return `/listings/${listing?.slug}`
}

function p95(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

function round2(value: number) {
  return Math.round(value * 100) / 100
}
