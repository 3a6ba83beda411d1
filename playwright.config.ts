import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** It takes a minute, so it starts first. At the end it would run alone. */
const LONGEST = 'development.spec.ts'

/** PostHog takes the headless shell for a bot and would not count its visits. */
const NEEDS_WHOLE_BROWSER = 'reporting.spec.ts'

const launchOptions = (executablePath?: string) => ({
  executablePath: executablePath || undefined,
  // Without a locale, Chromium replaces macrons in the names of saved files.
  env: { ...process.env, LANG: 'C.UTF-8' },
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync'],
    // A tab that goes on to the next test keeps its process.
    ...['--renderer-process-limit=1', '--disable-site-isolation-trials'],
    '--disable-features=IsolateOrigins,site-per-process',
    // Pages live for seconds: compiling their scripts to fast code, and collecting their garbage early, costs more than it saves.
    // Threads that help with either cost a twentieth more, and the tests beside this one keep the processors busy.
    '--js-flags=--no-opt --no-maglev --single-threaded --min-semi-space-size=16 --max-semi-space-size=32',
  ],
})
const { CHROMIUM, CHROMIUM_SHELL = CHROMIUM } = process.env

/** Browser tests of the built application. `CHROMIUM` and `CHROMIUM_SHELL` name browsers other than Playwright's own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/globalSetup.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One more than the two cores of a small machine: browser tests often wait.
  workers: Math.max(3, availableParallelism()),
  forbidOnly: true,
  // Long-running tests: `npm run test:long`.
  grepInvert: process.env.LONG === '1' ? undefined : /@long/,
  // Tests take seconds; the rest is for a busy machine.
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
    { name: 'development', testMatch: LONGEST, use: { launchOptions: launchOptions(CHROMIUM_SHELL) } },
    {
      name: 'pages',
      testIgnore: [LONGEST, NEEDS_WHOLE_BROWSER],
      // A page in the same process finds its scripts compiled, which is half of what loading costs.
      use: { launchOptions: launchOptions(CHROMIUM_SHELL), reuseContext: true },
    },
    {
      name: 'reporting',
      testMatch: NEEDS_WHOLE_BROWSER,
      use: { launchOptions: launchOptions(CHROMIUM), channel: CHROMIUM ? undefined : 'chromium' },
    },
  ],
})
