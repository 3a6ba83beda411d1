import { defineConfig } from '@playwright/test'

/** Product analytics take a browser without a window's worth of engine for a robot, and would not count its visits. */
const NEEDS_WHOLE_BROWSER = 'reporting.spec.ts'

const launchOptions = (executablePath?: string) => ({
  executablePath: executablePath || undefined,
  // Without a locale Chromium does not trust itself to save a file under a name with a macron.
  env: { ...process.env, LANG: 'C.UTF-8' },
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync'],
  ],
})
const { CHROMIUM, CHROMIUM_SHELL = CHROMIUM } = process.env

/** Browser journeys on the built application. `CHROMIUM` and `CHROMIUM_SHELL` name browsers other than Playwright's own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  // One more than the cores of a small machine: journeys wait a good deal.
  workers: 3,
  forbidOnly: true,
  // Campaigns: `npm run test:long`.
  grepInvert: process.env.LONG === '1' ? undefined : /@long/,
  // Journeys take seconds; the rest is for a machine that has other things to do.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./e2e/support/browserResults.ts', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-NZ',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step costs a fifth of the time: switched on to look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'pages', testIgnore: NEEDS_WHOLE_BROWSER, use: { launchOptions: launchOptions(CHROMIUM_SHELL) } },
    {
      name: 'reporting',
      testMatch: NEEDS_WHOLE_BROWSER,
      use: { launchOptions: launchOptions(CHROMIUM), channel: CHROMIUM ? undefined : 'chromium' },
    },
  ],
})
