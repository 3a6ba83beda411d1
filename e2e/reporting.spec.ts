import type { BrowserContext, Page, Request } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { pushSubscription } from '../src/db/schema/notifications.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { textPdf } from '../test/fixtures/content/pdf.ts'
import { test as bare, expect } from './support/app.ts'
import { loadedCode } from './support/loadedCode.ts'
import { open, untilHydrated, untilRequestsSeen } from './support/open.ts'
import { createReadingBuyer } from './support/readingBuyer.ts'
import { endedDeliveriesOf, goTo, openAndStopClock, pageviews, paths, test } from './support/reporting.ts'
import { openSettings, section } from './support/settings.ts'
import { fillIn } from './support/signIn.ts'

const LIBRARIES = { postHog: 'posthog-js', sentry: 'sentry.javascript' }
const TOKEN = 'kT9vQ2xLr84ZpWc3NfYb7HsMd1GuJe60aXo5RiVtKqE'
const CANARY = { email: 'ada.canary@example.nz', phone: '+64 21 555 0199', token: TOKEN }

test.describe.configure({ mode: 'default' })

test('visits are counted page by page, and sent together 3 seconds after the first', async ({ page, capture }) => {
  await openAndStopClock(page, capture)
  const before = capture.deliveries().length

  await goTo(page, '/features')
  await goTo(page, '/about')
  await page.clock.runFor(2_900)
  expect(capture.deliveries()).toHaveLength(before)

  await page.clock.runFor(200)
  await expect.poll(() => capture.deliveries().length).toBe(before + 1)
  expect(paths(capture)).toEqual(['/login', '/features', '/about'])
})

test('a visit of a page without the application is counted too, but nothing that is read there', async ({
  page,
  capture,
  app,
  context,
}) => {
  const { listing, files } = await createReadingBuyer(app, context, [
    { name: 'Building report', content: textPdf(['Moisture in the wall']), pageCount: 1 },
  ])
  await page.goto(`/listings/${listing.slug}`)
  await page.getByRole('button', { name: 'Building report' }).click()
  const reader = page.getByRole('dialog', { name: 'Building report' })
  await expect(reader.locator('[data-page="1"] canvas')).toBeVisible()
  await page.keyboard.press('Control+f')
  await reader.getByLabel('Search this document').fill('moisture')
  await expect(reader.getByText('1 of 1', { exact: true })).toBeVisible()
  await page.clock.fastForward(4_000)
  const reported = page.waitForResponse('**/_reading')
  await reader.getByRole('button', { name: 'Close', exact: true }).click()
  expect((await reported).request().postData()).toContain('moisture')

  await page.evaluate(() => void Promise.reject(new Error('Broken after reading')))
  await expect.poll(() => capture.reports().join()).toContain('Broken after reading')
  await expect.poll(() => paths(capture)).toEqual([`/listings/${listing.slug}`])
  const sent = capture.requests().map(({ url, body }) => decodeURIComponent(url) + body)
  for (const read of ['oisture', 'Building report', 'pageTenths', 'read_', files[0]?.id ?? 'no file'])
    expect(sent.filter((text) => text.includes(read))).toEqual([])
})

