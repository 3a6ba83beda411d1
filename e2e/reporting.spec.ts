import type { Page } from '@playwright/test'
import { startBuiltApp } from '../test/support/app.ts'
import { test as bare, expect } from './app.ts'
import { type Capture, startCapture } from './support/capture.ts'

const REPORTING_SCRIPT = /posthog|sentry|no-external/i
const TOKEN = 'kT9vQ2xLr84ZpWc3NfYb7HsMd1GuJe60aXo5RiVtKqE'
const CANARY = { email: 'ada.canary@example.nz', phone: '+64 21 555 0199', token: TOKEN }

const test = bare.extend<object, { capture: Capture }>({
  capture: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => {
      const capture = await startCapture()
      await use(capture)
      await capture.stop()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ capture }, use) => {
      const app = await startBuiltApp({ POSTHOG_KEY: 'phc_test', POSTHOG_HOST: capture.host, SENTRY_DSN: capture.dsn })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  // PostHog ignores browsers that say they are driven by a program.
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
test.describe.configure({ mode: 'default' })

const paths = (capture: Capture) => capture.events().map(({ properties }) => properties.$pathname)
const pageviews = (capture: Capture) => capture.events().filter(({ event }) => event === '$pageview')
/** As a link would: the router follows the browser's history. */
const goTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

async function openAndStopClock(page: Page, capture: Capture, path = '/') {
  await page.goto(path)
  await expect.poll(() => pageviews(capture).length).toBe(1)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
}

test('visits are counted page by page, and sent together 3 seconds after the first', async ({ page, capture }) => {
  await openAndStopClock(page, capture)
  const before = capture.deliveries().length

  await page.getByRole('link', { name: 'Features' }).first().click()
  await expect(page).toHaveURL(/features/)
  await goTo(page, '/about')
  await page.clock.runFor(2_900)
  expect(capture.deliveries()).toHaveLength(before)

  await page.clock.runFor(200)
  await expect.poll(() => capture.deliveries().length).toBe(before + 1)
  expect(paths(capture)).toEqual(['/', '/features', '/about'])
})

test('a runaway page is cut off at a burst of 100 events', async ({ page, capture }) => {
  await openAndStopClock(page, capture)

  await page.evaluate(() => {
    for (let i = 0; i < 160; i++) history.pushState(null, '', i % 2 ? '/about' : '/features')
  })
  await page.clock.runFor(3_100)

  await expect.poll(() => pageviews(capture).length).toBeGreaterThan(90)
  expect(pageviews(capture).length).toBeLessThanOrEqual(101)
})

for (const [name, answer] of [
  ['refused with a 5xx', { status: 503, body: '' }],
  ['that nobody answered', 'drop'],
] as const)
  test(`a delivery ${name} is retried 10 times, from 3 seconds on, and then given up`, async ({ page, capture }) => {
    capture.answerWith(({ url }) => (url.includes('/e/') ? answer : { status: 200, body: '{}' }))
    await openAndStopClock(page, capture)

    await page.clock.runFor(2_000)
    for (let tries = 2; tries <= 11; tries++) {
      // Longer than the longest wait, so that each step allows exactly one retry.
      await page.clock.fastForward('45:00')
      await expect.poll(() => capture.deliveries().length).toBe(tries)
    }
    await page.clock.fastForward('45:00')
    await page.clock.fastForward('45:00')

    const retries = capture.deliveries().map(({ url }) => new URL(url, capture.host).searchParams.get('retry_count'))
    expect(retries).toEqual([null, ...Array.from({ length: 10 }, (_, i) => String(i + 1))])
  })

test('a full quota stops that kind of event for 60 seconds', async ({ page, capture }) => {
  capture.answerWith(() => ({ status: 200, body: '{"quota_limited":["events"]}' }))
  await openAndStopClock(page, capture)
  capture.answerWith(() => ({ status: 200, body: '{}' }))

  await goTo(page, '/about')
  await page.clock.runFor(50_000)
  expect(paths(capture)).toEqual(['/'])

  await page.clock.runFor(10_000)
  await goTo(page, '/features')
  await page.clock.runFor(3_100)
  await expect.poll(() => paths(capture)).toEqual(['/', '/features'])
})

test('a failed query is shown and reported, and nothing that leaves names a person', async ({ page, capture }) => {
  const personal = Object.values(CANARY).join(' ')
  await page.route('**/_serverFn/**', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: `No room for ${personal}` }),
  )
  await openAndStopClock(page, capture, `/?email=${CANARY.email}&phone=${encodeURIComponent(CANARY.phone)}#${TOKEN}`)

  await goTo(page, `/listings/xyz?key=${TOKEN}`)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.clock.runFor(3_100)

  await expect.poll(() => capture.reports().length).toBeGreaterThan(0)
  await expect.poll(() => paths(capture)).toEqual(['/', '/listings/xyz'])
  const sent = capture.requests().map(({ url, body }) => decodeURIComponent(url) + body)
  for (const secret of [...Object.values(CANARY), CANARY.phone.replaceAll(' ', ''), 'ada.canary'])
    expect(sent.filter((text) => text.includes(secret))).toEqual([])
  expect(capture.events().map(({ properties }) => properties.$ip)).toEqual([null, null])
})

