import { HOUR_MS } from '../../src/values/time.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createEvents } from '../../test/fixtures/events.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { signIn } from '../support/signIn.ts'

const phone = { width: 390, height: 844 }

test('the first Tab stop skips to the content, the sidebar marks the page, and bell and account menu open by keyboard', async ({
  context,
  app,
}) => {
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/leads')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  const sidebar = page.getByRole('complementary')
  expect((await sidebar.boundingBox())?.width).toBe(232)
  await sidebar.getByRole('link', { name: 'Listings' }).click()
  await page.getByRole('link', { name: 'New listing' }).first().click()
  await expect(page).toHaveURL(/\/portal\/listings\/new$/)
  await expect(sidebar.getByRole('link', { name: 'Listings' })).toHaveAttribute('aria-current', 'page')
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current')

  await page.getByRole('button', { name: 'Notifications' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No new notifications')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portal\/settings$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('on a phone the navigation is at the bottom, and help is in the account menu and leads back to the portal', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const browserErrors = await collectBrowserErrors(page)
  await page.setViewportSize(phone)
  await open(page, '/portal')
  const bar = page.getByRole('navigation')

  await expect(bar).toHaveText(/Dashboard.*Listings.*Leads.*Files.*More/)
  await bar.getByRole('link', { name: 'Leads' }).click()
  await expect(bar.getByRole('link', { name: 'Leads' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(/\/portal\/analytics$/)
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('banner').getByRole('link', { name: 'Open portal' }).click()
  await expect(page).toHaveURL(/\/portal$/)
  expect(browserErrors).toEqual([])
})

test('the server and the browser format dates and numbers for the agent’s region', async ({ browser, app }) => {
  const context = await browser.newContext({ locale: 'de-DE', baseURL: app.url })
  const agent = await createAgent(app.db)
  const { id: listingId } = await createPublishedListing(app.db, { agent })
  await createLead(app.db, { listingId, createdAt: new Date(Date.now() - 3 * HOUR_MS) })
  await createEvents(
    app.db,
    Array.from({ length: 1_234 }, () => ({ event: 'listing_view', listingId })),
  )
  const { page } = await enterPortal(context, app, agent.email)
  const browserErrors = await collectBrowserErrors(page)
  const answer = await open(page, '/portal')
  expect(await answer?.text()).toContain('>1.234<')
  await expect(page.getByText('1.234', { exact: true }).first()).toBeVisible()
  await open(page, '/portal/leads')
  await expect(page.getByRole('cell', { name: / ago$/ }).first()).toBeVisible()
  expect(browserErrors).toEqual([])
  await context.close()
})

test('hovering over a link preloads its page, and a bar at the top shows that the page is still loading', async ({
  page,
}) => {
  await open(page, '/login')
  const arrival = Promise.withResolvers<void>()
  const preload = Promise.withResolvers<void>()
  await page.route(/\/assets\/terms-[^/]+\.js/, async (route) => {
    preload.resolve()
    await arrival.promise
    await route.continue()
  })
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })

  await page.getByRole('link', { name: 'Terms' }).hover()
  await preload.promise
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  arrival.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('a public page preloads a link under the pointer, and shows the bar while it leaves for another page', async ({
  page,
}) => {
  await open(page, '/')
  const preloads = await page.context().newCDPSession(page)
  const preloaded: string[] = []
  preloads.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') preloaded.push(new URL(prefetchUrl).pathname)
  })
  await preloads.send('Preload.enable')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' }).hover()
  await expect.poll(() => preloaded).toEqual(['/features'])
  await expect(page).toHaveURL(/\/$/)

  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toHaveCount(0)
  // Playwright asks nothing of a page that is about to leave, so the page itself looks after the click.
  const isShown = await page.getByRole('link', { name: 'Terms' }).evaluate((link: HTMLElement) => {
    link.click()
    return document.querySelector('[role=progressbar]')?.checkVisibility()
  })
  expect(isShown).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(bar).toHaveCount(0)
})

test('at most five toasts show, at the bottom right, 440 pixels wide, for four seconds', async ({
  page,
  context,
  app,
}) => {
  const { slug } = await createPublishedListing(app.db)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await open(page, `/listings/${slug}`)
  const toasts = page.getByRole('alert')
  const share = page.getByRole('button', { name: 'Share' })
  // The first toast loads the toast area.
  await share.click()
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toHaveCount(0)

  // From here on, the clock moves only when the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000)
  for (let times = 0; times < 7; times++) await share.click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.clock.runFor(400)
  await expect(toasts).toHaveCount(5)
  const area = page.locator('.mantine-Notifications-root[data-position=bottom-right]', { has: toasts.first() })
  await expect(area).toHaveCSS('width', '440px')
  await expect(area).toHaveCSS('position', 'fixed')
  const box = await area.boundingBox()
  expect(box && 1440 - box.x - box.width).toBe(16)
  expect(box && 900 - box.y - box.height).toBe(16)
  const frame = page.locator('.mantine-Notifications-notification').first()
  await expect(frame).toHaveCSS('max-height', '200px')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(frame).toHaveCSS('transition-duration', /0\.25s/)

  await page.clock.runFor(3_500)
  await expect(toasts).toHaveCount(5)
  await page.clock.runFor(600)
  await expect(toasts).toHaveCount(2)
  await page.clock.runFor(5_000)
  await expect(toasts).toHaveCount(0)
})

test('on a slow connection the navigation stays while a page is loading, and leads somewhere else', async ({
  context,
  app,
}) => {
  const { page } = await openPortal(context, app, (await createAgent(app.db)).email, '/portal')
  const browserErrors = await collectBrowserErrors(page)
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/settings-[^/]+\.js/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  // The router waits for a second before it shows that a page is loading: from then on, the last page is gone.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeHidden()
  const sidebar = page.getByRole('complementary')
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await sidebar.getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  scripts.resolve()
  expect(browserErrors).toEqual([])
})