test('a page sends at most 100 events in a burst', async ({ page, capture }) => {
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
  test(`a delivery ${name} is retried 10 times and then given up`, async ({ page, capture }) => {
    const ended = endedDeliveriesOf(page)
    capture.answerWith(({ url }) => (url.includes('/e/') ? answer : { status: 200, body: '{}' }))
    await openAndStopClock(page, capture)

    // Longer than the longest wait, and repeated because the library may not have seen its last attempt fail yet.
    const wait = () => page.clock.fastForward('45:00')
    await expect
      .poll(
        async () => {
          if (ended() === capture.deliveries().length) await wait()
          return capture.deliveries().length
        },
        { timeout: 20_000, intervals: [100] },
      )
      .toBe(11)
    await expect.poll(ended).toBe(11)
    for (let i = 0; i < 3; i++) await wait()

    const retries = capture.deliveries().map(({ url }) => new URL(url, capture.host).searchParams.get('retry_count'))
    expect(retries).toEqual([null, ...Array.from({ length: 10 }, (_, i) => String(i + 1))])
  })

test('a full quota stops that kind of event for 60 seconds', async ({ page, capture }) => {
  capture.answerWith(() => ({ status: 200, body: '{"quota_limited":["events"]}' }))
  await openAndStopClock(page, capture)
  capture.answerWith(() => ({ status: 200, body: '{}' }))

  await goTo(page, '/about')
  await page.clock.runFor(50_000)
  expect(paths(capture)).toEqual(['/login'])

  await page.clock.runFor(10_000)
  await goTo(page, '/features')
  await page.clock.runFor(3_100)
  await expect.poll(() => paths(capture)).toEqual(['/login', '/features'])
})

test('a failed query is shown and reported without personal data', async ({ page, capture }) => {
  const personal = Object.values(CANARY).join(' ')
  await page.route('**/_serverFn/**', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: `No room for ${personal}` }),
  )
  await openAndStopClock(
    page,
    capture,
    `/login?email=${CANARY.email}&phone=${encodeURIComponent(CANARY.phone)}#${TOKEN}`,
  )

  await goTo(page, `/listings/xyz?key=${TOKEN}`)
  // React renders late data in a timer, and the test moves the clock.
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.clock.runFor(3_100)

  await expect.poll(() => capture.reports().length).toBeGreaterThan(0)
  await expect.poll(() => paths(capture)).toEqual(['/login', '/listings/xyz'])
  const sent = capture.requests().map(({ url, body }) => decodeURIComponent(url) + body)
  for (const secret of [...Object.values(CANARY), CANARY.phone.replaceAll(' ', ''), 'ada.canary'])
    expect(sent.filter((text) => text.includes(secret))).toEqual([])
  expect(capture.events().map(({ properties }) => properties.$ip)).toEqual([null, null])
})

test('an error that the page shows inline is also reported, once', async ({ page, capture }) => {
  await page.route('**/_serverFn/fetchPricing*', (route) =>
    route.fulfill({ status: 500, json: { name: 'UnexpectedError', message: 'Something went wrong on our side.' } }),
  )
  await openAndStopClock(page, capture)

  await goTo(page, '/pricing')
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(page.getByText('We can’t show the price right now')).toBeVisible({ timeout: 500 })
  }).toPass()

  await expect.poll(() => capture.reports().length).toBe(1)
  await page.clock.runFor(3_100)
  await untilRequestsSeen(page)
  expect(capture.reports()).toHaveLength(1)
  await expect(page.getByRole('alert')).toHaveCount(1)
})

test('a form submission without a response is reported', async ({ page, capture }) => {
  await page.route('**/_serverFn/login', (route) => route.abort())
  await page.goto('/login')
  await untilHydrated(page)
  await fillIn(page, CANARY.email, 'a password')
  await expect(page.getByText('We couldn’t reach the server')).toBeVisible()

  await expect.poll(() => capture.reports().length).toBe(1)
  expect(JSON.stringify(capture.reports())).not.toContain(CANARY.email)
})

test('a refusal is not reported as an error', async ({ page, capture }) => {
  await openAndStopClock(page, capture)

  await goTo(page, '/listings/no-such-listing')
  await untilRequestsSeen(page)
  await page.clock.runFor(3_100)

  await expect.poll(() => paths(capture)).toEqual(['/login', '/listings/no-such-listing'])
  expect(capture.reports()).toEqual([])
})

