import { defineConfig } from '@playwright/test'

/** Browser journeys on the built application. `CHROMIUM` names a browser other than Playwright's own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Campaigns: `npm run test:long`.
  grepInvert: process.env.LONG === '1' ? undefined : /@long/,
  // Journeys take seconds; the rest is for a machine that has other things to do.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-NZ',
    // Recording every step costs a fifth of the time: switched on to look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      // Without a locale Chromium does not trust itself to save a file under a name with a macron.
      env: { ...process.env, LANG: 'C.UTF-8' },
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
      ],
    },
  },
})
