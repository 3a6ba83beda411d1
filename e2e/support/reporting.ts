import type { Page, Request } from '@playwright/test'
import { startAppWithData } from '../../test/support/processes/appData.ts'
import { startPushService } from '../../test/support/servers/pushService.ts'
import { test as bare, expect } from './app.ts'
import { type Capture, startCapture } from './capture.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** Tests with an application that reports and pushes to servers whose requests they can read. */
export const test = bare.extend<object, { capture: Capture; pushService: PushService }>({
  capture: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => {
      const capture = await startCapture()
      await use(capture)
      await capture.stop()
    },
    { scope: 'worker' },
  ],
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => {
      const pushService = await startPushService()
      await use(pushService)
      await pushService.stop()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ capture, pushService }, use) => {
      const app = await startAppWithData({
        POSTHOG_KEY: 'phc_test',
        POSTHOG_HOST: capture.host,
        SENTRY_DSN: capture.dsn,
        PUSH_SERVICES: pushService.origin,
      })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  // PostHog ignores browsers that identify themselves as automated.
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  page: async ({ page, capture }, use) => {
    capture.reset()
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
    const violations: string[] = []
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text())
    })
    await page.clock.install()
    await use(page)
    expect(violations).toEqual([])
  },
})

export const paths = (capture: Capture) => capture.events().map(({ properties }) => properties.$pathname)
export const pageviews = (capture: Capture) => capture.events().filter(({ event }) => event === '$pageview')
/** Navigates as a link would: the router follows the browser's history. */
export const goTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** By default on a page of the application, which changes pages without loading a new one. */
export async function openAndStopClock(page: Page, capture: Capture, path = '/login') {
  await page.goto(path)
  await expect.poll(() => pageviews(capture).length).toBe(1)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
}

/** How many deliveries of events have succeeded or failed. */
export function endedDeliveriesOf(page: Page) {
  let ended = 0
  const count = (request: Request) => {
    if (new URL(request.url()).pathname === '/e/') ended++
  }
  page.on('requestfinished', count)
  page.on('requestfailed', count)
  return () => ended
}