test.describe('on the page to set a password', () => {
  test('neither library is loaded; on the next page both are', async ({ page, capture }) => {
    const libraries = loadedCode(page, LIBRARIES)
    await open(page, `/reset-password/${TOKEN}`)
    await page.clock.runFor(60_000)
    await untilRequestsSeen(page)
    expect(capture.requests()).toEqual([])
    expect(libraries()).toEqual([])

    await goTo(page, '/about')
    await page.clock.runFor(5_000)
    await expect.poll(() => paths(capture)).toEqual(['/about'])
    expect(libraries()).toEqual(['postHog', 'sentry'])
    expect(JSON.stringify(capture.requests())).not.toContain(TOKEN)
  })

  test('both stop sending for a visitor who comes from another page', async ({ page, capture }) => {
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
    await expect.poll(() => paths(capture)).toEqual(['/login', '/about'])
    await expect.poll(() => capture.reports().length).toBe(1)
    expect(JSON.stringify(capture.requests())).not.toContain(TOKEN)
  })
})

test('threat 56: a page does not wait for services that never respond', async ({ page, capture }) => {
  capture.answerWith(() => 'hang')
  await page.goto('/', { waitUntil: 'load' })
  await expect.poll(() => capture.requests().length).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'Features' }).first().click()
  await expect(page).toHaveURL(/features/)
  await page.goto('/about', { waitUntil: 'load', timeout: 5_000 })
})

bare('without keys nothing is loaded and nothing leaves the site', async ({ page, app }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const libraries = loadedCode(page, LIBRARIES)
  await page.clock.install()

  await open(page, '/')
  await page.clock.runFor(60_000)
  await untilRequestsSeen(page)

  const elsewhere = requests
    .map((request) => request.url())
    .filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(app.url))
  expect(elsewhere).toEqual([])
  expect(requests.filter((request) => request.resourceType() === 'script').length).toBeGreaterThan(0)
  expect(libraries()).toEqual([])
})

test('an agent turns notifications on for a device, which shows what is pushed to it, and off again', async ({
  context,
  app,
  pushService,
}) => {
  const agent = await createAgent(app.db)
  const devices = () => app.db.select().from(pushSubscription).where(eq(pushSubscription.userId, agent.id))
  await context.grantPermissions(['notifications'], { origin: app.url })
  await context.addInitScript(subscribeToPushService, pushService.subscribe())
  const page = await openSettings(context, app, agent.email)
  const settings = section(page, 'Notifications on your devices')
  await settings.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(settings.getByText('This device')).toBeVisible()
  await expect(settings.getByLabel('From')).toHaveValue('21:00')
  expect(await devices()).toHaveLength(1)

  await settings.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => pushService.received.length).toBe(1)
  const deliver = await deliveryToWorker(context, page, app.url, JSON.stringify(pushService.received[0]))
  // The browser drops a message for a worker that it is still storing, and does not say so.
  await expect(async () => {
    await deliver()
    await expect.poll(() => page.evaluate(shownNotifications), { timeout: 2_000 }).toEqual(['Notifications are on'])
  }).toPass({ timeout: 30_000 })

  await settings.getByRole('button', { name: /^Turn off notifications for/ }).click()
  await expect(settings.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
  expect(await devices()).toEqual([])
})

/** In place of the push service that Chromium builds without Google's keys do not have. The rest is the browser's own. */
function subscribeToPushService({ endpoint, ...keys }: { endpoint: string; p256dh: string; auth: string }) {
  let subscription: object | null = null
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
    const base64 = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const unsubscribe = async () => {
      subscription = null
      return true
    }
    const options = { applicationServerKey: bytes.buffer }
    subscription = { endpoint, options, unsubscribe, toJSON: () => ({ endpoint, keys }) }
    return subscription
  }
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => subscription })
}

/** What a push service's message does in the browser. */
async function deliveryToWorker(context: BrowserContext, page: Page, origin: string, data: string) {
  const session = await context.newCDPSession(page)
  const activated = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const worker = versions.find(({ status }) => status === 'activated')
    if (worker) activated.resolve(worker.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await activated.promise
  return () => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

async function shownNotifications() {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.getNotifications())?.map(({ title }) => title)
}