test('a refusal is no error to report', async ({ page, capture }) => {
  await openAndStopClock(page, capture)

  await goTo(page, '/listings/no-such-listing')
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(3_100)

  await expect.poll(() => paths(capture)).toEqual(['/', '/listings/no-such-listing'])
  expect(capture.reports()).toEqual([])
})

test.describe('on the page to set a password', () => {
  test('neither library is even loaded; on the next page both are', async ({ page, capture }) => {
    const scripts = scriptsOf(page)
    await page.goto(`/reset-password/${TOKEN}`, { waitUntil: 'networkidle' })
    await page.clock.runFor(60_000)
    await page.waitForLoadState('networkidle')
    expect(capture.requests()).toEqual([])
    expect(scripts().filter((url) => REPORTING_SCRIPT.test(url))).toEqual([])

    await goTo(page, '/about')
    await page.clock.runFor(5_000)
    await expect.poll(() => paths(capture)).toEqual(['/about'])
    expect(JSON.stringify(capture.requests())).not.toContain(TOKEN)
  })

  test('both fall silent for a visitor who comes from another page', async ({ page, capture }) => {
    await openAndStopClock(page, capture)
    await page.clock.runFor(10_000)
    const before = capture.requests().length

    await goTo(page, `/reset-password/${TOKEN}`)
    await page.evaluate(() => void Promise.reject(new Error(`Broken at ${location.href}`)))
    await page.clock.runFor(60_000)
    expect(capture.requests()).toHaveLength(before)

    await goTo(page, '/about')
    await page.evaluate(() => void Promise.reject(new Error('Broken elsewhere')))
    await page.clock.runFor(5_000)
    await expect.poll(() => paths(capture)).toEqual(['/', '/about'])
    await expect.poll(() => capture.reports().length).toBe(1)
    expect(JSON.stringify(capture.requests())).not.toContain(TOKEN)
  })
})

test('a page does not wait for services that never answer', async ({ page, capture }) => {
  capture.answerWith(() => 'hang')
  await page.goto('/', { waitUntil: 'load' })
  await expect.poll(() => capture.requests().length).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'Features' }).first().click()
  await expect(page).toHaveURL(/features/)
  await page.goto('/about', { waitUntil: 'load', timeout: 5_000 })
})

bare('without keys nothing is loaded and nothing leaves the site', async ({ page, app }) => {
  const scripts = scriptsOf(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.clock.install()

  await page.goto('/', { waitUntil: 'networkidle' })
  await page.clock.runFor(60_000)
  await page.waitForLoadState('networkidle')

  expect(scripts().length).toBeGreaterThan(0)
  expect(scripts().filter((url) => REPORTING_SCRIPT.test(url))).toEqual([])
  expect(requests.filter((url) => !url.startsWith(app.url) && !url.startsWith('data:'))).toEqual([])
})

function scriptsOf(page: Page) {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.push(request.url())
  })
  return () => urls
}
